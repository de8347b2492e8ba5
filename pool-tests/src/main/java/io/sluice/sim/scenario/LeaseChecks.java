package io.sluice.sim.scenario;

import io.sluice.pool.PoolCounters;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.world.SimResource;

/** What the pool says of its leases, held against what its callers have. */
final class LeaseChecks {

    private static final String NOT_KNOWN = "not known";

    private final Stage stage;

    /** What callers have counted: leases, time-outs of those that waited, and refusals. */
    private long served;

    private long timedOut;
    private long refused;

    /** Leases of requests that are in use. */
    private int ofRequests;

    private PoolCounters last = PoolCounters.NONE;

    LeaseChecks(Stage stage) {
        this.stage = stage;
    }

    void served() {
        served++;
    }

    void timedOut() {
        timedOut++;
    }

    void refused() {
        refused++;
    }

    void beginsForRequest() {
        ofRequests++;
    }

    void endsForRequest() {
        ofRequests--;
    }

    /** The calling thread has a lease, or a request has one: the pool says so. */
    void checkOwner(Holder<SimResource> holder, long stamp, boolean isOfRequest) {
        String owner = isOfRequest ? NOT_KNOWN : Thread.currentThread().getName();
        int before = ofRequests;
        long named =
                stage.pool.leases().stream().filter(lease -> lease.thread().equals(owner)).count();
        int least = isOfRequest ? Math.min(before, ofRequests) : 1;
        if (named < least && !stage.isForced && !stage.isClosing && holder.stamp() == stamp) {
            stage.fail(named + " leases are of \"" + owner + "\", which has " + least);
        }
    }

    private static String textOf(PoolCounters counters) {
        return "%d acquired, %d timed out, %d refused, %d created, %d creations failed"
                .formatted(
                        counters.acquired(),
                        counters.timedOut(),
                        counters.refused(),
                        counters.created(),
                        counters.creationsFailed());
    }

    /** Each count only rises, and is no lower than what callers have seen. */
    void checkCounts() {
        long leases = served;
        long late = timedOut;
        long tooMany = refused;
        PoolCounters before = last;
        PoolCounters now = stage.pool.snapshot().counters();
        last = now;
        boolean rises =
                now.acquired() >= Math.max(leases, before.acquired())
                        && now.timedOut() >= Math.max(late, before.timedOut())
                        && now.refused() >= Math.max(tooMany, before.refused())
                        && now.created() >= before.created()
                        && now.creationsFailed() >= before.creationsFailed();
        if (!rises) {
            stage.fail("the counts are " + textOf(now) + ", after " + textOf(before));
        }
    }
}
