package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Growing.LONG;
import static io.sluice.sim.scenario.Growing.MILLI;

import io.sluice.pool.FlushMode;
import io.sluice.pool.FlushReport;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.pool.PoolListener;
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

    /** A creator that comes too late for a caller leaves no other waiting that came meanwhile. */
    static void needlessCreators(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = number -> {};
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(8), server);
        simulation.stall(0.2, MILLI / 2);
        for (int i = 0; i < 2 * ROUNDS; i++) {
            long begins = QUICK.toNanos() + dice.from(0, 10) * MILLI / 50;
            simulation.delayThreads(() -> begins);
            Growing.Caller first = pool.call(QUICK, 0);
            simulation.sleep(begins + dice.oneOf(0, 0, 0, 1, 2) * MILLI / 4);
            Growing.Caller second = pool.call(LONG, 0);
            pool.sleepMillis(60); // before a tick looks at demand
            pool.require(second.served >= 0, "a caller waits, and nothing is created for it");
            simulation.join(first.thread);
            pool.pool.flush(FlushMode.IDLE);
            pool.sleepMillis(1_000);
        }
        simulation.delayThreads(() -> 0);
        simulation.stall(0, 0);
        pool.close();
    }

    /** A thread that comes for the first resource while the pool is closed is told. */
    static void firstAtTheClose(Simulation simulation, Dice dice) {
        simulation.stall(0.1, 20 * MILLI);
        for (int round = 0; round < 10; round++) {
            GrowthServer server = new GrowthServer(simulation);
            server.plan = server.fails(QUICK);
            Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(1), server);
            pool.call(1, LONG, 0);
            pool.sleepMillis(dice.from(1, 9));
            List<SimThread> firsts = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                firsts.add(simulation.start("first-" + i, () -> first(pool)));
            }
            pool.close();
            firsts.forEach(simulation::join);
        }
        simulation.stall(0, 0);
    }

    private static void first(Growing pool) {
        try {
            pool.pool.createFirst();
        } catch (PoolException e) {
            pool.simulation.note("is told");
        }
    }

    /** After a suspension and a flush that waited for all attempts, none begins. */
    static void suspendedAndFlushed(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = number -> {};
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(4), server);
        boolean[] isSealed = {false};
        server.whenOneBegins =
                () -> pool.require(!isSealed[0], "an attempt begins in a suspended, flushed pool");
        simulation.stall(0.3, 3 * MILLI);
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
        simulation.stall(0, 0);
        pool.close();
    }

    /** A caller that comes after a success is told of no failure from before. */
    static void failureThatIsForgotten(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        boolean[] isGood = {false};
        PoolListener listener =
                new PoolListener() {
                    @Override
                    public void onCreate(String name, Object resource) {
                        isGood[0] = true;
                    }
                };
        Growing pool =
                new Growing(
                        simulation,
                        dice,
                        PoolConfig.builder().maxSize(2).listener(listener),
                        server);
        simulation.stall(0.3, MILLI);
        for (int i = 0; i < ROUNDS; i++) {
            int denied = server.attempts.size() + 1;
            server.plan =
                    number ->
                            (number == denied ? server.denies(QUICK) : server.takes(QUICK))
                                    .connect(number);
            isGood[0] = false;
            pool.call(dice.from(3, 6), LONG, 20 * MILLI);
            simulation.await(() -> isGood[0], 100 * MILLI);
            if (isGood[0]) {
                Growing.Caller late = pool.call(LONG, 0);
                simulation.join(late.thread);
                pool.require(late.served >= 0, "a failure is told after a success");
            }
            pool.sleepMillis(100);
            pool.pool.flush(FlushMode.IDLE);
            pool.sleepMillis(1_000);
        }
        simulation.stall(0, 0);
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
