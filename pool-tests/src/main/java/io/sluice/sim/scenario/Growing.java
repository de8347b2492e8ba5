package io.sluice.sim.scenario;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.internal.base.CreatorThreads;
import io.sluice.pool.internal.base.SystemTicker;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.FaultyTicker;
import io.sluice.sim.world.GrowthServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pool that grows, its server, and its callers. */
final class Growing {

    /** Longer than any scenario. */
    static final Duration LONG = Duration.ofMinutes(10);

    static final long MILLI = Duration.ofMillis(1).toNanos();

    final Simulation simulation;
    final Dice dice;
    final GrowthServer server;
    final FaultyTicker ticker;
    final List<Caller> callers = new ArrayList<>();
    ResourcePool<Object> pool;

    Growing(Simulation simulation, Dice dice, PoolConfig.Builder config, GrowthServer server) {
        this.simulation = simulation;
        this.dice = dice;
        this.server = server;
        this.ticker = newTicker();
        this.pool =
                ResourcePool.open(
                        config.name("simulated")
                                .idleTimeout(LONG)
                                .maxLifetime(Duration.ofHours(10))
                                .ticker(ticker)
                                .build(),
                        server);
    }

    static FaultyTicker newTicker() {
        return new FaultyTicker(
                new SystemTicker(task -> CreatorThreads.daemon("sluice-timer", task)));
    }

    /** One call, and what came of it. */
    final class Caller implements Runnable {
        private final Duration timeout;
        private final long hold;
        final long came = simulation.nanos();
        final SimThread thread;
        long served = -1;
        @Nullable Throwable refused;
        boolean isOver;

        Caller(String name, Duration timeout, long hold) {
            this.timeout = timeout;
            this.hold = hold;
            this.thread = simulation.start(name, this);
        }

        @Override
        public void run() {
            try {
                Holder<Object> holder = pool.acquire(timeout);
                long stamp = holder.stamp();
                served = simulation.nanos();
                simulation.sleep(hold);
                boolean ignored = holder.release(stamp);
            } catch (AcquireTimeoutException e) {
                simulation.note("has waited in vain");
            } catch (PoolException | OutOfMemoryError e) {
                refused = e;
            } catch (InterruptedException e) {
                simulation.fail("nothing interrupts", e);
            }
            isOver = true;
        }
    }

    /** A thread acquires, and holds for that long. */
    Caller call(Duration timeout, long hold) {
        Caller caller = new Caller("caller-" + (callers.size() + 1), timeout, hold);
        callers.add(caller);
        return caller;
    }

    void call(int many, Duration timeout, long hold) {
        for (int i = 0; i < many; i++) {
            Caller ignored = call(timeout, hold);
        }
    }

    void sleepMillis(long millis) {
        simulation.sleep(millis * MILLI);
    }

    /** Lets time pass until that moment. */
    void sleepUntil(long moment) {
        simulation.sleep(moment - simulation.nanos());
    }

    /** A good server serves at once. */
    Holder<Object> acquire() {
        try {
            return pool.acquire(LONG);
        } catch (PoolException | InterruptedException e) {
            simulation.fail("a good server does not serve", e);
            throw new IllegalStateException(e);
        }
    }

    /** Makes so many idle resources. */
    void fill(int many) {
        List<Holder<Object>> all = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            all.add(acquire());
        }
        for (Holder<Object> holder : all) {
            boolean ignored = holder.release(holder.stamp());
        }
    }

    long served() {
        return callers.stream().filter(caller -> caller.served >= 0).count();
    }

    void require(boolean is, String what) {
        if (!is) {
            simulation.fail(what, new Throwable("here"));
        }
    }

    /** All attempts that hang come back, and all callers end. */
    void close() {
        server.whenOneBegins = () -> {};
        ticker.refuses = false;
        ticker.beforeAlarm = () -> {};
        ticker.beforeRun = () -> {};
        ticker.beforeRead = () -> {};
        pool.close(Duration.ZERO);
        callers.forEach(caller -> simulation.join(caller.thread));
        if (server.creating() == 0) {
            sleepMillis(1_500); // for the last tick
            require(ticker.pending == 0, "a closed pool has alarms: " + ticker.pending);
        }
    }
}
