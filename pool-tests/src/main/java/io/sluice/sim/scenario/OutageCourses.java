package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Growing.LONG;
import static io.sluice.sim.scenario.Growing.MILLI;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.ResourceCreationException;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.GrowthServer;
import io.sluice.sim.world.GrowthServer.Attempt;
import java.time.Duration;

/** Servers that are down, or deny. */
final class OutageCourses {

    private static final long LEAST_PAUSE = 10 * MILLI;
    private static final long FIRST_PAUSE = 40 * MILLI;
    private static final long LAST_PAUSE = 500 * MILLI;
    private static final Duration QUICK = Duration.ofMillis(2);
    private static final Duration SLOW = Duration.ofMillis(100);

    /** Alarms and waiters may be so late. */
    private static final long SLACK = 2 * MILLI;

    private OutageCourses() {}

    /** One attempt at a time, with pauses that grow; then two at once, four, and all are served. */
    static void transientOutage(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = server.fails(QUICK);
        server.rethrows = dice.oneIn(3);
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(20), server);
        server.whenOneBegins = () -> checkPause(pool);
        int callers = dice.from(8, 12);
        pool.call(callers, LONG, LONG.toNanos());
        growAfter(pool, dice);
        pool.sleepMillis(500);
        pool.require(pool.served() == callers, pool.served() + " are served of " + callers);
        pool.close();
    }

    /** The same, where only the minimum asks for resources. */
    static void minimumAfterOutage(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = server.fails(QUICK);
        int least = dice.from(8, 12);
        Growing pool =
                new Growing(
                        simulation, dice, PoolConfig.builder().maxSize(20).minSize(least), server);
        server.whenOneBegins = () -> checkPause(pool);
        growAfter(pool, dice);
        pool.sleepMillis(500);
        int exist = server.alive.size();
        pool.require(exist == least, "after an outage exist " + exist + " of " + least);
        pool.close();
    }

    private static void growAfter(Growing pool, Dice dice) {
        GrowthServer server = pool.server;
        pool.simulation.sleep(dice.from(1, 2_000) * MILLI);
        server.plan = server.takes(SLOW);
        pool.simulation.await(() -> !server.alive.isEmpty(), LAST_PAUSE + SLOW.toNanos() + SLACK);
        pool.require(!server.alive.isEmpty(), "no attempt follows the end of an outage");
        pool.sleepMillis(2);
        pool.require(server.creating() == 2, "a success is followed by " + server.creating());
        pool.sleepMillis(118);
        pool.require(server.creating() == 4, "two are followed by " + server.creating());
    }

    private static void checkPause(Growing pool) {
        GrowthServer server = pool.server;
        long now = pool.simulation.nanos();
        Attempt before = null;
        int failed = 0;
        for (Attempt attempt : server.attempts) {
            if (attempt.ended >= 0) {
                failed++;
                before = attempt;
            }
        }
        if (before == null || !server.alive.isEmpty()) {
            return;
        }
        pool.require(server.creating() == 1, "in an outage are in creation " + server.creating());
        long pause = now - before.began;
        pool.require(now - before.ended >= LEAST_PAUSE, "after a failure follows at once another");
        pool.require(pause <= LAST_PAUSE + SLACK, "the pause is " + pause + " ns");
        boolean isFirst = server.attempts.get(0).began == before.began;
        pool.require(
                !isFirst || pause <= FIRST_PAUSE + SLACK,
                failed + " failed at once, and the pause is " + pause + " ns");
    }

    /** A resource that does not join is a failure like others. */
    static void doesNotJoin(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = server.takes(QUICK);
        server.refusesToJoin = true;
        Growing pool =
                new Growing(
                        simulation, dice, PoolConfig.builder().maxSize(1).maxCreating(1), server);
        Growing.Caller caller = pool.call(LONG, 0);
        simulation.await(() -> server.attempts.size() > 1, LAST_PAUSE);
        pool.require(server.attempts.size() > 1, "nothing follows a resource that does not join");
        long pause = server.last().began - server.attempts.get(0).ended;
        pool.require(pause >= LEAST_PAUSE, "a resource that does not join is no failure");
        simulation.join(caller.thread);
        pool.require(caller.served >= 0, "is not served after a resource that did not join");
        pool.close();
    }

    /** Each that waits for the first resource is told, and nothing is tried again for them. */
    static void failureThatIsToldToAll(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = server.fails(Duration.ofMillis(1_500)); // late, so the next needs no pause
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(1), server);
        int callers = dice.from(1, 3);
        int[] told = {0};
        for (int i = 1; i <= callers; i++) {
            var ignored =
                    simulation.start(
                            "first-" + i,
                            () -> {
                                try {
                                    pool.pool.createFirst();
                                } catch (ResourceCreationException e) {
                                    told[0]++;
                                }
                            });
        }
        pool.sleepMillis(3_000);
        pool.require(told[0] == callers, told[0] + " are told of a failure, of " + callers);
        pool.require(server.attempts.size() == 1, "is tried again for callers that were told");
        pool.close();
    }

    /** After a permanent failure nothing is tried until a caller comes. */
    static void deniedOnce(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = server.denies(dice.oneOf(QUICK, SLOW));
        int most = dice.oneOf(0, 1);
        Growing pool =
                new Growing(
                        simulation,
                        dice,
                        PoolConfig.builder().maxSize(8).maxCreating(most),
                        server);
        pool.call(dice.from(1, 8), LONG, 0);
        pool.sleepMillis(120);
        long end = simulation.nanos();
        checkDenied(pool);
        pool.sleepMillis(3_000);
        pool.require(server.begunAfter(end - 100 * MILLI) == 0, "is tried again for nobody");
        Growing.Caller last = pool.call(LONG, 0);
        pool.sleepMillis(1_000);
        pool.require(last.isOver && server.begunAfter(end) > 0, "a caller triggers no attempt");
        pool.require(server.begunAfter(end) == 1, "is tried again for a caller that was told");
        pool.close();
    }

    private static void checkDenied(Growing pool) {
        for (Growing.Caller caller : pool.callers) {
            boolean isTold =
                    caller.refused instanceof ResourceCreationException e && e.isPermanent();
            pool.require(isTold, "a caller is not told of a permanent failure");
        }
    }

    /** Once a failure is one that may pass, callers wait again. */
    static void deniedThenDown(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = server.denies(QUICK);
        Growing pool =
                new Growing(
                        simulation, dice, PoolConfig.builder().maxSize(2).maxCreating(1), server);
        Growing.Caller first = pool.call(LONG, 0);
        pool.sleepMillis(3);
        server.plan = server.fails(QUICK);
        pool.require(first.isOver, "a caller is not told of a permanent failure");
        int attempts = server.attempts.size();
        Growing.Caller second = pool.call(LONG, 0); // refused, and wanted
        simulation.await(() -> server.attempts.size() > attempts, 2 * LAST_PAUSE);
        pool.require(server.attempts.size() > attempts, "no attempt for a caller that came");
        pool.sleepMillis(3);
        Growing.Caller third = pool.call(LONG, 0);
        pool.sleepMillis(5);
        pool.require(second.isOver, "a caller between two attempts is not told");
        pool.require(third.refused == null, "a failure that may pass refuses a caller");
        server.plan = server.takes(QUICK);
        simulation.join(third.thread);
        pool.require(third.served >= 0, "a caller is not served after an outage");
        pool.close();
    }

    /** A minimum that a permanent failure has put off is tried at once after a suspension. */
    static void minimumAfterSuspension(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = server.denies(QUICK);
        Growing pool =
                new Growing(simulation, dice, PoolConfig.builder().maxSize(4).minSize(2), server);
        pool.sleepMillis(dice.from(550, 950));
        server.plan = server.takes(QUICK);
        int attempts = server.attempts.size();
        pool.pool.suspend();
        pool.sleepMillis(dice.from(0, 1));
        pool.pool.resume();
        pool.sleepMillis(5);
        pool.require(server.attempts.size() > attempts, "a suspension forgets the minimum");
        pool.close();
    }

    /** An error of the judge of failures hides none, and costs neither a place nor a retry. */
    static void judgeFails(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = server.fails(QUICK);
        server.judgeFails =
                dice.oneIn(2) ? new StackOverflowError() : new AssertionError("on purpose");
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(1), server);
        Growing.Caller caller = pool.call(LONG, 0);
        simulation.await(() -> server.attempts.size() > 2, 3 * LAST_PAUSE);
        pool.require(server.attempts.size() > 2, "an error of the judge costs the retry");
        server.plan = server.takes(QUICK);
        simulation.join(caller.thread);
        pool.require(caller.served >= 0, "an error of the judge costs a place");
        pool.close();
    }

    /** A thread that waits for the first resource is told whether time mends its failure. */
    static void firstIsTold(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        boolean isDenied = dice.oneIn(2);
        server.plan = isDenied ? server.denies(QUICK) : server.fails(QUICK);
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(2), server);
        try {
            pool.pool.createFirst();
            pool.require(false, "a first resource exists");
        } catch (ResourceCreationException e) {
            pool.require(e.isPermanent() == isDenied, "a failure says permanent: " + !isDenied);
        }
        pool.close();
    }

    /**
     * Where one after the other does not join, none begins before the retry, but for one: its
     * caller may have asked whether it may just before the failure.
     */
    static void noneJoins(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = number -> {};
        int many = dice.from(5, 15);
        int[] early = new int[1];
        server.whenOneBegins =
                () -> {
                    server.refusesToJoin = server.attempts.size() <= many;
                    if (server.attempts.size() > 1) {
                        Attempt before = server.attempts.get(server.attempts.size() - 2);
                        long pause = simulation.nanos() - before.ended;
                        boolean isPause = before.ended >= 0 && pause >= LEAST_PAUSE;
                        isPause |= before.number > many;
                        early[0] += isPause ? 0 : 1;
                        require(simulation, early[0] < 2, "two follow at once what did not join");
                    }
                };
        simulation.stall(0.3, 3 * MILLI);
        Growing pool =
                new Growing(
                        simulation, dice, PoolConfig.builder().maxSize(1).maxCreating(1), server);
        Growing.Caller caller = pool.call(LONG, 0);
        simulation.join(caller.thread);
        simulation.stall(0, 0);
        pool.require(caller.served >= 0, "is not served after some that did not join");
        pool.close();
    }

    private static void require(Simulation simulation, boolean is, String what) {
        if (!is) {
            simulation.fail(what, new Throwable("here"));
        }
    }
}
