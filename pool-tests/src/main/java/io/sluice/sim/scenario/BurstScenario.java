package io.sluice.sim.scenario;

import io.sluice.pool.FlushMode;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.internal.base.CreatorThreads;
import io.sluice.pool.internal.base.SystemTicker;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.sim.scheduler.Scenario;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * Many threads come at once to an empty pool, each for a moment: a handful of resources serves them
 * all, within one and a half times of a connect. Attempts whose thread begins late create nothing.
 */
public final class BurstScenario implements Scenario {

    private static final int BURST = 50;
    private static final int MOST_CREATED = 12;

    /** So many creators may have looked at demand just before the last thread was served. */
    private static final int MOST_NEEDLESS = 4;

    private static final Duration CONNECT = Duration.ofMillis(100);
    private static final Duration LEASE = Duration.ofMillis(2);
    private static final long LIMIT_NANOS = CONNECT.toNanos() * 3 / 2;

    /** Long enough for ticks to have put to use what could not be, and for whatever is late. */
    private static final long REST_NANOS = Duration.ofMinutes(1).toNanos();

    private record Lease(Holder<Object> holder, long stamp) {}

    private final Queue<Lease> notEnded = new ArrayDeque<>();

    /** One after the other, growth would need half a second more. */
    private static final Duration LONG_LEASE = Duration.ofMillis(50);

    /** One attempt tries whether the failure is over; then many more begin at once. */
    private static final long AFTERWARDS_NANOS = CONNECT.toNanos() * 13 / 2;

    private int created;
    private int needless;
    private int left;

    @Override
    public void run(Simulation simulation) throws Exception {
        Dice dice = new Dice(simulation.chance("all"));
        boolean isLate = dice.oneIn(2) && simulation.has("lateCreators");
        PoolConfig.Builder config =
                PoolConfig.builder()
                        .name("simulated")
                        .maxSize(BURST)
                        .ticker(
                                new SystemTicker(
                                        task -> CreatorThreads.daemon("sluice-timer", task)));
        if (isLate) {
            config.maxCreating(BURST);
        }
        ResourcePool<Object> pool = ResourcePool.open(config.build(), new Server(simulation));
        if (isLate) {
            Dice delays = dice.with(simulation.chance("delays"));
            simulation.delayThreads(
                    () -> delays.oneIn(4) ? 0 : CONNECT.toNanos() * delays.from(4, 20));
        }
        boolean lacksMemory = !isLate && dice.oneIn(2) && simulation.has("noMemory");
        if (lacksMemory) {
            burstWithoutMemory(simulation, pool, dice);
            burst(simulation, pool, LONG_LEASE, AFTERWARDS_NANOS);
        } else {
            burst(simulation, pool, LEASE, isLate ? REST_NANOS : LIMIT_NANOS);
        }
        if (!isLate && !lacksMemory && created > MOST_CREATED) {
            simulation.fail("a burst made " + created + " resources", null);
        }
        simulation.delayThreads(() -> 0);
        pool.close(Duration.ZERO);
        simulation.sleep(REST_NANOS);
        if (needless > MOST_NEEDLESS) {
            simulation.fail("late creators made " + needless + " resources for nobody", null);
        }
    }

    /** Where there was no memory during a burst, growth is not frozen in the next one. */
    private void burstWithoutMemory(Simulation simulation, ResourcePool<Object> pool, Dice dice) {
        int first = dice.from(1, dice.oneOf(100, 1_000, 3_000));
        int last = first + dice.oneOf(0, 20, 500);
        int[] points = {0};
        simulation.note("no memory at " + first + " to " + last);
        simulation.refuseMemory(() -> ++points[0] >= first && points[0] <= last);
        burst(simulation, pool, LEASE, REST_NANOS);
        simulation.refuseMemory(() -> false);
        notEnded.forEach(lease -> lease.holder.release(lease.stamp));
        simulation.sleep(REST_NANOS);
        pool.flush(FlushMode.IDLE);
        simulation.sleep(REST_NANOS);
    }

    private void burst(
            Simulation simulation, ResourcePool<Object> pool, Duration lease, long limit) {
        long end = simulation.nanos() + limit;
        left = BURST;
        List<SimThread> users = new ArrayList<>();
        for (int i = 1; i <= BURST; i++) {
            users.add(simulation.start("user-" + i, () -> use(simulation, pool, lease)));
        }
        users.forEach(simulation::join);
        if (simulation.nanos() > end) {
            simulation.fail("a burst is served too late", null);
        }
    }

    private void use(Simulation simulation, ResourcePool<Object> pool, Duration time) {
        try {
            Holder<Object> holder = pool.acquire();
            Lease lease = new Lease(holder, holder.stamp());
            notEnded.add(lease);
            simulation.sleep(time.toNanos());
            holder.release(lease.stamp);
            notEnded.remove(lease);
        } catch (InterruptedException e) {
            simulation.fail("nothing interrupts", e);
        } catch (PoolException | OutOfMemoryError e) {
            simulation.note("fails: " + e);
        }
        left--;
    }

    private final class Server implements ResourceFactory<Object> {

        private final Simulation simulation;

        Server(Simulation simulation) {
            this.simulation = simulation;
        }

        @Override
        public Object create() {
            created++;
            needless += left == 0 ? 1 : 0;
            simulation.sleep(CONNECT.toNanos());
            return new Object();
        }

        @Override
        public void validate(Object resource, Duration limit) {
            // It is never broken.
        }

        @Override
        public void destroy(Object resource) {
            // Nothing is left of it.
        }
    }
}
