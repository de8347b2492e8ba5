package io.sluice.sim.scenario;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.EndServer;
import io.sluice.sim.world.EndServer.Item;
import io.sluice.sim.world.FaultyTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A pool whose leases and resources end in trouble, its server, and its log. */
final class Ending {

    /** Longer than any course of events. */
    static final Duration LONG = Duration.ofMinutes(10);

    static final long MILLI = Duration.ofMillis(1).toNanos();

    /** For what takes no time; a schedule may take some. */
    static final long SLACK = 20 * MILLI;

    /** By then a pool that was used has ticked. */
    static final Duration TICKS = Duration.ofSeconds(3);

    final Simulation simulation;
    final Dice dice;
    final EndServer server;
    final FaultyTicker ticker = Growing.newTicker();
    final ResourcePool<Item> pool;

    private final List<SimThread> threads = new ArrayList<>();

    Ending(Simulation simulation, Dice dice, PoolConfig.Builder config, EndServer server) {
        this.simulation = simulation;
        this.dice = dice;
        this.server = server;
        this.pool = ResourcePool.open(withoutUpkeep(config).ticker(ticker).build(), server);
    }

    private static PoolConfig.Builder withoutUpkeep(PoolConfig.Builder config) {
        return config.name("simulated")
                .idleTimeout(Duration.ZERO)
                .maxLifetime(Duration.ZERO)
                .keepaliveInterval(Duration.ZERO);
    }

    /** Returns so many leases. */
    List<Holder<Item>> acquire(int many) throws InterruptedException {
        List<Holder<Item>> leases = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            leases.add(pool.acquire(LONG));
        }
        return leases;
    }

    static void release(List<Holder<Item>> leases) {
        for (Holder<Item> lease : leases) {
            boolean ignored = lease.release(lease.stamp());
        }
    }

    /** A step of another thread. */
    interface Step {
        void run() throws Exception;
    }

    /** Another thread does something. Memory may be wanting to it. */
    SimThread start(String name, Step step) {
        SimThread thread =
                simulation.start(
                        name,
                        () -> {
                            try {
                                step.run();
                            } catch (OutOfMemoryError e) {
                                simulation.note("fails: " + e);
                            } catch (Exception e) {
                                simulation.fail(name + " failed: " + e, e);
                            }
                        });
        threads.add(thread);
        return thread;
    }

    void sleepMillis(long millis) {
        simulation.sleep(millis * MILLI);
    }

    void sleep(Duration time) {
        simulation.sleep(time.toNanos());
    }

    void require(boolean is, String what) {
        if (!is) {
            simulation.fail(what, new Throwable("here"));
        }
    }

    /** The world is well again. */
    void close() {
        ticker.refuses = false;
        ticker.beforeRun = () -> {};
        server.creating = item -> {};
        server.destroying = item -> {};
        server.aborting = item -> {};
        simulation.refuseThreads(() -> false);
        pool.close(Duration.ZERO);
        threads.forEach(simulation::join);
    }
}
