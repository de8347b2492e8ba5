package io.sluice.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.sim.scheduler.Outcome;
import io.sluice.sim.scheduler.Scenario;
import io.sluice.sim.scheduler.Schedule;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.toy.Counter;
import io.sluice.sim.toy.Latched;
import io.sluice.sim.toy.Locks;
import io.sluice.sim.toy.Parking;
import io.sluice.sim.transform.SimLoader;
import java.util.List;
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
        try {
            return Simulation.run(seed, Schedule.of(seed), scenario(type), /* keepsAll= */ true);
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
        assertThatThrownBy(() -> scenario(Latched.class))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageStartingWith("not simulated: java/util/concurrent/CountDownLatch");
    }
}
