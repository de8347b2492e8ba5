package io.sluice.sim.scenario;

import io.sluice.pool.FlushMode;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolSnapshot;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.GrowthServer;
import io.sluice.sim.world.GrowthServer.Plan;
import java.time.Duration;

/** Attempts that end at one moment, each with its permit. */
final class PermitCourses {

    private static final int SIZE = 4;
    private static final int ROUNDS = 10;

    /** By then each attempt that failed was made again. */
    private static final long RETRIED = 30_000;

    private PermitCourses() {}

    /** Some succeed and some fail. */
    static void someFailAtOnce(Simulation simulation, Dice dice) {
        run(simulation, dice, 2);
    }

    /** None succeeds. */
    static void allFailAtOnce(Simulation simulation, Dice dice) {
        run(simulation, dice, 1);
    }

    private static void run(Simulation simulation, Dice dice, int oneIn) {
        GrowthServer server = new GrowthServer(simulation);
        Growing pool =
                new Growing(
                        simulation, dice, PoolConfig.builder().maxSize(SIZE).minSize(SIZE), server);
        Duration time = Duration.ofMillis(dice.from(1, 100));
        Plan fails = server.fails(time);
        Plan takes = server.takes(time);
        for (int i = 0; i < ROUNDS; i++) {
            int first = server.attempts.size();
            server.plan =
                    number -> {
                        boolean mayFail = number <= first + SIZE;
                        (mayFail && dice.oneIn(oneIn) ? fails : takes).connect(number);
                    };
            pool.pool.flush(FlushMode.IDLE);
            pool.sleepMillis(RETRIED);
            PoolSnapshot now = pool.pool.snapshot();
            pool.require(
                    now.total() == SIZE
                            && now.total() == server.alive.size()
                            && now.creating() == server.creating(),
                    "exist " + server.alive + ", in creation " + server.creating() + ": " + now);
        }
        pool.close();
    }
}
