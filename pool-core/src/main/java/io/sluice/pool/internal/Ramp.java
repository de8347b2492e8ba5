package io.sluice.pool.internal;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How many creations may be under way, by how the last ones have ended: as many as configured while
 * they succeed; one prober at a time while they fail, well under a second after the one before; and
 * after its success twice as many with each.
 *
 * <p>What takes long is not counted on: another attempt is begun beside it. What began before one
 * that has succeeded tells nothing of what is now, should it fail. And while there is nothing and
 * creating it fails for a reason that time does not mend, nobody need wait. It is tried again when
 * somebody has come, and for the minimum's sake alone ever more seldom: a server may lock out who
 * comes with the wrong password again and again.
 */
final class Ramp {

    private static final long FIRST_RETRY_NANOS = Duration.ofMillis(20).toNanos();

    /**
     * The longest pause between two attempts. Everybody is to be served within a second of the
     * database being back: what is left of that second is for the ramp.
     */
    private static final long LAST_RETRY_NANOS = Duration.ofMillis(500).toNanos();

    /** How long an attempt may take before another is begun beside it. */
    private static final long SLOW_NANOS = Duration.ofSeconds(1).toNanos();

    /**
     * The same after a failure, and where an attempt usually takes half as long at the most, so
     * that there is reason to believe in an outage. At the least: there is jitter on top of it.
     */
    private static final long SUSPECT_NANOS = LAST_RETRY_NANOS / 2;

    /** The longest pause where only the minimum is wanted, and time alone mends nothing. */
    private static final long LAST_UNWANTED_RETRY_NANOS = Duration.ofSeconds(30).toNanos();

    /** From the end of an attempt that took longer than it was to be to the next. */
    private static final long LEAST_PAUSE_NANOS = FIRST_RETRY_NANOS / 2;

    /** The last failure to create, until one succeeds. */
    record Failure(Throwable cause, long at) {}

    private final Ticker ticker;
    private final int minSize;
    private final int maxCreating;
    private final long connectTimeoutNanos;
    private final CreationPermits permits;
    private final WaiterQueue<?> waiters;
    private final BooleanSupplier closed;
    private final BooleanSupplier suspended;
    private final Runnable demand;

    /**
     * How many may be in creation now: 0 until the next retry. Volatile; written under this
     * object's monitor.
     */
    private volatile int allowed;

    /**
     * How many attempts have been under way for so long that nobody counts on them any more.
     * Volatile; written under this object's monitor.
     */
    private volatile int slow;

    /** Volatile; written under this object's monitor. */
    private volatile @Nullable Failure lastFailure;

    /** Failures in a row; guarded by this object's monitor. */
    private int failures;

    /**
     * When the latest begun of those that have succeeded began, in the ticker's time; guarded by
     * this object's monitor.
     */
    private long provenAt;

    /**
     * How long one takes that succeeds, smoothed; 0 before the first has. Guarded by this object's
     * monitor.
     */
    private long usualNanos;

    /**
     * Whether the minimum alone is worth an attempt: not after a failure that time does not mend,
     * until a longer pause is over. Volatile; written under this object's monitor. Partner: {@code
     * retry}, an alarm that is pending while this is false in a pool that has a minimum.
     */
    private volatile boolean minimumIsDue = true;

    /**
     * Whether somebody has come since the last failure that time does not mend. Volatile: set by
     * who comes and is refused, cleared under this object's monitor. Partner: {@code
     * WaiterQueue.refusal}.
     */
    private volatile boolean wanted;

    /**
     * Failures in a row that time does not mend, without anybody who would have waited; guarded by
     * this object's monitor.
     */
    private int unwantedFailures;

    /** What a retry is for. */
    private enum Reason {
        FAILURE,
        /** The attempts under way may hang. */
        HANG,
        /** Nobody but the minimum wants it. */
        MINIMUM
    }

    /** The retry to come, or null; guarded by this object's monitor. */
    private Ticker.@Nullable Alarm retry;

    /** What that is for; guarded by this object's monitor. */
    private Reason reason = Reason.FAILURE;

    /**
     * @param closed whether the pool is
     * @param suspended whether the pool is
     * @param demand looks at demand, when a retry is due
     */
    Ramp(
            PoolConfig config,
            CreationPermits permits,
            WaiterQueue<?> waiters,
            BooleanSupplier closed,
            BooleanSupplier suspended,
            Runnable demand) {
        this.ticker = config.ticker();
        this.minSize = config.minSize();
        this.maxCreating = config.maxCreating();
        this.connectTimeoutNanos = config.connectTimeout().toNanos();
        this.permits = permits;
        this.waiters = waiters;
        this.closed = closed;
        this.suspended = suspended;
        this.demand = demand;
        this.allowed = maxCreating;
        this.provenAt = ticker.nanos();
    }

    /** How many of those in creation are counted on still. */
    int promising(long counts) {
        return Math.max(0, CreationPermits.creating(counts) - slow);
    }

    /** Whether another may be begun; beside what is slow one at a time, above all if need be. */
    boolean allowsBeside(int promising) {
        return promising < (slow == 0 ? allowed : Math.min(allowed, 1));
    }

    /** Whether as many are allowed as ever. */
    boolean isOver() {
        return allowed == maxCreating;
    }

    /**
     * An attempt begins, or is under way. It may hang until connectTimeout although the next would
     * succeed: that one does not wait for it. It comes within a second, and so late that the
     * permits last until the first is given up if that is possible.
     */
    synchronized void begun() {
        if (reason == Reason.MINIMUM) {
            callOffRetry();
        }
        if (retry != null || closed.getAsBoolean()) {
            return;
        }
        long soonest = isOutageLikely() ? withJitter(LAST_RETRY_NANOS) : SLOW_NANOS;
        plan(
                Reason.HANG,
                Math.max(soonest, Math.min(SLOW_NANOS, connectTimeoutNanos / permits.maxSize())));
    }

    /** Under this object's monitor. */
    private void plan(Reason newReason, long nanos) {
        retry = ticker.schedule(this::retry, nanos);
        reason = newReason;
    }

    /** Whether what takes long does so for another reason than that it always has. */
    private boolean isOutageLikely() {
        return failures > 0 || (usualNanos > 0 && usualNanos <= SUSPECT_NANOS / 2);
    }

    /**
     * Whether what has taken a second is hanging, rather than being slow as it always is or may
     * well be: then one may be made beyond the maximum.
     */
    synchronized boolean isHangLikely() {
        return failures > 0 || (usualNanos > 0 && usualNanos <= SLOW_NANOS / 2);
    }

    private static long withJitter(long limit) {
        return ThreadLocalRandom.current().nextLong(limit / 2, limit);
    }

    /**
     * A creation has succeeded: what it brought is there.
     *
     * @param beganAt when the attempt began
     * @return after how long, at the least, an attempt that began before it passes for one that
     *     hangs
     */
    synchronized long succeeded(long beganAt) {
        long slowAfter = isOutageLikely() ? SUSPECT_NANOS : SLOW_NANOS;
        long took = ticker.nanos() - beganAt;
        usualNanos = usualNanos == 0 ? took : (3 * usualNanos + took) / 4;
        if (beganAt - provenAt > 0) {
            provenAt = beganAt;
        }
        failures = 0;
        slow = 0;
        lastFailure = null;
        notRefusing();
        allowed = Math.min(maxCreating, Math.max(1, allowed * 2));
        // Also that of a failure: demand is looked at now, and what is in creation then would pass
        // for slow when that retry came.
        callOffRetry();
        if (CreationPermits.creating(permits.get()) > 0) {
            begun();
        }
        return slowAfter;
    }

    /**
     * A creation has failed, or was given up.
     *
     * @param refusal what those who wait are told if it is the last hope; null if it may pass
     * @param beganAt when the attempt began: the pause to the next is counted from there
     * @param leastPause how long it is put off from now, at the least
     * @param settle says what has become of the permit; it does not block
     * @return false if another has succeeded that began later: then nothing is to be learnt from
     *     this one, and whoever asks looks at demand, since a retry comes only if nothing is
     *     allowed
     */
    synchronized boolean failed(
            Throwable failure,
            @Nullable Supplier<PoolException> refusal,
            long beganAt,
            long leastPause,
            Runnable settle) {
        boolean isNews = beganAt - provenAt >= 0;
        if (isNews) {
            backOff(failure, refusal, beganAt, leastPause, settle);
        } else {
            settle.run();
            slow = Math.min(slow, CreationPermits.creating(permits.get()));
            // Nothing hangs now. But a failure before may have relied on that retry: nothing else
            // comes while nothing is allowed.
            if (reason == Reason.HANG
                    && allowed > 0
                    && CreationPermits.creating(permits.get()) == 0) {
                callOffRetry();
            }
        }
        return isNews;
    }

    private void backOff(
            Throwable failure,
            @Nullable Supplier<PoolException> refusal,
            long beganAt,
            long leastPause,
            Runnable settle) {
        failures++;
        allowed = 0; // before the permit comes back, or who sees it back begins at once
        settle.run();
        try {
            lastFailure = new Failure(failure, ticker.nanos());
            slow = Math.min(slow, CreationPermits.creating(permits.get()));
            planRetry(beganAt, Math.max(leastPause, LEAST_PAUSE_NANOS));
        } catch (Throwable e) { // out of memory: nobody must rely on a retry that does not come
            minimumIsDue = true;
            allowed = 1;
            throw e;
        }
        // The last failure decides: what was permanent before this one may have passed.
        if (refusal == null) {
            notRefusing();
            return;
        }
        unwantedFailures = wanted || waiters.waiting > 0 ? 0 : unwantedFailures + 1;
        wanted = false;
        minimumIsDue = false;
        // While the pool is suspended nobody finds out when that is over: let them wait.
        if (CreationPermits.total(permits.get()) == 0 && !suspended.getAsBoolean()) {
            waiters.refuse(refusal);
        }
    }

    private void notRefusing() {
        unwantedFailures = 0;
        minimumIsDue = true;
        wanted = false;
        waiters.accept();
    }

    private void planRetry(long beganAt, long leastPause) {
        long took = ticker.nanos() - beganAt;
        if (took >= SUSPECT_NANOS && CreationPermits.creating(permits.get()) > 0) {
            begun(); // others are under way, and what is begun beside those comes soon enough
            return;
        }
        if (reason != Reason.FAILURE) {
            callOffRetry();
        }
        if (retry == null && !closed.getAsBoolean()) {
            long limit = Math.min(LAST_RETRY_NANOS, FIRST_RETRY_NANOS << Math.min(failures, 10));
            plan(Reason.FAILURE, Math.max(leastPause, withJitter(limit) - took));
        }
    }

    /** Under this object's monitor. */
    private void callOffRetry() {
        if (retry != null) {
            retry.cancel();
            retry = null;
            reason = Reason.FAILURE;
        }
    }

    /** Runs on the timer thread when the next attempt is due. */
    private void retry() {
        try {
            isDue();
        } finally { // also if the next alarm cannot be set
            demand.run();
        }
    }

    private synchronized void isDue() {
        boolean forMinimum = reason == Reason.MINIMUM;
        retry = null;
        reason = Reason.FAILURE;
        slow = CreationPermits.creating(permits.get());
        allowed = Math.max(allowed, 1);
        if (forMinimum) {
            minimumIsDue = true;
        } else if (!minimumIsDue && !isWanted()) {
            leaveToWhoComes();
        }
    }

    /** Nobody has come since the last failure: who comes next has an attempt made. */
    private void leaveToWhoComes() {
        waiters.accept();
        if (minSize == 0 || closed.getAsBoolean()) {
            return;
        }
        long limit = SLOW_NANOS << Math.min(unwantedFailures, 10);
        try {
            plan(Reason.MINIMUM, withJitter(Math.min(limit, LAST_UNWANTED_RETRY_NANOS)));
        } catch (Throwable e) { // out of memory: nobody must rely on an alarm that does not come
            minimumIsDue = true;
            throw e;
        }
    }

    /** Somebody has come, and is refused for the last failure's sake. */
    void wanted() {
        wanted = true;
    }

    /** Whether somebody was refused since the last failure, so that it is to be tried again. */
    boolean isWanted() {
        return wanted && waiters.isRefusing();
    }

    /** Whether the minimum alone is worth an attempt. */
    boolean isMinimumDue() {
        return minimumIsDue;
    }

    /** No retry any more. */
    synchronized void close() {
        callOffRetry();
    }

    /**
     * Nothing is created, so nobody is refused because that fails. What is wanted when that is over
     * is tried then: somebody may have mended what failed.
     */
    synchronized void suspend() {
        notRefusing();
    }

    @Nullable Failure lastFailure() {
        return lastFailure;
    }
}
