package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Ending.MILLI;
import static io.sluice.sim.scenario.Ending.SLACK;
import static io.sluice.sim.scenario.Ending.TICKS;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.FlushMode;
import io.sluice.pool.FlushReport;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolReport;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.EndServer;
import io.sluice.sim.world.EndServer.Item;
import java.time.Duration;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Resources for whose end memory is wanting, at just that moment. */
final class FullHeapCourses {

    private static final Courses COURSES =
            new Courses(
                    "ends without memory",
                    FullHeapCourses::takenAway,
                    FullHeapCourses::abandonedAtTheClose,
                    FullHeapCourses::demand,
                    FullHeapCourses::closedTwice,
                    FullHeapCourses::home,
                    FullHeapCourses::timedOut);

    private static final Duration SOON = Duration.ofSeconds(1);

    private FullHeapCourses() {}

    /** Runs one of them in some seeds, or returns false. */
    static boolean runOne(Simulation simulation) throws Exception {
        return COURSES.runOnceIn(8, simulation, new Dice(simulation.chance("courses")));
    }

    /** There is no memory for the next thing of the calling thread that takes some. */
    private static Runnable lacksOnce(Simulation simulation) {
        return () -> {
            Thread thread = Thread.currentThread();
            boolean[] isOver = new boolean[1];
            simulation.refuseMemory(
                    () -> {
                        boolean isMissing = !isOver[0] && Thread.currentThread() == thread;
                        isOver[0] |= isMissing;
                        return isMissing;
                    });
        };
    }

    /** The calling thread does something at its next points, by their number from 1 on. */
    private static void atPoints(Simulation simulation, IntPredicate isMissing) {
        Thread thread = Thread.currentThread();
        int[] points = {0};
        boolean[] isBusy = {false};
        simulation.refuseMemory(
                () -> {
                    if (Thread.currentThread() != thread || isBusy[0]) {
                        return false;
                    }
                    isBusy[0] = true;
                    boolean missing = isMissing.test(++points[0]);
                    isBusy[0] = false;
                    return missing;
                });
    }

    private static void mayFail(Simulation simulation, Ending.Step step) throws Exception {
        try {
            step.run();
        } catch (OutOfMemoryError e) {
            simulation.note("fails: " + e);
        } finally {
            simulation.refuseMemory(() -> false);
        }
    }

    /** What could not be ended by force for want of memory ends so at the next tick. */
    static void takenAway(Simulation simulation, Dice dice) throws InterruptedException {
        EndServer server = new EndServer(simulation);
        Ending ending = new Ending(simulation, dice, PoolConfig.builder().maxSize(4), server);
        List<Holder<Item>> leases = ending.acquire(dice.from(2, 4));
        leases.forEach(lease -> lease.resource().whenClaimed = lacksOnce(simulation));
        FlushReport ignored = ending.pool.flush(FlushMode.IMMEDIATE);
        Ending.release(ending.acquire(1));
        ending.sleep(TICKS);
        long first = leases.get(0).resource().destroyedAt;
        for (Holder<Item> lease : leases) {
            Item item = lease.resource();
            ending.require(item.destroyedAt >= 0, item + " stays");
            ending.require(item.abortedAt >= 0, item + " is destroyed beside its lease");
            ending.require(
                    Math.abs(item.destroyedAt - first) <= SLACK,
                    item + " is left to another tick than the first resource");
        }
        ending.close();
    }

    /** A lease that was abandoned as a close took it away, without memory, ends with the close. */
    static void abandonedAtTheClose(Simulation simulation, Dice dice) throws InterruptedException {
        EndServer server = new EndServer(simulation);
        Ending ending = new Ending(simulation, dice, PoolConfig.builder().maxSize(3), server);
        List<Holder<Item>> leases = ending.acquire(dice.from(1, 3));
        for (Holder<Item> lease : leases) {
            Runnable lacks = lacksOnce(simulation);
            lease.resource().whenClaimed =
                    () -> {
                        lease.abandoned = lease.stamp();
                        lacks.run();
                    };
        }
        Duration drain = Duration.ofMillis(dice.from(0, 100));
        long began = simulation.nanos();
        ending.pool.close(drain);
        long took = simulation.nanos() - began;
        ending.require(server.alive() == 0, "a close leaves " + server.alive());
        ending.require(took <= drain.toNanos() + SLACK, "a close waits " + took + " ns for a tick");
        ending.close();
    }

    /** A flush knows what has gone, though a waiter's demand could not be seen to. */
    static void demand(Simulation simulation, Dice dice) throws InterruptedException {
        EndServer server = new EndServer(simulation);
        Ending ending = new Ending(simulation, dice, PoolConfig.builder().maxSize(1), server);
        if (dice.oneIn(2)) {
            simulation.readLog(
                    text -> {
                        throw new IllegalStateException("the log throws");
                    });
        }
        List<Holder<Item>> leases = ending.acquire(1);
        Item item = leases.get(0).resource();
        SimThread caller = ending.start("caller", () -> waitLong(ending));
        long[] over = {-1};
        SimThread flusher =
                ending.start(
                        "flusher",
                        () -> {
                            FlushReport ignored = ending.pool.flush(Duration.ofSeconds(30));
                            over[0] = simulation.nanos();
                        });
        ending.sleepMillis(100);
        server.destroying = gone -> lacksOnce(simulation).run();
        Ending.release(leases);
        ending.sleepMillis(100);
        ending.require(item.destroyedAt >= 0, "a flush keeps " + item);
        ending.require(
                over[0] >= 0 && over[0] - item.destroyedAt <= 100 * MILLI,
                "a flush waits for what has gone");
        simulation.join(flusher);
        simulation.join(caller);
        ending.close();
    }

    /** A close for which memory was wanting is finished by the next. */
    static void closedTwice(Simulation simulation, Dice dice) throws Exception {
        EndServer server = new EndServer(simulation);
        Ending ending = new Ending(simulation, dice, PoolConfig.builder().maxSize(3), server);
        List<Holder<Item>> leases = ending.acquire(3);
        Ending.release(leases.subList(0, dice.from(0, 3)));
        int first = dice.from(1, 40);
        int last = first + dice.oneOf(0, 10, 1_000);
        atPoints(simulation, point -> point >= first && point <= last);
        mayFail(simulation, () -> ending.pool.close(Duration.ZERO));
        ending.pool.close(Duration.ZERO);
        ending.require(server.alive() == 0, "a second close leaves " + server.alive());
        ending.close();
    }

    /** A thread that fails on its slow path loses no lease: not its own, nor one of another. */
    static void home(Simulation simulation, Dice dice) throws Exception {
        EndServer server = new EndServer(simulation);
        PoolConfig.Builder config = PoolConfig.builder().maxSize(1).acquireTimeout(SOON);
        Ending ending = new Ending(simulation, dice, config, server);
        for (int i = 0; i < 5; i++) {
            Ending.release(ending.acquire(1)); // which is then the home of this thread
            ending.pool.resize(0, 1); // so that the next acquire has to look closely
            int last = dice.from(1, 3);
            atPoints(
                    simulation,
                    point -> {
                        if (point == 1 && last > 1) {
                            ending.pool.suspend(); // so that its home is taken from it
                        } else if (point == last && last > 1) {
                            ending.pool.resume();
                            simulation.join(ending.start("another", () -> abandon(ending)));
                        }
                        return point == last;
                    });
            mayFail(simulation, () -> Ending.release(acquireSoon(ending)));
            ending.pool.resume();
            ending.sleep(TICKS);
            List<Holder<Item>> leases = acquireSoon(ending);
            ending.require(!leases.isEmpty(), "a lease is lost");
            Ending.release(leases);
        }
        ending.close();
    }

    private static void abandon(Ending ending) throws InterruptedException {
        for (Holder<Item> lease : acquireSoon(ending)) {
            lease.abandoned = lease.stamp();
        }
    }

    private static List<Holder<Item>> acquireSoon(Ending ending) throws InterruptedException {
        try {
            return List.of(ending.pool.acquire());
        } catch (AcquireTimeoutException e) {
            return List.of();
        }
    }

    /** A thread whose time was over, and that failed as it looked for others, waits no longer. */
    static void timedOut(Simulation simulation, Dice dice) throws Exception {
        EndServer server = new EndServer(simulation);
        PoolConfig.Builder config = PoolConfig.builder().maxSize(1).acquireTimeout(SOON);
        Ending ending = new Ending(simulation, dice, config, server);
        List<Holder<Item>> leases = ending.acquire(1);
        long end = simulation.nanos() + SOON.toNanos();
        SimThread leaves = ending.start("leaves", () -> Ending.release(acquireSoon(ending)));
        SimThread stays = ending.start("stays", () -> waitLong(ending));
        ending.sleep(SOON.minusMillis(1));
        int first = dice.from(1, 10);
        atPoints(simulation, point -> point >= first); // growth is allowed, and not begun
        mayFail(simulation, () -> ending.pool.resize(0, 2));
        int last = dice.from(1, 6);
        int[] points = {0};
        simulation.refuseMemory(
                () ->
                        Thread.currentThread() == leaves
                                && simulation.nanos() >= end
                                && ++points[0] == last);
        simulation.join(leaves);
        simulation.refuseMemory(() -> false);
        Ending.release(leases);
        simulation.join(stays);
        ending.pool.resize(0, 1);
        leases = ending.acquire(1);
        ending.sleep(TICKS);
        PoolReport report = reportOf(ending);
        int waiting = report == null ? 1 : report.snapshot().waiting();
        ending.require(waiting == 1, "one waits, but the report says " + report);
        Ending.release(leases);
        ending.close();
    }

    private static @Nullable PoolReport reportOf(Ending ending) throws InterruptedException {
        try {
            Ending.release(List.of(ending.pool.acquire(Duration.ofMillis(1))));
            return null;
        } catch (AcquireTimeoutException e) {
            return e.report();
        }
    }

    private static void waitLong(Ending ending) throws InterruptedException {
        try {
            Ending.release(List.of(ending.pool.acquire(Duration.ofMinutes(1))));
        } catch (AcquireTimeoutException e) {
            ending.simulation.note("has waited in vain");
        }
    }
}
