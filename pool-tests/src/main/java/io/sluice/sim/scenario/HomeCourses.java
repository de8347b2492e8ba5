package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Tended.LONG;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import java.time.Duration;

/** What a thread finds again that had it before. */
final class HomeCourses {

    private static final int ROUNDS = 100;
    private static final long MICRO = 1_000;

    private HomeCourses() {}

    /**
     * Where each lease is watched or validated there is no short way, and a thread that looks for
     * it takes nothing from another.
     */
    static void noShortWay(Simulation simulation, Dice dice) {
        PoolConfig.Builder config = Tended.config(1);
        Tended pool =
                new Tended(
                        simulation,
                        dice.oneIn(2)
                                ? config.leakThreshold(LONG)
                                : config.validateAfterIdle(Duration.ZERO));
        pool.fill(1);
        boolean[] isOver = {false};
        SimThread other =
                simulation.start(
                        "other",
                        () -> {
                            pool.fill(1); // from now on it knows the resource
                            while (!isOver[0]) {
                                simulation.sleep(MICRO);
                                pool.require(
                                        pool.pool.tryAcquire() == null,
                                        "a lease that is neither watched nor validated");
                            }
                        });
        pool.sleepMillis(dice.from(1, 500));
        for (int i = 0; i < ROUNDS; i++) {
            simulation.sleep(MICRO);
            Holder<Object> holder = pool.tryAcquire(Duration.ZERO);
            if (holder == null) {
                simulation.fail(
                        "a look for a short way that there is not takes a resource from others",
                        new Throwable("here"));
                return;
            }
            Tended.release(holder);
        }
        isOver[0] = true;
        simulation.join(other);
        pool.close();
    }
}
