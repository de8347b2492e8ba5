package io.sluice.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.sim.scheduler.Outcome;
import io.sluice.sim.scheduler.Scenario;
import io.sluice.sim.scheduler.Schedule;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.scheduler.Trial;
import io.sluice.sim.toy.Counter;
import io.sluice.sim.toy.Latched;
import io.sluice.sim.toy.Locks;
import io.sluice.sim.toy.Monitor;
import io.sluice.sim.toy.Parking;
import io.sluice.sim.toy.Parted;
import io.sluice.sim.toy.Static;
import io.sluice.sim.toy.StaticLatch;
import io.sluice.sim.toy.Traced;
import io.sluice.sim.transform.SimLoader;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The scheduler finds known defects, calls nothing else a defect, and repeats what it did. */
class SimulationTest {

    private static final int SEEDS = 200;

    private final SimLoader loader =
            new SimLoader(
                    SimulationTest.class.getClassLoader(),
                    List.of(Counter.class.getPackageName()),
                    List.of());

    private Scenario scenario(Class<? extends Scenario> type) throws ReflectiveOperationException {
        return (Scenario) loader.loadClass(type.getName()).getDeclaredConstructor().newInstance();
    }

    private List<String> failures(Class<? extends Scenario> type) {
        return LongStream.range(0, SEEDS)
                .mapToObj(seed -> run(seed, type).failure())
                .filter(failure -> failure != null)
                .distinct()
                .toList();
    }

    private Outcome run(long seed, Class<? extends Scenario> type) {
        return run(Trial.of(seed), type);
    }

    private Outcome run(Trial trial, Class<? extends Scenario> type) {
        try {
            return Simulation.run(trial, scenario(type), /* keepsAll= */ true);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private long failing(Class<? extends Scenario> type) {
        return LongStream.range(0, SEEDS)
                .filter(seed -> run(seed, type).failure() != null)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aLostUpdateIsFound() {
        assertThat(failures(Counter.Volatile.class))
                .isNotEmpty()
                .allMatch(failure -> failure.startsWith("lost an update: "));
    }

    @Test
    void aDeadlockIsFound() {
        assertThat(failures(Locks.InBothOrders.class))
                .containsExactlyInAnyOrder(
                        "deadlock: [one, other] wait for each other, or for nothing");
    }

    @Test
    void aMissedWakeUpIsFoundInVirtualTime() {
        assertThat(failures(Parking.OutOfOrder.class)).containsExactly("missed the wake-up");
        assertThat(run(failing(Parking.OutOfOrder.class), Parking.OutOfOrder.class).nanos())
                .isEqualTo(TimeUnit.HOURS.toNanos(1));
    }

    @Test
    void withoutADefectNothingIsFound() {
        assertThat(failures(Counter.Atomic.class)).isEmpty();
        assertThat(failures(Locks.InOneOrder.class)).isEmpty();
        assertThat(failures(Parking.InOrder.class)).isEmpty();
    }

    @Test
    void theSameSeedGivesTheSameLog() {
        long seed = failing(Counter.Volatile.class);
        Outcome one = run(seed, Counter.Volatile.class);
        Outcome again = run(seed, Counter.Volatile.class);
        assertThat(again.failure()).isEqualTo(one.failure());
        assertThat(again.log().last(Integer.MAX_VALUE))
                .hasSizeGreaterThan(10)
                .isEqualTo(one.log().last(Integer.MAX_VALUE));
        assertThat(again.log().digest()).isEqualTo(one.log().digest());
    }

    @Test
    void theDigestIsTheSameInEachProcess() {
        assertThat(digest("a Pool$$Lambda$95/0x00007f2df90a7338 fails"))
                .isEqualTo(digest("a Pool$$Lambda$104/0x00007fce70094410 fails"))
                .isNotEqualTo(digest("a Pool$$Lambda$95/0x00007f2df90a7338 ends"));
    }

    private static long digest(String note) {
        return Simulation.run(Trial.of(1), simulation -> simulation.note(note), false)
                .log()
                .digest();
    }

    /** The way of a thread to its rest takes real time, and would be in some traces. */
    @Test
    void aStackTraceHasTheCodeThatIsSimulatedOnTop() {
        List<String> places =
                LongStream.range(0, SEEDS)
                        .mapToObj(seed -> run(seed, Traced.class).log().notes(Integer.MAX_VALUE))
                        .flatMap(List::stream)
                        .filter(note -> note.contains(".java:") || note.contains("nowhere"))
                        .toList();
        assertThat(places).anyMatch(place -> place.contains("Traced.count("));
        assertThat(places)
                .allMatch(place -> place.contains("Traced.count(") || place.endsWith("nowhere"));
    }

    @Test
    void aFailureIsMadeSmaller() {
        long seed = failing(Parted.class);
        Outcome whole = run(seed, Parted.class);
        assertThat(whole.parts()).hasSize(8);
        Shrinker.Failure smaller =
                Shrinker.usual().shrink(Trial.of(seed), whole, trial -> run(trial, Parted.class));
        assertThat(smaller.outcome().failure()).startsWith("lost an update: ").endsWith(" of 40");
        assertThat(smaller.outcome().parts()).containsExactly("thread-2", "thread-7");
        assertThat(smaller.trial().toString())
                .startsWith("--seed " + seed)
                .endsWith(" --parts thread-2,thread-7");
        assertThat(run(smaller.trial(), Parted.class).log().digest())
                .as("what is printed repeats it")
                .isEqualTo(smaller.outcome().log().digest());
    }

    @Test
    void aFailureThatNeedsAllStaysAsItIs() {
        long seed = failing(Counter.Volatile.class);
        Outcome whole = run(seed, Counter.Volatile.class);
        Shrinker.Failure same =
                Shrinker.usual()
                        .shrink(Trial.of(seed), whole, trial -> run(trial, Counter.Volatile.class));
        assertThat(same.trial()).isEqualTo(Trial.of(seed));
    }

    @Test
    void seedsHaveSchedulesOfEachKind() {
        assertThat(Schedule.of(1).toString()).startsWith("priorities");
        assertThat(Schedule.of(2).toString()).startsWith("random walk");
        assertThat(LongStream.range(0, 50).mapToObj(seed -> Schedule.of(seed).toString()))
                .as("seeds that follow each other choose differently")
                .contains(
                        "priorities, changed about each 10. point",
                        "priorities, changed about each 5000. point",
                        "random walk, a preemption at about each 3. point",
                        "random walk, a preemption at about each 1000. point");
    }

    /** Those that wait for the one that fails, and those that wait for nothing. */
    @Test
    void noThreadIsLeftAfterAFailure() {
        Set<Thread> before = Thread.getAllStackTraces().keySet(); // some of other tests
        run(failing(Locks.InBothOrders.class), Locks.InBothOrders.class);
        run(failing(Counter.Volatile.class), Counter.Volatile.class);
        await().untilAsserted(
                        () ->
                                assertThat(Thread.getAllStackTraces().keySet())
                                        .filteredOn(thread -> !before.contains(thread))
                                        .noneMatch(SimThread.class::isInstance));
    }

    @Test
    void seedsDiffer() {
        assertThat(
                        LongStream.range(0, SEEDS)
                                .mapToObj(seed -> run(seed, Counter.Volatile.class).log().digest())
                                .distinct())
                .hasSizeGreaterThan(5);
    }

    @Test
    void codeThatWaitsInAnotherWayIsRefused() {
        assertThat(run(0, Latched.class).failure())
                .startsWith("not simulated: java/util/concurrent/CountDownLatch.<init> in Latched");
        assertThat(run(0, Monitor.class).failure())
                .startsWith("not simulated: a monitor in Monitor");
    }

    /** The Simulator initializes classes first, outside of simulations. */
    @Test
    void initializersAreRewritten() throws ReflectiveOperationException {
        Class.forName(Static.class.getName(), true, loader);
        assertThat(run(0, Static.class).failure()).isNull();
        assertThatThrownBy(() -> Class.forName(StaticLatch.class.getName(), true, loader))
                .isInstanceOf(ExceptionInInitializerError.class)
                .cause()
                .hasMessageStartingWith("not simulated: java/util/concurrent/CountDownLatch");
    }
}
