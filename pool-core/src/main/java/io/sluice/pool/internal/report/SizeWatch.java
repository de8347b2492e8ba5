package io.sluice.pool.internal.report;

import io.sluice.pool.SizingReport;
import io.sluice.pool.internal.base.BriefLock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Samples how many resources are in use, and how many threads want one. Each sample counts until
 * the next. There is one when a resource joins or leaves, in ticks, and in the last tick before the
 * pool is at rest.
 */
public final class SizeWatch {

    /** Ticks may be as frequent as a millisecond; a sample passes over all members. */
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
    private Sample last = new Sample(0, 0, 0, 0, 0, false);

    /**
     * Until when the last sample is counted. Shared: plain, under the lock. Partner: {@code lock}.
     */
    private long countedUntil;

    /** The number of the newest sample. Shared: plain, under the lock. Partner: {@code lock}. */
    private long begun;

    /**
     * What was counted at a time.
     *
     * @param number from {@link #begin}, asked before anything is counted
     * @param at in pool time
     * @param isFull whether {@code maxSize} resources exist
     */
    public record Sample(
            long number, long at, int existing, int inUse, int waiting, boolean isFull) {}

    /** Whether a tick is to take a sample. Called on any thread. */
    public boolean isDue(long now) {
        lock.lock();
        try {
            return now - last.at >= PERIOD_NANOS;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number of a sample that begins. Called on any thread. */
    public long begin() {
        lock.lock();
        try {
            return ++begun;
        } finally {
            lock.unlock();
        }
    }

    /** Takes a sample, which holds unless a later one was taken. Called on any thread. */
    public void take(Sample sample) {
        lock.lock();
        try {
            mostExisting = Math.max(mostExisting, sample.existing);
            if (sample.number > last.number) {
                countUntil(sample.at);
                last = sample;
            }
        } finally {
            lock.unlock();
        }
    }

    private void countUntil(long now) {
        long nanos = Math.max(0, now - countedUntil);
        countedUntil += nanos;
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
            countUntil(now);
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
