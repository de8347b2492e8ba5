package io.sluice.sim.scenario;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.GrowthServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Resources that have just been made, beside a thread that knows of them. */
final class NewcomerCourses {

    private NewcomerCourses() {}

    /** What a start or a warm-up has waited for can be had at once. */
    static void canBeHad(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = number -> {};
        int least = dice.from(1, 3);
        simulation.stall(0.05, Growing.MILLI);
        Growing pool =
                new Growing(
                        simulation,
                        dice,
                        PoolConfig.builder().minSize(least).maxSize(3).maxWaiting(0),
                        server);
        int many = 1;
        if (dice.oneIn(2)) {
            pool.pool.createFirst();
        } else if (pool.pool.createMinimum(Growing.LONG)) {
            many = least;
        }
        List<Holder<Object>> holders = new ArrayList<>();
        try {
            for (int i = 0; i < many; i++) {
                holders.add(pool.pool.acquire(Duration.ZERO));
            }
        } catch (PoolException | InterruptedException e) {
            simulation.fail("what a start has waited for cannot be had", e);
        }
        simulation.stall(0, 0);
        for (Holder<Object> holder : holders) {
            boolean ignored = holder.release(holder.stamp());
        }
        pool.close();
    }
}
