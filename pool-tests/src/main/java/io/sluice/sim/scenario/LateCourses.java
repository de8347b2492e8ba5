package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Growing.LONG;
import static io.sluice.sim.scenario.Growing.MILLI;
import static io.sluice.sim.scenario.HangCourses.QUICK;
import static io.sluice.sim.scenario.HangCourses.SLACK;

import io.sluice.pool.FlushMode;
import io.sluice.pool.PoolConfig;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.GrowthServer;
import java.time.Duration;

/** Attempts that are late, and what begins beside and after them. */
final class LateCourses {

    private static final Duration EVER = Duration.ofMinutes(1);
    private static final long LATE = 1_000 * MILLI;
    private static final long LEAST_LATE = 250 * MILLI;

    private LateCourses() {}

    /** The pause after the failure of a late attempt is not that of one that began long after. */
    static void pauseAfterBoth(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        int hangs = dice.from(7, 9);
        long apart = dice.from(1, 8) * MILLI;
        server.plan =
                number -> {
                    if (number < hangs) {
                        simulation.sleep(SLACK);
                    } else if (number == hangs) {
                        simulation.await(() -> server.attempts.size() > hangs, EVER.toNanos());
                        simulation.sleep(200 * MILLI);
                    } else if (number == hangs + 1) {
                        simulation.sleep(200 * MILLI + apart);
                    } else {
                        simulation.sleep(QUICK.toNanos());
                        return;
                    }
                    throw new IllegalStateException("the server is down");
                };
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(1), server);
        Growing.Caller caller = pool.call(EVER, 0);
        simulation.join(caller.thread);
        pool.require(caller.served >= 0, "is not served after an outage");
        long pause = server.attempts.get(hangs + 1).began - server.attempts.get(hangs).began;
        pool.require(pause >= LEAST_LATE, "after failures the pause is " + pause + " ns");
        pool.close();
    }

    /** An attempt from before a success may be late without harm to others. */
    static void lateFromBeforeASuccess(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = number -> simulation.sleep((number == 1 ? EVER : QUICK).toNanos());
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(20), server);
        pool.call(1, EVER, EVER.toNanos());
        pool.sleepMillis(dice.from(1, 100));
        pool.call(1, EVER, EVER.toNanos());
        pool.sleepMillis(20);
        server.plan = server.takes(Duration.ofMillis(300));
        pool.sleepUntil(server.attempts.get(0).began + LATE + SLACK);
        pool.call(dice.from(6, 10), EVER, EVER.toNanos());
        pool.sleepMillis(30);
        int atOnce = server.creating() - 1;
        pool.require(atOnce > 1, "beside an attempt from before a success begin " + atOnce);
        pool.close();
    }

    /** Beside late attempts one at a time begins. */
    static void oneBesideLate(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = server.takes(QUICK);
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(20), server);
        pool.call(1, EVER, EVER.toNanos());
        pool.sleepMillis(20);
        server.plan = server.takes(EVER);
        pool.call(8, EVER, EVER.toNanos());
        pool.sleepMillis(LATE / MILLI);
        pool.sleepMillis(dice.from(500, 3_000));
        int atOnce = 4;
        for (int i = atOnce + 1; i < server.attempts.size(); i++) {
            long pause = server.attempts.get(i).began - server.attempts.get(i - 1).began;
            pool.require(pause >= LEAST_LATE, "beside late attempts begin two in " + pause + " ns");
        }
        pool.require(server.attempts.size() > atOnce + 1, "none begins beside late attempts");
        pool.close();
    }

    /** A server that has connected within no time is known. */
    static void successWithinNoTime(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = number -> {};
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(2), server);
        pool.call(1, EVER, EVER.toNanos());
        pool.sleepMillis(dice.from(1, 100));
        server.plan = server.takes(EVER);
        pool.call(1, EVER, EVER.toNanos());
        pool.sleepMillis(20);
        HangCourses.requireOneBesideEach(pool, 3);
        pool.close();
    }

    /** Where connects take long, an attempt is late after twice that time. */
    static void slowServer(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        Duration usual = Duration.ofMillis(dice.from(1_100, 3_000));
        server.plan = server.takes(usual);
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(2), server);
        pool.call(1, EVER, 0);
        simulation.sleep(3 * usual.toNanos());
        pool.pool.flush(FlushMode.GRACEFUL);
        int before = server.attempts.size();
        pool.call(1, EVER, 0);
        simulation.sleep(usual.toNanos() + SLACK);
        int begun = server.attempts.size() - before;
        pool.require(begun == 1, "beside an attempt that is as slow as usual begin " + begun);
        pool.close();
    }

    /** Beside more than 32 late attempts each pause is a second longer. */
    static void pausesBesideMany(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        Duration limit = Duration.ofSeconds(dice.from(5, 20));
        int most = 32;
        server.plan =
                number -> {
                    if (number == 1) {
                        throw new IllegalStateException("the server is down");
                    }
                    simulation.sleep(Duration.ofHours(1).toNanos());
                };
        Growing pool =
                new Growing(
                        simulation,
                        dice,
                        PoolConfig.builder().maxSize(1).connectTimeout(limit),
                        server);
        server.whenOneBegins =
                () -> {
                    int late = server.creating() - 1;
                    if (late > most) {
                        long before = server.attempts.get(server.attempts.size() - 2).began;
                        long pause = simulation.nanos() - before - limit.toNanos();
                        pool.require(
                                pause >= (late - most) * 1_000L * MILLI,
                                "beside " + late + " late ones the pause is " + pause + " ns");
                    }
                };
        pool.call(1, LONG, LONG.toNanos());
        pool.sleepMillis(90_000);
        pool.require(server.creating() > most + 1, "only " + server.creating() + " hang");
        pool.close();
    }
}
