package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Growing.LONG;
import static io.sluice.sim.scenario.Growing.MILLI;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.FaultyTicker;
import io.sluice.sim.world.GrowthServer;
import java.time.Duration;

/** A ticker that has no memory for alarms for a while, or takes long to set one. */
final class AlarmCourses {

    private static final Duration QUICK = Duration.ofMillis(10);

    /** Ticks come each second at the latest, and alarms may be missed until then. */
    private static final long SOON = 2_500 * MILLI;

    private AlarmCourses() {}

    /** Where a retry cannot be planned, waiters look after themselves. */
    static void noAlarm(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(2), server);
        server.plan =
                number -> {
                    simulation.sleep(QUICK.toNanos());
                    pool.ticker.refuses = number == 1;
                    if (number == 1) {
                        throw new IllegalStateException("the server is down");
                    }
                };
        Growing.Caller caller = pool.call(LONG, 0);
        pool.sleepMillis(QUICK.toMillis() + dice.from(1, 3));
        pool.ticker.refuses = false;
        pool.sleepMillis(100);
        pool.require(
                caller.isOver, "a retry that cannot be planned is waited for: " + caller.served);
        pool.close();
    }

    /** Growth that waits for a resource in work waits briefly, also where that failed before. */
    static void secondLook(Simulation simulation, Dice dice) throws Exception {
        GrowthServer server = new GrowthServer(simulation);
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(3), server);
        Holder<Object> holder = pool.pool.acquire(LONG);
        boolean ignored = holder.reserve(holder.stamp());
        pool.ticker.refuses = true;
        pool.call(1, LONG, LONG.toNanos());
        pool.sleepMillis(dice.from(1, 2));
        pool.ticker.refuses = false;
        Growing.Caller second = pool.call(LONG, LONG.toNanos());
        pool.sleepMillis(100);
        pool.require(second.served >= 0, "a caller waits for a resource in work");
        holder.requeue();
        pool.close();
    }

    /** Growth that waits for a resource in work goes on, though its alarm could not be set. */
    static void retryWithoutAlarm(Simulation simulation, Dice dice) throws Exception {
        GrowthServer server = new GrowthServer(simulation);
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(2), server);
        Holder<Object> holder = pool.pool.acquire(LONG);
        server.plan = server.fails(QUICK);
        Growing.Caller caller = pool.call(LONG, LONG.toNanos());
        pool.sleepMillis(12);
        server.plan = server.takes(QUICK);
        boolean ignored = holder.reserve(holder.stamp());
        pool.ticker.refuses = true;
        pool.sleepMillis(dice.from(32, 40)); // the retry comes meanwhile
        pool.ticker.refuses = false;
        pool.sleepMillis(100);
        pool.require(
                caller.served >= 0 || caller.refused != null,
                "a caller waits for an alarm that does not come");
        holder.requeue();
        pool.close();
    }

    /** A thread that waits for the first resource is told, though no retry can be planned. */
    static void firstWithoutAlarm(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(2), server);
        server.plan =
                number -> {
                    simulation.sleep(QUICK.toNanos());
                    pool.ticker.refuses = true;
                    throw new IllegalStateException("the server is down");
                };
        SimThread first =
                simulation.start(
                        "first",
                        () -> {
                            try {
                                pool.pool.createFirst();
                                pool.require(false, "a first resource exists");
                            } catch (PoolException | OutOfMemoryError e) {
                                simulation.note("is told");
                            }
                        });
        boolean[] isTold = {false};
        SimThread watcher =
                simulation.start(
                        "watcher",
                        () -> {
                            simulation.join(first);
                            isTold[0] = true;
                        });
        simulation.sleep(SOON);
        pool.require(isTold[0], "a thread that waits for the first resource is not told");
        simulation.join(watcher);
        server.plan = server.takes(QUICK);
        pool.close();
    }

    /** A close whose drain cannot be timed goes on by force. */
    static void closeWithoutAlarm(Simulation simulation, Dice dice) throws InterruptedException {
        GrowthServer server = new GrowthServer(simulation);
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(3), server);
        pool.call(dice.from(1, 3), LONG, 5_000 * MILLI);
        pool.sleepMillis(100);
        pool.ticker.refuses = true;
        SimThread closer =
                simulation.start(
                        "closer",
                        () -> {
                            try {
                                pool.pool.close(Duration.ofSeconds(20));
                            } catch (OutOfMemoryError e) {
                                simulation.note("has no alarm for its drain");
                            }
                        });
        pool.sleepMillis(1_000);
        pool.ticker.refuses = false;
        pool.sleepMillis(1_000);
        pool.require(server.alive.isEmpty(), "a drain that cannot be timed leaves " + server.alive);
        simulation.join(closer);
        pool.require(pool.ticker.users == 0, "a closed pool keeps its ticker");
        pool.close();
    }

    /** A pool that could not be opened gives its ticker back. */
    static void openWithoutAlarm(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        FaultyTicker ticker = Growing.newTicker();
        ticker.refuses = true;
        int before = simulation.started();
        simulation.refuseThreads(() -> simulation.started() > before); // all but the timer's
        try {
            ResourcePool.open(
                            PoolConfig.builder()
                                    .name("simulated")
                                    .minSize(dice.from(1, 3))
                                    .maxSize(3)
                                    .ticker(ticker)
                                    .build(),
                            server)
                    .close(Duration.ZERO);
        } catch (OutOfMemoryError e) {
            simulation.note("could not be opened");
        } finally {
            simulation.refuseThreads(() -> false);
        }
        if (ticker.users != 0) {
            simulation.fail("a pool that could not be opened keeps its ticker", null);
        }
    }

    /** An alarm that was called off while it was on its way changes nothing. */
    static void staleAlarm(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        long succeeds = 42 * MILLI;
        long fails = dice.from(43, 65) * MILLI;
        server.plan =
                number -> {
                    switch (number) {
                        case 1, 4 -> server.fails(QUICK).connect(number);
                        case 2 -> simulation.sleep(succeeds);
                        case 3 -> server.fails(Duration.ofNanos(fails)).connect(number);
                        default -> simulation.sleep(150 * MILLI);
                    }
                };
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(9), server);
        server.whenOneBegins =
                () -> {
                    long pause = simulation.nanos() - fails;
                    pool.require(
                            pause < 0 || pause >= QUICK.toNanos(),
                            "an attempt follows a failure after " + pause + " ns");
                };
        long goesOn = fails + dice.from(0, 8) * MILLI;
        pool.ticker.beforeRun =
                () -> {
                    if (simulation.nanos() >= 2 * QUICK.toNanos()) { // the alarm of the retry
                        pool.sleepUntil(goesOn);
                    }
                };
        pool.call(9, LONG, LONG.toNanos());
        pool.sleepMillis(200);
        pool.close();
    }

    /** While an alarm is being set, nobody waits for it. */
    static void slowAlarm(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = server.fails(QUICK);
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(1), server);
        pool.call(1, LONG, 0);
        pool.sleepMillis(9);
        pool.ticker.beforeAlarm = () -> pool.sleepMillis(50);
        pool.sleepMillis(dice.from(3, 9));
        long began = simulation.nanos();
        pool.pool.suspend();
        long took = simulation.nanos() - began;
        pool.require(took < MILLI, "a suspension waits " + took + " ns while an alarm is set");
        pool.ticker.beforeAlarm = () -> {};
        server.plan = server.takes(QUICK);
        pool.pool.resume();
        pool.close();
    }
}
