package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Ending.MILLI;
import static io.sluice.sim.scenario.Ending.SLACK;
import static io.sluice.sim.scenario.Ending.TICKS;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.FlushMode;
import io.sluice.pool.FlushReport;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.EndServer;
import io.sluice.sim.world.EndServer.Item;
import java.time.Duration;
import java.util.List;

/** Resources for whose end memory is wanting, at just that moment. */
final class FullHeapCourses {

    private static final Courses COURSES =
            new Courses(
                    "ends without memory",
                    FullHeapCourses::takenAway,
                    FullHeapCourses::abandonedAtTheClose,
                    FullHeapCourses::demand);

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

    private static void waitLong(Ending ending) throws InterruptedException {
        try {
            Ending.release(List.of(ending.pool.acquire(Duration.ofMinutes(1))));
        } catch (AcquireTimeoutException e) {
            ending.simulation.note("has waited in vain");
        }
    }
}
