package io.sluice.sim.scenario;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.ResourcePool;
import io.sluice.sim.invariant.ResourceFreshness;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.PoolThreads;
import io.sluice.sim.world.SimResource;
import io.sluice.sim.world.SimServer;

/** What the actors of a scenario share, and know of each other. */
final class Stage {

    final Simulation simulation;
    final Dice dice;
    final PoolConfig config;
    final SimServer server;
    final PoolThreads threads;
    final ResourcePool<SimResource> pool;
    final ResourceFreshness freshness;
    final LeaseChecks leases;

    /** By how much threads are faster than usual: the faster, the more they meet. */
    private final int pace;

    /** Whether leases may end by force from now on. */
    boolean isForced;

    /** When the last flush by force began: what it aborts may be aborted a moment later. */
    long forcedAt = -1;

    boolean isClosing;
    boolean isClosed;

    Stage(
            Simulation simulation,
            Dice dice,
            PoolConfig config,
            SimServer server,
            PoolThreads threads,
            ResourcePool<SimResource> pool) {
        this.simulation = simulation;
        this.dice = dice;
        this.config = config;
        this.server = server;
        this.threads = threads;
        this.pool = pool;
        this.freshness = new ResourceFreshness(simulation, server, config);
        this.leases = new LeaseChecks(this);
        this.pace = dice.oneOf(1, 1, 20, 1_000);
    }

    boolean isQuick() {
        return pace > 1;
    }

    /** Returns dice of a part, the same whatever the other parts do. */
    Dice diceOf(String part) {
        return dice.with(simulation.chance(part));
    }

    /** Lets some time pass, to work or to think. */
    void pass(Dice dice) {
        simulation.sleep(dice.someNanos(pace));
    }

    void note(String text) {
        simulation.note(text);
    }

    /** A call may need a thread, of the timer for example, when the system has none. */
    void allowNoThread(OutOfMemoryError e) {
        if (server.faults().noThread() == 0) {
            throw e;
        }
        note("needs a thread");
    }

    /** Ends the simulation with a failure. */
    void fail(String what) {
        simulation.fail(what, new Throwable("here"));
    }
}
