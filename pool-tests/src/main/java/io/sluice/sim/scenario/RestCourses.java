package io.sluice.sim.scenario;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.SizingReport;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.GrowthServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Pools that come to rest, as overnight, and what is reported of their sizes afterwards. */
final class RestCourses {

    private static final Duration NIGHT = Duration.ofHours(10);

    private RestCourses() {}

    private static ResourcePool<Object> open(Simulation simulation, PoolConfig.Builder config) {
        return ResourcePool.open(
                config.name("simulated").ticker(Growing.newTicker()).build(),
                new GrowthServer(simulation));
    }

    /** Resources that have idled out do not count as idle. */
    static void idledOut(Simulation simulation, Dice dice) throws InterruptedException {
        int size = dice.from(1, 4);
        ResourcePool<Object> pool =
                open(
                        simulation,
                        PoolConfig.builder().maxSize(size).idleTimeout(Duration.ofMinutes(1)));
        List<Holder<Object>> all = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            all.add(pool.acquire());
        }
        all.forEach(holder -> holder.release(holder.stamp()));
        simulation.sleep(Duration.ofMinutes(10).toNanos());
        boolean isEmpty = pool.snapshot().total() == 0;
        simulation.sleep(NIGHT.toNanos());
        check(simulation, isEmpty ? pool.sizing().meanIdle() : 0, "idle");
        pool.close(Duration.ZERO);
    }

    /** Nor does what was in use before count as in use. */
    static void usedBeforeTheRest(Simulation simulation, Dice dice) throws InterruptedException {
        ResourcePool<Object> pool =
                open(
                        simulation,
                        PoolConfig.builder()
                                .maxSize(2)
                                .validateAfterIdle(dice.oneOfMillis(10, 80, 500))
                                .idleTimeout(Duration.ofDays(1))
                                .maxLifetime(Duration.ZERO)
                                .keepaliveInterval(Duration.ZERO));
        Holder<Object> holder = pool.acquire();
        for (int i = 0; i < dice.from(0, 20); i++) {
            Holder<Object> other = pool.acquire();
            other.release(other.stamp());
            simulation.sleep(dice.from(1, 60) * Growing.MILLI);
        }
        holder.release(holder.stamp());
        simulation.sleep(NIGHT.toNanos());
        SizingReport report = pool.sizing();
        check(simulation, report.meanUsed(), "in use");
        pool.close(Duration.ZERO);
    }

    private static void check(Simulation simulation, double mean, String what) {
        if (mean > 0.1) {
            simulation.fail("after a night at rest " + mean + " are " + what + " on average", null);
        }
    }
}
