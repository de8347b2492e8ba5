package io.sluice.sim.scenario;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.FaultyTicker;
import io.sluice.sim.world.UpkeepServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pool whose few resources are looked after, and its server. */
final class Tended {

    /** Longer than any course. */
    static final Duration LONG = Duration.ofMinutes(10);

    static final long MILLI = Duration.ofMillis(1).toNanos();

    final Simulation simulation;
    final UpkeepServer server;
    final FaultyTicker ticker = Growing.newTicker();
    final ResourcePool<Object> pool;

    /** Nothing is due by itself, unless so configured. */
    static PoolConfig.Builder config(int maxSize) {
        return PoolConfig.builder()
                .maxSize(maxSize)
                .idleTimeout(Duration.ZERO)
                .maxLifetime(Duration.ZERO)
                .lifetimeJitter(0)
                .keepaliveInterval(Duration.ZERO)
                .validateAfterIdle(LONG);
    }

    Tended(Simulation simulation, PoolConfig.Builder config) {
        this.simulation = simulation;
        this.server = new UpkeepServer(simulation);
        this.pool = ResourcePool.open(config.name("simulated").ticker(ticker).build(), server);
    }

    Holder<Object> acquire() {
        return acquire(LONG);
    }

    /** Acquires what has to be served in that time. */
    Holder<Object> acquire(Duration timeout) {
        try {
            return pool.acquire(timeout);
        } catch (PoolException | InterruptedException e) {
            simulation.fail("a good server does not serve", e);
            throw new IllegalStateException(e);
        }
    }

    List<Holder<Object>> hold(int many) {
        List<Holder<Object>> held = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            held.add(acquire());
        }
        return held;
    }

    static void release(Holder<Object> holder) {
        boolean ignored = holder.release(holder.stamp());
    }

    /** Lets so many resources exist, all idle. */
    void fill(int many) {
        hold(many).forEach(Tended::release);
    }

    /** The same; all were used last at one moment, so that keepalives are due at one. */
    void fillAtOnce(int many) {
        fill(many);
        sleepMillis(300); // a tick
        fill(many);
    }

    /** A thread acquires, holds for that long if it is served, and is told whether it was. */
    SimThread call(Duration timeout, long hold) {
        return simulation.start(
                "caller",
                () -> {
                    Holder<Object> holder = tryAcquire(timeout);
                    if (holder != null) {
                        simulation.sleep(hold);
                        release(holder);
                    }
                });
    }

    @Nullable Holder<Object> tryAcquire(Duration timeout) {
        try {
            return pool.acquire(timeout);
        } catch (PoolException | InterruptedException e) {
            simulation.note("is not served");
            return null;
        }
    }

    void sleepMillis(long millis) {
        simulation.sleep(millis * MILLI);
    }

    /** Lets time pass until that moment. */
    void sleepUntil(long moment) {
        simulation.sleep(moment - simulation.nanos());
    }

    void require(boolean is, String what) {
        if (!is) {
            simulation.fail(what, new Throwable("here"));
        }
    }

    void close() {
        server.plan = resource -> {};
        pool.close(Duration.ZERO);
    }
}
