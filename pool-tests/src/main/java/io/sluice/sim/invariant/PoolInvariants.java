package io.sluice.sim.invariant;

import io.sluice.pool.ResourcePool;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.SimResource;
import io.sluice.sim.world.SimServer;
import java.time.Duration;
import java.util.List;

/** Holds a pool to what is true of every pool. */
public final class PoolInvariants {

    /** So long a waiter that was woken in vain may keep its name, and sleep beside a resource. */
    private static final long FUTILE_NANOS = 300_000;

    /** In virtual time; what hangs is aborted or given up by then. */
    private static final long REST_NANOS = Duration.ofMinutes(10).toNanos();

    /** A tick by then takes what has missed the change to a smaller maximum, and is idle. */
    private static final long TICK_NANOS = Duration.ofMillis(260).toNanos();

    private static final long LOOK_NANOS = Duration.ofMillis(100).toNanos();

    private final Simulation simulation;
    private final ResourcePool<SimResource> pool;
    private final SimServer server;
    private final PoolView<SimResource> view;

    /** Since when something idle is beyond the maximum, and no thread is stalled. */
    private long surplusSince = Long.MAX_VALUE;

    public PoolInvariants(Simulation simulation, ResourcePool<SimResource> pool, SimServer server) {
        this.simulation = simulation;
        this.pool = pool;
        this.server = server;
        this.view = new PoolView<>(pool);
        simulation.whenQuiet(this::checkQuiet);
    }

    /** Every thread waits for time to pass. */
    private void checkQuiet() {
        String disorder = view.disorder();
        if (disorder != null) {
            simulation.fail(disorder, null);
        }
        checkCounts();
        checkWaiting();
        checkSurplus();
    }

    /** A lower maximum discards what is idle; what has missed it, at the next tick. */
    private void checkSurplus() {
        boolean isResized = server.isResizing() || pool.isSuspended();
        if (isResized || view.members() <= view.maxSize() || !view.isAnyIdle()) {
            surplusSince = Long.MAX_VALUE;
            return;
        }
        long now = simulation.nanos();
        surplusSince = Math.max(Math.min(surplusSince, now), simulation.stalledUntil());
        boolean isBeforeTick = now - surplusSince <= TICK_NANOS;
        if (!(server.mayHaveMissedResize() && isBeforeTick)) {
            simulation.fail("something idle is beyond the maximum: " + view, null);
        }
    }

    private void checkCounts() {
        int permits = view.total() + view.creating();
        boolean agrees = server.alive() + server.creating() == permits;
        if (agrees && server.creating() == 0 && view.creating() == 0) {
            server.countsAgree();
        }
        if (server.isCertain()) {
            if (!agrees) {
                simulation.fail(
                        "exist "
                                + server.alive()
                                + ", in creation "
                                + server.creating()
                                + ", which is not what the permits say: "
                                + view,
                        null);
            }
            server.lowerLimit(Math.max(permits, view.maxSize()));
        }
    }

    private void checkWaiting() {
        if (isBesideAvailable() && simulation.nextTime() - simulation.nanos() > FUTILE_NANOS) {
            simulation.fail("waits beside something available: " + view, null);
        }
    }

    /** Whether something waits though a resource is available. */
    public boolean isBesideAvailable() {
        return view.waiting() > 0 && view.isAnyAvailable() && !pool.isSuspended();
    }

    /** Returns how many wait. */
    public int waiting() {
        return view.waiting();
    }

    /** Nothing uses the pool any more, and the server behaves. */
    public void checkAtRest() {
        long end = simulation.nanos() + REST_NANOS;
        List<String> faults = faultsAtRest();
        while (!faults.isEmpty()) {
            if (simulation.nanos() >= end) {
                simulation.fail("not at rest: " + faults + "; " + view, null);
            }
            simulation.sleep(LOOK_NANOS);
            faults = faultsAtRest();
        }
    }

    private List<String> faultsAtRest() {
        List<String> faults = view.faultsAtRest();
        if (server.creating() != 0 || server.alive() != view.total()) {
            faults.add("exist " + server.alive() + ", in creation " + server.creating());
        }
        return faults;
    }

    /** The pool is closed. */
    public void checkClosed() {
        simulation.await(() -> server.creating() == 0 && server.alive() == 0, REST_NANOS);
        if (server.alive() + server.creating() != 0) {
            simulation.fail(
                    "closed, but "
                            + server.alive()
                            + " exist, in creation "
                            + server.creating()
                            + "; "
                            + view,
                    null);
        }
    }

    /** Returns the counts of the pool. */
    @Override
    public String toString() {
        return view.toString();
    }
}
