package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Growing.LONG;
import static io.sluice.sim.scenario.Growing.MILLI;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.GrowthServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Threads that wait in line for a pool that has some resources. */
final class QueueCourses {

    private static final long LOOK = 5 * MILLI;
    private static final Duration SLOW = Duration.ofMillis(100);
    private static final long SLACK = 2 * MILLI;

    private QueueCourses() {}

    /** Opens a pool with so many resources, created one after the other. */
    private static Growing open(
            Simulation simulation, Dice dice, PoolConfig.Builder config, Duration time, int members)
            throws InterruptedException {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = server.takes(time);
        Growing pool = new Growing(simulation, dice, config, server);
        List<Holder<Object>> all = hold(pool, members);
        all.forEach(holder -> holder.release(holder.stamp()));
        pool.sleepMillis(1_000);
        return pool;
    }

    private static List<Holder<Object>> hold(Growing pool, int many) throws InterruptedException {
        List<Holder<Object>> all = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            try {
                all.add(pool.pool.acquire(LONG));
            } catch (PoolException e) {
                pool.simulation.fail("a good server does not serve", e);
            }
        }
        return all;
    }

    /** Where a connect is quick, one at a time is made while leases come back. */
    static void quickServer(Simulation simulation, Dice dice) throws InterruptedException {
        Duration time = Duration.ofMillis(dice.oneOf(1, 9, 12, 14));
        Growing pool = open(simulation, dice, PoolConfig.builder().maxSize(50), time, 1);
        long began = simulation.nanos();
        int before = pool.server.attempts.size();
        pool.server.whenOneBegins =
                () -> {
                    int atOnce = pool.server.creating();
                    int begun = pool.server.attempts.size() - before;
                    boolean isFirst = simulation.nanos() < began + LOOK;
                    pool.require(
                            atOnce == 1, "a quick server is connected to " + atOnce + " times");
                    pool.require(!isFirst || begun <= 2, "before a look begin " + begun);
                };
        pool.call(60, LONG, 2 * MILLI);
        pool.callers.forEach(caller -> simulation.join(caller.thread));
        pool.close();
    }

    /** Members are trusted with a line for as long as they were to need for it. */
    static void trustedMembers(Simulation simulation, Dice dice) throws InterruptedException {
        Growing pool =
                open(simulation, dice, PoolConfig.builder().maxSize(50), Duration.ofMillis(50), 1);
        int before = pool.server.attempts.size();
        long end = simulation.nanos() + 250 * MILLI;
        for (int i = 0; i < 20; i++) {
            var ignored =
                    simulation.start(
                            "user-" + i,
                            () -> {
                                while (simulation.nanos() < end) {
                                    use(pool, 2 * MILLI);
                                }
                            });
        }
        pool.sleepUntil(end);
        pool.require(
                pool.server.attempts.size() > before + 1,
                "a line that does not end is left to members");
        pool.sleepMillis(1_000);
        pool.close();
    }

    private static void use(Growing pool, long hold) {
        try {
            Holder<Object> holder = pool.pool.acquire(LONG);
            long stamp = holder.stamp();
            pool.simulation.sleep(hold);
            boolean ignored = holder.release(stamp);
        } catch (PoolException | InterruptedException e) {
            pool.simulation.fail("a good server does not serve", e);
        }
    }

    /** Once none has come back for a whole connect time, each thread that waits needs one. */
    static void longLeases(Simulation simulation, Dice dice) throws InterruptedException {
        Growing pool = open(simulation, dice, PoolConfig.builder().maxSize(50), SLOW, 1);
        long began = simulation.nanos();
        int callers = dice.from(20, 30);
        pool.call(callers, LONG, LONG.toNanos());
        pool.sleepUntil(began + 2 * SLOW.toNanos() + 2 * LOOK + SLACK);
        pool.require(pool.served() == callers, pool.served() + " are served of " + callers);
        pool.close();
    }

    /** What leases take is not taken for less because none comes back for a moment. */
    static void momentWithoutReturn(Simulation simulation, Dice dice) throws InterruptedException {
        Duration time = Duration.ofMillis(40);
        Growing pool = open(simulation, dice, PoolConfig.builder().maxSize(90), time, 12);
        List<Holder<Object>> held = hold(pool, 12);
        long began = simulation.nanos();
        pool.call(60, LONG, LONG.toNanos());
        pool.sleepMillis(dice.from(1, 4));
        held.get(0).release(held.get(0).stamp());
        pool.sleepUntil(began + 2 * LOOK + SLACK);
        int atOnce = pool.server.creating();
        pool.require(atOnce >= 10, "a long line is served by " + atOnce + " attempts at once");
        pool.close();
    }

    /** A configured number of attempts is not exceeded, however long the line is. */
    static void limitOfAttempts(Simulation simulation, Dice dice) throws InterruptedException {
        int most = dice.from(1, 3);
        Growing pool =
                open(simulation, dice, PoolConfig.builder().maxSize(50).maxCreating(most), SLOW, 1);
        pool.server.whenOneBegins =
                () -> {
                    int atOnce = pool.server.creating();
                    pool.require(atOnce <= most, atOnce + " are in creation, at most " + most);
                };
        pool.call(20, LONG, LONG.toNanos());
        pool.sleepMillis(500);
        pool.close();
    }

    /** After connections were closed no more than four attempts run until the next success. */
    static void afterALoss(Simulation simulation, Dice dice) throws InterruptedException {
        Growing pool = open(simulation, dice, PoolConfig.builder().maxSize(50), SLOW, 8);
        List<Holder<Object>> held = hold(pool, 8);
        for (Holder<Object> holder : held.subList(0, dice.from(1, 6))) {
            boolean ignored = holder.evict(holder.stamp()) && holder.release(holder.stamp());
        }
        pool.server.plan = pool.server.takes(Duration.ofMinutes(1));
        pool.server.whenOneBegins =
                () -> {
                    int atOnce = pool.server.creating();
                    pool.require(atOnce <= 4, "after a loss " + atOnce + " are in creation");
                };
        pool.call(20, LONG, LONG.toNanos());
        pool.sleepMillis(240);
        pool.close();
    }
}
