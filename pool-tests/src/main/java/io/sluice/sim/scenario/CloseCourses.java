package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Growing.LONG;
import static io.sluice.sim.scenario.Growing.MILLI;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.GrowthServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Closes and suspensions beside what takes its time. */
final class CloseCourses {

    private static final Duration QUICK = Duration.ofMillis(10);
    private static final int ROUNDS = 10;

    private CloseCourses() {}

    /** A retry whose alarm is being set at the close is called off. */
    static void retryAtTheClose(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = server.denies(QUICK);
        Growing pool =
                new Growing(simulation, dice, PoolConfig.builder().maxSize(2).minSize(1), server);
        pool.call(1, LONG, 0);
        pool.sleepMillis(dice.from(500, 5_000));
        int before = server.attempts.size();
        simulation.await(() -> server.attempts.size() > before, LONG.toNanos());
        simulation.sleep(QUICK.toNanos() / 2);
        boolean[] isSet = {true};
        pool.ticker.beforeAlarm =
                () -> {
                    isSet[0] = false;
                    pool.sleepMillis(20);
                };
        for (int i = dice.from(1, 2); i > 0; i--) {
            isSet[0] = true;
            simulation.await(() -> !isSet[0], LONG.toNanos());
        }
        pool.sleepMillis(dice.from(1, 19));
        pool.close();
    }

    /** While a thread reads the clock, no other waits for it. */
    static void slowClock(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(1), server);
        server.plan =
                number -> {
                    simulation.sleep(QUICK.toNanos());
                    Thread creator = Thread.currentThread();
                    pool.ticker.beforeRead =
                            () -> {
                                if (Thread.currentThread() == creator) {
                                    pool.sleepMillis(20);
                                }
                            };
                    throw new IllegalStateException("the server is down");
                };
        pool.call(1, LONG, 0);
        pool.sleepMillis(11);
        for (int i = 0; i < 40; i++) {
            long began = simulation.nanos();
            pool.pool.suspend();
            long took = simulation.nanos() - began;
            pool.require(took < MILLI, "a suspension waits " + took + " ns while a clock is read");
            pool.pool.resume();
            pool.sleepMillis(dice.from(1, 9));
        }
        server.plan = server.takes(QUICK);
        pool.close();
    }

    /** A thread that waits for the minimum while the pool is closed is told so. */
    static void minimumAtTheClose(Simulation simulation, Dice dice) {
        simulation.stall(0.3, 3 * MILLI);
        for (int round = 0; round < ROUNDS; round++) {
            GrowthServer server = new GrowthServer(simulation);
            server.plan = number -> simulation.sleep(QUICK.toNanos());
            Growing pool =
                    new Growing(
                            simulation, dice, PoolConfig.builder().maxSize(4).minSize(4), server);
            server.plan =
                    number -> {
                        simulation.sleep(QUICK.toNanos());
                        if (number > 1) {
                            throw new IllegalStateException("the server is down");
                        }
                    };
            pool.sleepMillis(dice.from(15, 60));
            List<SimThread> warmUps = new ArrayList<>();
            long[] ended = new long[3];
            for (int i = 0; i < ended.length; i++) {
                int number = i;
                warmUps.add(
                        simulation.start(
                                "warm-up-" + i,
                                () -> {
                                    warmUp(pool);
                                    ended[number] = simulation.nanos();
                                }));
            }
            simulation.await(() -> server.creating() > 0, LONG.toNanos());
            pool.sleepMillis(dice.from(9, 10));
            pool.close();
            long closed = simulation.nanos();
            warmUps.forEach(simulation::join);
            for (long end : ended) {
                pool.require(
                        end <= closed + 100 * MILLI,
                        "a warm-up goes on after a close for " + (end - closed) + " ns");
            }
        }
        simulation.stall(0, 0);
    }

    private static void warmUp(Growing pool) {
        try {
            boolean ignored = pool.pool.createMinimum(LONG);
        } catch (PoolException e) {
            pool.simulation.note("is told");
        }
    }
}
