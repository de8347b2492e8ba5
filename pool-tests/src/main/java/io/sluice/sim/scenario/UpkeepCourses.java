package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Growing.LONG;
import static io.sluice.sim.scenario.Growing.MILLI;

import io.sluice.pool.FlushMode;
import io.sluice.pool.FlushReport;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.pool.PoolListener;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.GrowthServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Flushes, smaller maxima, and upkeep that has no alarm or no clock. */
final class UpkeepCourses {

    private static final Duration QUICK = Duration.ofMillis(2);
    private static final long SLACK = 2 * MILLI;
    private static final int ROUNDS = 20;
    private static final int MEETINGS = 50;

    /** Of two threads and the operator. */
    private static final long ROUND = 20 * MILLI;

    private UpkeepCourses() {}

    /** What is idle beyond a smaller maximum leaves at once. */
    static void smallerMaximum(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = server.takes(QUICK);
        int many = dice.from(2, 5);
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(many), server);
        pool.fill(many);
        pool.sleepMillis(dice.from(1, 1_500));
        int exist = server.alive.size();
        int most = dice.from(1, many - 1);
        pool.pool.resize(0, most);
        simulation.sleep(SLACK);
        pool.require(
                server.alive.size() == Math.min(exist, most),
                "idle beyond a maximum of " + most + " are " + server.alive);
        pool.close();
    }

    /** A flush by a deadline waits no longer for what is in creation. */
    static void flushBesideHang(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = server.takes(Duration.ofMinutes(1));
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(2), server);
        pool.call(dice.from(1, 2), LONG, 0);
        pool.sleepMillis(dice.from(1, 900));
        int creating = server.creating();
        Duration drain = Duration.ofMillis(dice.from(0, 300));
        long began = simulation.nanos();
        FlushReport report = pool.pool.flush(drain);
        long took = simulation.nanos() - began;
        pool.require(took <= drain.toNanos() + SLACK, "a flush within " + drain + " took " + took);
        pool.require(report.creating() == creating, creating + " hang, but a flush says " + report);
        server.plan = server.takes(QUICK);
        pool.close();
    }

    /** Where an alarm cannot be set, an idle resource is kept alive by the one there is. */
    static void keepaliveWithoutAlarm(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = server.takes(QUICK);
        Duration interval = Duration.ofSeconds(10);
        Growing pool =
                new Growing(
                        simulation,
                        dice,
                        PoolConfig.builder().maxSize(2).keepaliveInterval(interval),
                        server);
        pool.fill(1);
        long used = simulation.nanos();
        pool.sleepMillis(dice.from(3_000, 8_000));
        pool.ticker.refuses = true;
        try {
            pool.pool.resize(0, dice.from(1, 3));
        } catch (OutOfMemoryError e) {
            simulation.note("has no alarm");
        }
        pool.ticker.refuses = false;
        pool.sleepUntil(used + interval.toNanos() + SLACK);
        pool.require(server.validations.size() == 1, "an idle resource is not kept alive");
        pool.close();
    }

    /** A resource for which no alarm can be set is there nonetheless. */
    static void newcomerWithoutAlarm(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = server.takes(QUICK);
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(2), server);
        pool.ticker.refusesOddly = dice.oneIn(2);
        server.whenOneJoins = () -> pool.ticker.refuses = true;
        try {
            pool.pool.createFirst();
        } catch (PoolException e) {
            simulation.fail("a resource without an alarm is none", e);
        }
        pool.require(server.attempts.size() == 1, "attempts for one: " + server.attempts.size());
        server.whenOneJoins = () -> {};
        pool.close();
    }

    /** A clock that fails once costs no place in the pool. */
    static void clockFails(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(1), server);
        server.plan =
                number -> {
                    simulation.sleep(QUICK.toNanos());
                    if (number == 1) {
                        Thread creator = Thread.currentThread();
                        pool.ticker.beforeRead = () -> failFor(pool, creator);
                    }
                };
        Growing.Caller caller = pool.call(Duration.ofSeconds(5), 0);
        simulation.join(caller.thread);
        pool.require(caller.served >= 0, "a clock that failed once costs a place");
        pool.require(server.alive.size() == 1, "what was not taken in exists: " + server.alive);
        pool.close();
    }

    private static void failFor(Growing pool, Thread creator) {
        if (Thread.currentThread() == creator) {
            pool.ticker.beforeRead = () -> {};
            throw new OutOfMemoryError("no clock, on purpose");
        }
    }

    /** After a flush that was complete, nothing that begins is flushed. */
    static void flushBesideAttempts(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = number -> {};
        int[] oldest = {0};
        PoolListener listener =
                new PoolListener() {
                    @Override
                    public void onDiscard(
                            String name,
                            Object resource,
                            DiscardReason reason,
                            @Nullable Throwable cause) {
                        int number = Integer.parseInt(resource.toString().substring(9));
                        if (reason == DiscardReason.FLUSHED && number > oldest[0]) {
                            simulation.fail(resource + " began after a flush that it is for", null);
                        }
                    }
                };
        Growing pool =
                new Growing(
                        simulation,
                        dice,
                        PoolConfig.builder().maxSize(4).listener(listener),
                        server);
        simulation.stall(0.3, 3 * MILLI);
        for (int i = 0; i < ROUNDS; i++) {
            pool.call(2, LONG, 0);
            oldest[0] = Integer.MAX_VALUE;
            simulation.sleep(dice.oneOf(0, dice.from(0, 300)) * MILLI / 100);
            FlushReport report = pool.pool.flush(Duration.ofSeconds(1));
            if (report.creating() + report.stillOut() == 0) {
                oldest[0] = server.attempts.size();
            }
            pool.sleepMillis(5);
        }
        simulation.stall(0, 0);
        pool.close();
    }

    /** Releases and flushes that meet lose nothing, and destroy nothing twice. */
    static void flushBesideReleases(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = number -> {};
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(2), server);
        long began = simulation.nanos();
        List<SimThread> users = new ArrayList<>();
        boolean isForced = dice.oneIn(2);
        long drain = isForced ? MILLI : 0;
        for (int i = 1; i <= 2; i++) {
            users.add(simulation.start("user-" + i, () -> use(pool, began, MILLI + drain)));
        }
        simulation.stall(0.3, MILLI / 10);
        for (int i = 0; i < MEETINGS; i++) {
            pool.sleepUntil(began + i * ROUND + MILLI);
            if (isForced) {
                pool.pool.flush(Duration.ofNanos(drain)); // ends as they release
            } else {
                pool.pool.flush(FlushMode.GRACEFUL);
            }
            pool.sleepUntil(began + i * ROUND + ROUND / 2);
            PoolSnapshot now = pool.pool.snapshot();
            pool.require(
                    now.available() == now.total() && now.total() == server.alive.size(),
                    "after a flush exist " + server.alive + ", and the pool says " + now);
        }
        simulation.stall(0, 0);
        users.forEach(simulation::join);
        pool.close();
    }

    /** However many threads come to a pool that was idle, it has one tick. */
    static void oneTick(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = server.takes(QUICK);
        Growing pool =
                new Growing(
                        simulation,
                        dice,
                        PoolConfig.builder().maxSize(3).validateAfterIdle(LONG),
                        server);
        pool.fill(3);
        for (int i = 0; i < ROUNDS; i++) {
            pool.sleepMillis(3_000); // so that it has no tick
            int before = pool.ticker.pending;
            pool.call(3, Duration.ZERO, 0);
            pool.sleepMillis(1);
            int alarms = pool.ticker.pending - before;
            pool.require(alarms <= 1, "the ticks of three callers are " + alarms);
        }
        pool.close();
    }

    private static void use(Growing pool, long began, long hold) {
        for (int i = 0; i < MEETINGS; i++) {
            pool.sleepUntil(began + i * ROUND);
            Holder<Object> holder = pool.acquire();
            long stamp = holder.stamp();
            long late = pool.dice.from(0, 100) * MILLI / 1_000;
            pool.sleepUntil(began + i * ROUND + hold + late);
            boolean ignored = holder.release(stamp);
        }
    }
}
