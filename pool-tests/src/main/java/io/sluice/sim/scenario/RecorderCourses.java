package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Tended.LONG;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.FailingRecorder;
import io.sluice.sim.world.GrowthServer;
import java.time.Duration;

/** A flight recorder that fails. */
final class RecorderCourses {

    private RecorderCourses() {}

    /** It costs no resource, and hides no reason why there is none. */
    static void creations(Simulation simulation, Dice dice) throws Exception {
        GrowthServer server = new GrowthServer(simulation);
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(2), server);
        FailingRecorder recorder = new FailingRecorder();
        recorder.recordFor(pool.pool);
        boolean isDenied = dice.oneIn(2);
        if (isDenied) {
            server.plan = server.denies(Duration.ofMillis(dice.from(0, 50)));
        }
        try {
            pool.pool.createFirst();
            pool.require(!isDenied, "a denied attempt creates a resource");
        } catch (PoolException e) {
            pool.require(
                    isDenied && e.getCause() instanceof GrowthServer.Denied,
                    "a flight recorder that fails is the reason: " + e);
        }
        pool.require(
                server.attempts.size() == 1,
                "attempts beside a recorder that fails: " + server.attempts.size());
        pool.require(recorder.failures > 0, "the recorder was not called");
        server.plan = server.takes(Duration.ofMillis(2));
        pool.close();
        pool.require(server.alive.isEmpty(), "a recorder that fails costs " + server.alive);
    }

    /** It costs no lease. */
    static void waits(Simulation simulation, Dice dice) throws Exception {
        Tended pool = new Tended(simulation, Tended.config(1));
        pool.fill(1);
        FailingRecorder recorder = new FailingRecorder();
        recorder.recordFor(pool.pool);
        long hold = dice.from(50, 300);
        SimThread other =
                simulation.start(
                        "other",
                        () -> {
                            Holder<Object> holder = acquire(pool, LONG);
                            pool.sleepMillis(hold);
                            Tended.release(holder);
                        });
        pool.sleepMillis(dice.from(20, 40));
        Tended.release(acquire(pool, LONG));
        simulation.join(other);
        pool.require(recorder.failures > 0, "the recorder was not called");
        pool.close();
    }

    private static Holder<Object> acquire(Tended pool, Duration timeout) {
        try {
            return pool.acquire(timeout);
        } catch (IllegalStateException e) {
            pool.simulation.fail("a flight recorder that fails costs a lease", e);
            throw e;
        }
    }
}
