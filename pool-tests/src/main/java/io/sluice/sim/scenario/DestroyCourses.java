package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Ending.LONG;
import static io.sluice.sim.scenario.Ending.SLACK;
import static io.sluice.sim.scenario.Ending.TICKS;

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
import java.util.ArrayList;
import java.util.List;

/** Resources whose end hangs or fails, or finds no thread and no alarm. */
final class DestroyCourses {

    private static final Duration HANGS = Duration.ofMinutes(1);

    private DestroyCourses() {}

    /** What is taken away is aborted, also where that cannot be timed. */
    static void abortWithoutAlarm(Simulation simulation, Dice dice) throws InterruptedException {
        EndServer server = new EndServer(simulation);
        Ending ending = new Ending(simulation, dice, PoolConfig.builder().maxSize(3), server);
        int many = dice.from(1, 3);
        List<Holder<Item>> leases = ending.acquire(many);
        ending.ticker.refuses = true;
        FlushReport ignored = ending.pool.flush(FlushMode.IMMEDIATE);
        ending.sleep(TICKS);
        for (Holder<Item> lease : leases) {
            Item item = lease.resource();
            ending.require(item.destroyedAt >= 0, item + " is not destroyed");
            ending.require(item.abortedAt >= 0, item + " is destroyed beside its lease");
        }
        ending.close();
    }

    /** An abort that nothing limits keeps no place, whether it hangs or fails, as the log may. */
    static void giveUpWithoutAlarm(Simulation simulation, Dice dice) throws InterruptedException {
        EndServer server = new EndServer(simulation);
        Duration limit = Duration.ofMillis(dice.from(20, 200));
        Ending ending =
                new Ending(
                        simulation,
                        dice,
                        PoolConfig.builder().maxSize(1).closeTimeout(limit),
                        server);
        boolean abortFails = dice.oneIn(2);
        boolean logFails = dice.oneIn(2);
        simulation.readLog(
                text -> {
                    ending.require(
                            !text.contains("unexpected failure"),
                            "a driver that fails is no expected failure: " + text);
                    if (logFails) {
                        throw new IllegalStateException("the log throws");
                    }
                });
        server.destroying = item -> ending.sleep(HANGS);
        server.aborting =
                item -> {
                    if (abortFails) {
                        throw new IllegalStateException("cannot be aborted");
                    }
                    ending.sleep(HANGS);
                };
        Ending.release(ending.acquire(1));
        FlushReport ignored = ending.pool.flush(FlushMode.IDLE);
        simulation.sleep(limit.toNanos() / 2);
        ending.ticker.refuses = true;
        simulation.sleep(limit.toNanos() / 2 + SLACK);
        ending.ticker.refuses = false;
        ending.require(ending.pool.snapshot().total() == 0, "an abort that hangs keeps a place");
        simulation.sleep(2 * HANGS.toNanos());
        ending.close();
    }

    /** A flush by a deadline waits until what it took away is given up. */
    static void flushUntilGivenUp(Simulation simulation, Dice dice) throws InterruptedException {
        EndServer server = new EndServer(simulation);
        Duration limit = Duration.ofMillis(dice.from(20, 500));
        Ending ending =
                new Ending(
                        simulation,
                        dice,
                        PoolConfig.builder().maxSize(2).closeTimeout(limit),
                        server);
        server.aborting = item -> ending.sleep(HANGS);
        List<Holder<Item>> leases = ending.acquire(dice.from(1, 2));
        FlushReport report = ending.pool.flush(Duration.ofMillis(dice.from(0, 100)));
        ending.require(
                report.takenAway() == leases.size() && ending.pool.snapshot().total() == 0,
                "a flush does not wait until what it takes away is given up: " + report);
        simulation.sleep(2 * HANGS.toNanos());
        ending.close();
    }

    /** A flush by a deadline tells the log of attempts that it leaves behind, and nobody later. */
    static void flushBesideAttempt(Simulation simulation, Dice dice) {
        EndServer server = new EndServer(simulation);
        server.creating = item -> simulation.sleep(HANGS.toNanos());
        Ending ending =
                new Ending(
                        simulation,
                        dice,
                        PoolConfig.builder().minSize(1).maxSize(1).connectTimeout(LONG),
                        server);
        List<String> log = new ArrayList<>();
        simulation.readLog(log::add);
        ending.sleepMillis(dice.from(10, 20));
        FlushReport report = ending.pool.flush(Duration.ofMillis(dice.from(0, 5_000)));
        ending.require(report.creating() == 1, "a flush leaves an attempt behind: " + report);
        ending.require(
                log.stream().anyMatch(text -> text.contains("from before it still run: 1;")),
                "a flush leaves an attempt behind, and tells the log " + log);
        SimThread self = (SimThread) Thread.currentThread();
        ending.sleep(TICKS); // a wake-up may be under way
        int before = self.wakeUps();
        SimThread other = ending.start("other", () -> flush(ending));
        ending.sleep(HANGS);
        ending.sleep(TICKS);
        ending.require(
                self.wakeUps() == before, "a thread is woken that does not wait for a flush");
        simulation.join(other);
        ending.close();
    }

    private static void flush(Ending ending) {
        FlushReport ignored = ending.pool.flush(HANGS);
    }

    /** A close waits no longer for a branch in doubt than for its drain. */
    static void closeBesideBranch(Simulation simulation, Dice dice) throws InterruptedException {
        EndServer server = new EndServer(simulation);
        Ending ending =
                new Ending(
                        simulation,
                        dice,
                        PoolConfig.builder().maxSize(2).closeTimeout(HANGS),
                        server);
        Holder<Item> lease = ending.acquire(dice.from(1, 2)).get(0);
        Item item = lease.resource();
        item.gate().open(lease.stamp());
        ending.require(item.gate().pin(lease.stamp()), "a branch cannot be prepared");
        Duration drain = Duration.ofMillis(dice.from(0, 200));
        long began = simulation.nanos();
        ending.pool.close(drain);
        long took = simulation.nanos() - began;
        ending.require(
                took <= drain.toNanos() + SLACK, "a close waits " + took + " ns for a branch");
        ending.require(item.abortedAt < 0, "a prepared branch is aborted");
        item.gate().unpin(lease.stamp());
        boolean ignored = lease.release(lease.stamp());
        ending.sleep(TICKS);
        ending.require(server.alive() == 0, "a settled branch keeps " + item);
        ending.close();
    }

    /** A log that fails ends neither a close nor a flush by a deadline. */
    static void closeWithoutLog(Simulation simulation, Dice dice) throws InterruptedException {
        EndServer server = new EndServer(simulation);
        Ending ending = new Ending(simulation, dice, PoolConfig.builder().maxSize(3), server);
        List<Holder<Item>> leases = ending.acquire(dice.from(1, 3));
        Duration drain = Duration.ofMillis(dice.from(0, 100));
        boolean closes = dice.oneIn(2);
        simulation.readLog(
                text -> {
                    throw new IllegalStateException("the log throws");
                });
        try {
            if (closes) {
                ending.pool.close(drain);
            } else {
                ending.pool.flush(drain);
            }
        } catch (IllegalStateException e) {
            simulation.fail("a log that fails ends a " + (closes ? "close" : "flush"), e);
        }
        ending.require(server.alive() == 0, "a log that fails keeps " + leases.size() + " leases");
        simulation.readLog(text -> {});
        ending.close();
    }

    /** What finds no thread shares one alarm. */
    static void noThreads(Simulation simulation, Dice dice) throws InterruptedException {
        EndServer server = new EndServer(simulation);
        Ending ending = new Ending(simulation, dice, PoolConfig.builder().maxSize(8), server);
        int many = dice.from(4, 8);
        Ending.release(ending.acquire(many));
        ending.sleep(TICKS.plus(TICKS)); // threads at rest have ended
        simulation.refuseThreads(() -> true);
        int before = ending.ticker.pending;
        FlushReport ignored = ending.pool.flush(FlushMode.IDLE);
        int alarms = ending.ticker.pending - before;
        ending.require(alarms <= 2, many + " tasks without a thread set " + alarms + " alarms");
        ending.sleepMillis(dice.from(0, 300));
        simulation.refuseThreads(() -> false);
        ending.sleep(TICKS);
        ending.require(server.alive() == 0, "what found no thread is not destroyed later");
        ending.close();
    }

    /**
     * In a closed pool, what finds neither a thread nor memory waits for a thread that there is.
     */
    static void closedWithoutThread(Simulation simulation, Dice dice) throws InterruptedException {
        EndServer server = new EndServer(simulation);
        Ending ending = new Ending(simulation, dice, PoolConfig.builder().maxSize(3), server);
        int many = dice.from(2, 3);
        Ending.release(ending.acquire(many));
        ending.sleep(TICKS.plus(TICKS)); // threads at rest have ended
        server.destroying = item -> ending.sleepMillis(dice.from(20, 100));
        SimThread closer =
                ending.start(
                        "closer",
                        () -> {
                            int all = simulation.started() + 1;
                            simulation.refuseThreads(() -> simulation.started() >= all);
                            ending.ticker.refuses = true;
                            ending.pool.close(Duration.ofSeconds(1));
                        });
        ending.sleep(TICKS);
        simulation.join(closer);
        ending.require(server.alive() == 0, "a closed pool leaves " + server.alive());
        ending.close();
    }

    /** What has never joined is told as a failure to create, and as no loss. */
    static void neverJoined(Simulation simulation, Dice dice) throws InterruptedException {
        EndServer server = new EndServer(simulation);
        int refused = dice.from(1, 3);
        server.joining =
                item -> {
                    if (server.items.indexOf(item) < refused) {
                        throw new IllegalStateException(item + " does not join");
                    }
                };
        List<String> log = new ArrayList<>();
        simulation.readLog(log::add);
        Ending ending = new Ending(simulation, dice, PoolConfig.builder().maxSize(1), server);
        Ending.release(ending.acquire(1));
        ending.sleep(TICKS);
        ending.require(
                log.stream().noneMatch(text -> text.contains("is discarded")),
                "the log tells of a loss of what never joined: " + log);
        ending.require(
                log.stream().anyMatch(text -> text.contains("cannot create a resource")),
                "the log tells nothing of what does not join: " + log);
        ending.close();
    }
}
