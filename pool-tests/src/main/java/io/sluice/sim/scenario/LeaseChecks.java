package io.sluice.sim.scenario;

import io.sluice.pool.LeaseReport;
import io.sluice.pool.PoolCounters;
import io.sluice.pool.PoolReport;
import io.sluice.pool.TooManyWaitingException;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.world.SimResource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What the pool says of its leases, held against what its callers have. */
final class LeaseChecks {

    private static final long SHARED_NANOS = Duration.ofSeconds(1).toNanos();

    /** Leases count from a tick of the coarse clock. */
    private static final long HELD_SLACK_NANOS = Duration.ofMillis(260).toNanos();

    private static final String NOT_KNOWN = "not known";

    private final Stage stage;

    /** What callers have counted: leases, time-outs of those that waited, and refusals. */
    private long served;

    private long timedOut;
    private long refused;

    /** Leases of requests that are in use. */
    private int ofRequests;

    /** How many have ended so far. */
    private int requestEnds;

    /** Of the last time-out that a user was told. */
    private @Nullable PoolReport shared;

    /** It was made later: the one before was seen then. A request may have made it, unseen. */
    private long sharedAfter;

    private long sharedSeenAt;

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
        requestEnds++;
    }

    /**
     * The calling thread has a lease, or a request has one: the pool says so, and for how long.
     *
     * @param began when its acquire began
     */
    void checkOwner(Holder<SimResource> holder, long stamp, boolean isOfRequest, long began) {
        String owner = isOfRequest ? NOT_KNOWN : Thread.currentThread().getName();
        int before = ofRequests;
        int ends = requestEnds;
        List<LeaseReport> mine =
                stage.pool.leases().stream().filter(lease -> lease.thread().equals(owner)).toList();
        int named = mine.size();
        int least = isOfRequest ? before - (requestEnds - ends) : 1; // others may have begun
        if (named < least && !stage.isForced && !stage.isClosing && holder.stamp() == stamp) {
            stage.fail(named + " leases are of \"" + owner + "\", which has " + least);
        }
        checkHeld(mine, began);
    }

    /** A quarter of a second too long at most. */
    private void checkHeld(List<LeaseReport> mine, long began) {
        long most = stage.simulation.nanos() - began + HELD_SLACK_NANOS;
        boolean isStalled = stage.simulation.stalledUntil() + HELD_SLACK_NANOS > began;
        if (!mine.isEmpty()
                && !isStalled
                && mine.stream().allMatch(lease -> lease.held().toNanos() > most)) {
            stage.fail("a lease of at most " + Duration.ofNanos(most) + " is " + mine);
        }
    }

    /** All that time out within a second get the same report. */
    @SuppressWarnings("ReferenceEquality") // the same object is what is promised
    void checkReport(@Nullable PoolReport report) {
        if (report == null) {
            return;
        }
        long now = stage.simulation.nanos();
        if (report != shared) {
            boolean isSecond = shared != null && now - sharedAfter < SHARED_NANOS;
            if (isSecond && stage.simulation.stalledUntil() < 0) {
                stage.fail("two that timed out within a second have each a report");
            }
            shared = report;
            sharedAfter = sharedSeenAt;
        }
        sharedSeenAt = now;
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

    /** At rest an acquire is one lease, also of a resource that is checked or replaced first. */
    void checkOneLease() throws InterruptedException {
        long before = stage.pool.snapshot().counters().acquired();
        stage.simulation.sleep(TimeUnit.SECONDS.toNanos(1));
        try {
            Holder<SimResource> holder = stage.pool.tryAcquire();
            if (holder == null) {
                holder = stage.pool.acquire();
            }
            holder.release(holder.stamp());
        } catch (TooManyWaitingException e) {
            if (stage.config.maxWaiting() > 0) {
                throw e;
            }
            return; // what was available has come to its end, and no thread may wait for another
        }
        stage.simulation.sleep(TimeUnit.MILLISECONDS.toNanos(1)); // what is handed over in vain
        long leases = stage.pool.snapshot().counters().acquired() - before;
        if (leases != 1) {
            stage.fail("an acquire counts as " + leases);
        }
    }
}
