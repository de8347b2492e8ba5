package io.sluice.pool.internal.report;

import io.sluice.pool.SizingReport;
import io.sluice.pool.internal.base.BriefLock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Samples how many resources are in use, and how many threads want one. Each sample counts until
 * the next. A pool at rest does not tick, so a resource that leaves it triggers a sample.
 */
public final class SizeWatch {

    /** Ticks may be as frequent as a millisecond; a look passes over all members. */
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final double USUALLY = 0.999;

    private final BriefLock lock = new BriefLock();

    /** Shared: plain, under the lock. Partner: {@code lock}. */
    private final Levels used = new Levels();

    /** With the threads that wait. Shared: plain, under the lock. Partner: {@code lock}. */
    private final Levels wanted = new Levels();

    /** Shared: plain, under the lock. Partner: {@code lock}. */
    private double idleNanos;

    /** Shared: plain, under the lock. Partner: {@code lock}. */
    private long shortageNanos;

    /** Shared: plain, under the lock. Partner: {@code lock}. */
    private int mostExisting;

    /** Shared: plain, under the lock. Partner: {@code lock}. */
    private Look last = new Look(0, 0, 0, 0, false);

    /**
     * What was seen at a time.
     *
     * @param at in pool time
     * @param isFull whether {@code maxSize} resources exist
     */
    public record Look(long at, int existing, int inUse, int waiting, boolean isFull) {}

    /** Whether it is time for a look. Called on any thread. */
    public boolean isDue(long now) {
        lock.lock();
        try {
            return now - last.at >= PERIOD_NANOS;
        } finally {
            lock.unlock();
        }
    }

    /** Takes a look, unless there has been a later one. Called on any thread. */
    public void take(Look look) {
        lock.lock();
        try {
            if (look.at >= last.at) {
                countUntil(look.at);
                last = look;
            }
            mostExisting = Math.max(mostExisting, look.existing);
        } finally {
            lock.unlock();
        }
    }

    private void countUntil(long now) {
        long nanos = now - last.at;
        used.add(last.inUse, nanos);
        wanted.add(last.inUse + last.waiting, nanos);
        idleNanos += (double) (last.existing - last.inUse) * nanos;
        if (last.isFull && last.waiting > 0) {
            shortageNanos += nanos;
        }
    }

    /** Sums up until now. Called on any thread. */
    public SizingReport report(long now, int maxSize, long leases) {
        lock.lock();
        try {
            Look unchanged = last;
            if (now > unchanged.at) {
                countUntil(now);
                last =
                        new Look(
                                now,
                                unchanged.existing,
                                unchanged.inUse,
                                unchanged.waiting,
                                unchanged.isFull);
            }
            double time = Math.max(1, now);
            return new SizingReport(
                    Duration.ofNanos(now),
                    maxSize,
                    mostExisting,
                    used.most(),
                    used.quantile(USUALLY),
                    wanted.quantile(USUALLY),
                    used.sum() / time,
                    idleNanos / time,
                    shortageNanos / time,
                    leases);
        } finally {
            lock.unlock();
        }
    }
}
