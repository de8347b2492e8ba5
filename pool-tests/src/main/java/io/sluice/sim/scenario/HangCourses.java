package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Growing.LONG;
import static io.sluice.sim.scenario.Growing.MILLI;

import io.sluice.pool.PoolConfig;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.GrowthServer;
import io.sluice.sim.world.GrowthServer.Attempt;
import java.time.Duration;

/** Servers that hang. */
final class HangCourses {

    static final Duration QUICK = Duration.ofMillis(10);

    /** After so long an attempt is late, and another may begin. */
    static final long LATE_SOON = 500 * MILLI;

    static final long SLACK = 2 * MILLI;

    private HangCourses() {}

    private static GrowthServer.Plan hangs(Simulation simulation, Duration time) {
        return number -> {
            simulation.sleep(time.toNanos());
            throw new IllegalStateException("the server hung");
        };
    }

    /** Of a server of which nothing is known, late attempts count towards the maximum. */
    static void unknownServer(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = hangs(simulation, Duration.ofSeconds(8));
        int most = dice.from(1, 3);
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(most), server);
        server.whenOneBegins =
                () ->
                        pool.require(
                                server.creating() <= most
                                        || server.attempts.stream().anyMatch(a -> a.ended >= 0),
                                "to a server of which nothing is known, are in creation "
                                        + server.creating());
        pool.call(dice.from(most, 5), LONG, LONG.toNanos());
        pool.sleepMillis(7_000);
        server.plan = server.takes(QUICK);
        pool.close();
    }

    /** While attempts hang, another begins within half a second of the last. */
    static void knownServer(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        boolean isKnownByFailure = dice.oneIn(2);
        server.plan = isKnownByFailure ? server.fails(QUICK) : server.takes(QUICK);
        Growing pool =
                new Growing(
                        simulation, dice, PoolConfig.builder().maxSize(3).maxCreating(1), server);
        pool.call(1, LONG, LONG.toNanos());
        pool.sleepMillis(11);
        server.plan = hangs(simulation, Duration.ofMinutes(5));
        pool.call(2, LONG, LONG.toNanos());
        pool.sleepMillis(100);
        requireOneBesideEach(pool, 5);
        server.plan = server.takes(QUICK);
        pool.close();
    }

    /** So many times, another begins beside the last, which hangs. */
    static void requireOneBesideEach(Growing pool, int times) {
        GrowthServer server = pool.server;
        pool.require(server.attempts.size() > 1, "nothing is tried for callers");
        for (int i = 0; i < times; i++) {
            Attempt last = server.last();
            pool.sleepUntil(last.began + LATE_SOON + SLACK);
            pool.require(server.last() != last, "no attempt begins beside one that hangs");
        }
    }

    /** What a late attempt brings serves at once, though another has its place. */
    static void lateResource(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        Duration comesBack = Duration.ofMillis(dice.from(520, 900));
        server.plan =
                number -> {
                    if (number == 1) {
                        simulation.sleep(QUICK.toNanos());
                        throw new IllegalStateException("the server is down");
                    }
                    simulation.sleep(number == 2 ? comesBack.toNanos() : 60_000 * MILLI);
                };
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(1), server);
        Growing.Caller caller = pool.call(LONG, LONG.toNanos());
        simulation.await(() -> server.attempts.size() > 1, LATE_SOON);
        pool.require(server.attempts.size() > 1, "no attempt follows a failure");
        pool.sleepUntil(server.attempts.get(1).began + comesBack.toNanos() + SLACK);
        pool.require(server.attempts.size() > 2, "no attempt begins beside one that hangs");
        pool.require(caller.served >= 0, "what a late attempt brings does not serve");
        pool.close();
    }

    /** After a success beside late attempts several begin at once again. */
    static void successBesideLate(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        int hang = 4;
        server.plan = number -> simulation.sleep(number <= hang ? 60_000 * MILLI : 50 * MILLI);
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(20), server);
        pool.call(12, LONG, LONG.toNanos());
        simulation.await(() -> !server.alive.isEmpty(), 3_000 * MILLI);
        pool.require(!server.alive.isEmpty(), "attempts that hang keep others from beginning");
        pool.sleepMillis(20);
        int atOnce = server.creating() - hang;
        pool.require(atOnce > 1, "after a success beside late attempts at once begin " + atOnce);
        pool.close();
    }

    /** The failure of a late attempt delays no other. */
    static void lateFailure(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        long fails = dice.from(1_100, 1_900) * MILLI;
        server.plan = hangs(simulation, Duration.ofNanos(fails));
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(1), server);
        pool.call(dice.from(1, 2), LONG, LONG.toNanos());
        simulation.sleep(fails + SLACK);
        pool.require(server.attempts.size() == 2, "the failure of a late attempt delays the next");
        server.plan = server.takes(QUICK);
        pool.close();
    }

    /** A failure from before a success means nothing, but its place is free. */
    static void failureFromBeforeASuccess(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        Duration limit = Duration.ofMillis(dice.from(200, 800));
        server.plan = number -> simulation.sleep(number == 1 ? 60_000 * MILLI : QUICK.toNanos());
        Growing pool =
                new Growing(
                        simulation,
                        dice,
                        PoolConfig.builder().maxSize(2).connectTimeout(limit),
                        server);
        pool.call(1, LONG, LONG.toNanos());
        pool.sleepMillis(1); // so that one begins before the other
        pool.call(1, LONG, LONG.toNanos());
        simulation.sleep(limit.toNanos() + QUICK.toNanos() + SLACK);
        pool.require(pool.served() == 2, "the place of an attempt whose time is over stays taken");
        pool.close();
    }
}
