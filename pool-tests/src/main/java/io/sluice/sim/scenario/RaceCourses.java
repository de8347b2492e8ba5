package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Growing.LONG;
import static io.sluice.sim.scenario.Growing.MILLI;

import io.sluice.pool.FlushMode;
import io.sluice.pool.FlushReport;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.GrowthServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Callers, creators and operators that meet again and again. */
final class RaceCourses {

    private static final Duration QUICK = Duration.ofMillis(10);
    private static final int ROUNDS = 30;

    private RaceCourses() {}

    /** A creator that is not needed leaves no caller waiting that came meanwhile. */
    static void needlessCreators(Simulation simulation, Dice dice) throws Exception {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = number -> {};
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(8), server);
        for (int i = 0; i < ROUNDS; i++) {
            Holder<Object> holder = pool.pool.acquire(LONG);
            Growing.Caller first = pool.call(LONG, 300 * MILLI); // what is released serves it
            Growing.Caller second = pool.call(LONG, 300 * MILLI);
            boolean ignored = holder.release(holder.stamp());
            pool.sleepMillis(100);
            pool.require(
                    first.served >= 0 && second.served >= 0,
                    "a caller waits, and nothing is created for it");
            simulation.join(first.thread);
            simulation.join(second.thread);
            pool.pool.flush(FlushMode.IDLE);
        }
        pool.close();
    }

    /** A thread that comes for the first resource while the pool is closed is told. */
    static void firstAtTheClose(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = dice.oneIn(2) ? server.takes(QUICK) : server.fails(QUICK);
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(1), server);
        int most = dice.from(1, 3);
        pool.call(1, LONG, 0);
        List<SimThread> firsts = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            firsts.add(
                    simulation.start(
                            "first-" + i,
                            () -> {
                                simulation.sleep(QUICK.toNanos());
                                try {
                                    pool.pool.createFirst();
                                } catch (PoolException e) {
                                    simulation.note("is told");
                                }
                            }));
        }
        simulation.sleep(QUICK.toNanos());
        pool.close();
        firsts.forEach(simulation::join);
    }

    /** After a suspension and a flush that waited for all attempts, none begins. */
    static void suspendedAndFlushed(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = number -> {};
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(4), server);
        boolean[] isSealed = {false};
        server.whenOneBegins =
                () -> pool.require(!isSealed[0], "an attempt begins in a suspended, flushed pool");
        for (int i = 0; i < ROUNDS; i++) {
            pool.call(2, LONG, 0);
            pool.pool.suspend();
            FlushReport report = pool.pool.flush(Duration.ofSeconds(1));
            isSealed[0] = report.creating() == 0;
            pool.sleepMillis(1);
            isSealed[0] = false;
            pool.pool.resume();
            if (dice.oneIn(2)) {
                pool.sleepMillis(1);
            }
        }
        pool.close();
    }

    /** A warm-up says that the minimum exists only if it does, and otherwise waits for it. */
    static void minimum(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        int least = dice.from(1, 6);
        Duration time = Duration.ofMillis(dice.oneOf(0, 1, 50));
        server.plan = server.takes(time);
        Growing pool =
                new Growing(
                        simulation,
                        dice,
                        PoolConfig.builder().maxSize(6).minSize(least).maxCreating(1),
                        server);
        Duration timeout = dice.oneOfMillis(0, 20, 120, 1_000);
        long began = simulation.nanos();
        boolean exists = pool.pool.createMinimum(timeout);
        long took = simulation.nanos() - began;
        pool.require(
                exists ? server.alive.size() >= least : took >= timeout.toNanos(),
                "a warm-up of " + took + " ns: " + exists + ", exist " + server.alive);
        pool.close();
    }
}
