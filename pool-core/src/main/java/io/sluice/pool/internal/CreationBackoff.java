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
final class CreationBackoff {

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
    static final long SUSPECT_NANOS = LAST_RETRY_NANOS / 2;

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
     * Guards what says so below. Held for a few assignments: under it nothing parks and no other
     * lock is taken. The clock is read before it; alarms are set and waiters refused after it.
     */
    private final BriefLock lock = new BriefLock();

    /**
     * How many may be in creation now: 0 until the next retry. Volatile; written under the lock.
     */
    private volatile int allowed;

    /**
     * How many attempts have been under way for so long that nobody counts on them any more.
     * Volatile; written under the lock.
     */
    private volatile int slow;

    /** Volatile; written under the lock. */
    private volatile @Nullable Failure lastFailure;

    /** Failures in a row. Volatile; written under the lock. */
    private volatile int failures;

    /**
     * When the latest begun of those that have succeeded began, in the ticker's time; guarded by
     * the lock.
     */
    private long provenAt;

    /**
     * How long one takes that succeeds, smoothed; 0 before the first has. Volatile; written under
     * the lock.
     */
    private volatile long usualNanos;

    /**
     * Whether the minimum alone is worth an attempt: not after a failure that time does not mend,
     * until a longer pause is over. Volatile; written under the lock. Partner: {@code retry}, which
     * is pending while this is false in a pool that has a minimum.
     */
    private volatile boolean minimumIsDue = true;

    /**
     * Whether somebody has come since the last failure that time does not mend. Volatile: set by
     * who comes and is refused, cleared under the lock. Partner: {@code WaiterQueue.refusal}.
     */
    private volatile boolean wanted;

    /**
     * Failures in a row that time does not mend, without anybody who would have waited; guarded by
     * the lock.
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

    /**
     * The retry to come, or null. Volatile; written under the lock, read by the thread that sets
     * its alarm, after that. Partner: {@code Retry.alarm}.
     */
    private volatile @Nullable Retry retry;

    /**
     * @param closed whether the pool is
     * @param suspended whether the pool is
     * @param demand looks at demand, when a retry is due
     */
    CreationBackoff(
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
     * An attempt begins. It may hang until connectTimeout although the next would succeed: that one
     * does not wait for it. It comes within a second, and so late that the permits last until the
     * first is given up if that is possible.
     */
    void begun() {
        Retry before;
        Retry after;
        lock.lock();
        try {
            before = retry;
            watchAttempts();
            after = retry;
        } finally {
            lock.unlock();
        }
        replace(before, after);
    }

    /** Attempts are under way, which may hang. Under the lock. */
    private void watchAttempts() {
        if (isRetryFor(Reason.MINIMUM)) {
            retry = null;
        }
        if (retry != null || closed.getAsBoolean()) {
            return;
        }
        long soonest = isOutageLikely() ? withJitter(LAST_RETRY_NANOS) : SLOW_NANOS;
        retry =
                new Retry(
                        Reason.HANG,
                        Math.max(
                                soonest,
                                Math.min(SLOW_NANOS, connectTimeoutNanos / permits.maxSize())));
    }

    private boolean isRetryFor(Reason reason) {
        Retry pending = retry;
        return pending != null && pending.reason == reason;
    }

    /** Sets the alarm of one retry and cancels that of the one before it. Not under the lock. */
    private static void replace(@Nullable Retry before, @Nullable Retry after) {
        if (before == after) {
            return;
        }
        try {
            if (after != null) {
                after.setAlarm();
            }
        } finally {
            if (before != null) {
                before.cancelAlarm();
            }
        }
    }

    /** One retry. It counts for as long as {@link #retry} says so, whatever its alarm does. */
    private final class Retry implements Runnable {

        private final Reason reason;
        private final long nanos;

        /**
         * Volatile: written by the thread that has set it, which reads {@link #retry} then; read by
         * the thread that calls the retry off, after that has written there. One of them cancels.
         */
        private volatile Ticker.@Nullable Alarm alarm;

        Retry(Reason reason, long nanos) {
            this.reason = reason;
            this.nanos = nanos;
        }

        void setAlarm() {
            Ticker.Alarm pending;
            try {
                pending = ticker.schedule(this, nanos);
            } catch (Throwable e) { // out of memory: nobody must rely on a retry that does not come
                isNotPlanned(this);
                throw e;
            }
            alarm = pending;
            if (retry != this) {
                pending.cancel();
            }
        }

        void cancelAlarm() {
            Ticker.Alarm pending = alarm;
            if (pending != null) {
                pending.cancel();
            }
        }

        /** Runs on the timer thread. */
        @Override
        public void run() {
            boolean isDue = true;
            try {
                isDue = isDue(this);
            } finally { // also if the next alarm cannot be set
                if (isDue) {
                    demand.run();
                }
            }
        }
    }

    /** Whether what takes long does so for another reason than that it always has. */
    private boolean isOutageLikely() {
        return failures > 0 || (usualNanos > 0 && usualNanos <= SUSPECT_NANOS / 2);
    }

    /**
     * Whether what has taken a second is hanging, rather than being slow as it always is or may
     * well be: then one may be made beyond the maximum.
     */
    boolean isHangLikely() {
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
    long succeeded(long beganAt) {
        Retry before;
        Retry after;
        long slowAfter;
        long took = ticker.nanos() - beganAt;
        lock.lock();
        try {
            before = retry;
            slowAfter = isOutageLikely() ? SUSPECT_NANOS : SLOW_NANOS;
            long usual = usualNanos;
            usualNanos = usual == 0 ? took : (3 * usual + took) / 4;
            if (beganAt - provenAt > 0) {
                provenAt = beganAt;
            }
            failures = 0;
            slow = 0;
            lastFailure = null;
            notRefusing();
            allowed = Math.min(maxCreating, Math.max(1, allowed * 2));
            // Also that of a failure: demand is looked at now, and what is in creation then would
            // pass for slow when that retry came.
            retry = null;
            if (CreationPermits.creating(permits.get()) > 0) {
                watchAttempts();
            }
            after = retry;
        } finally {
            lock.unlock();
        }
        replace(before, after);
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
    boolean failed(
            Throwable failure,
            @Nullable Supplier<PoolException> refusal,
            long beganAt,
            long leastPause,
            Runnable settle) {
        boolean isNews;
        Waiter.Refusal refused = null;
        Retry before;
        Retry after;
        long now = ticker.nanos();
        lock.lock();
        try {
            before = retry;
            isNews = beganAt - provenAt >= 0;
            if (isNews) {
                refused = backOff(failure, refusal, beganAt, now, leastPause, settle);
            } else {
                leaveAsItIs(settle);
            }
            after = retry;
        } finally {
            lock.unlock();
        }
        replace(before, after);
        if (refused != null) {
            waiters.refuseWaiting(refused);
        }
        return isNews;
    }

    /**
     * A creation was given up for the sake of a later one that has succeeded: nothing is to be
     * learnt from it.
     *
     * @param settle says what has become of the permit; it does not block
     */
    void overtaken(Runnable settle) {
        Retry before;
        Retry after;
        lock.lock();
        try {
            before = retry;
            leaveAsItIs(settle);
            after = retry;
        } finally {
            lock.unlock();
        }
        replace(before, after);
    }

    private void leaveAsItIs(Runnable settle) {
        settle.run();
        slow = Math.min(slow, CreationPermits.creating(permits.get()));
        // Nothing hangs now. But a failure before may have relied on that retry: nothing else
        // comes while nothing is allowed.
        if (isRetryFor(Reason.HANG)
                && allowed > 0
                && CreationPermits.creating(permits.get()) == 0) {
            retry = null;
        }
    }

    /** Under the lock; returns for what those who wait are to be refused. */
    private Waiter.@Nullable Refusal backOff(
            Throwable failure,
            @Nullable Supplier<PoolException> refusal,
            long beganAt,
            long now,
            long leastPause,
            Runnable settle) {
        int failuresBefore = failures;
        failures = failuresBefore + 1; // nobody else has the lock
        allowed = 0; // before the permit comes back, or who sees it back begins at once
        settle.run();
        try {
            lastFailure = new Failure(failure, now);
            slow = Math.min(slow, CreationPermits.creating(permits.get()));
            planRetry(now - beganAt, Math.max(leastPause, LEAST_PAUSE_NANOS));
            return refused(refusal);
        } catch (Throwable e) { // out of memory: nobody must rely on a retry that does not come
            retry = null;
            allowed = 1;
            minimumIsDue = true;
            throw e;
        }
    }

    private Waiter.@Nullable Refusal refused(@Nullable Supplier<PoolException> refusal) {
        // The last failure decides: what was permanent before this one may have passed.
        if (refusal == null) {
            notRefusing();
            return null;
        }
        unwantedFailures = wanted || waiters.waiting > 0 ? 0 : unwantedFailures + 1;
        wanted = false;
        minimumIsDue = false;
        // While the pool is suspended nobody finds out when that is over: let them wait.
        boolean isHopeless = CreationPermits.total(permits.get()) == 0 && !suspended.getAsBoolean();
        return isHopeless ? waiters.refuse(refusal) : null;
    }

    private void notRefusing() {
        unwantedFailures = 0;
        minimumIsDue = true;
        wanted = false;
        waiters.accept();
    }

    private void planRetry(long took, long leastPause) {
        if (took >= SUSPECT_NANOS && CreationPermits.creating(permits.get()) > 0) {
            watchAttempts(); // what is begun beside those under way comes soon enough
            return;
        }
        if (!isRetryFor(Reason.FAILURE) && !closed.getAsBoolean()) {
            long limit = Math.min(LAST_RETRY_NANOS, FIRST_RETRY_NANOS << Math.min(failures, 10));
            retry = new Retry(Reason.FAILURE, Math.max(leastPause, withJitter(limit) - took));
        }
    }

    /** The alarm of a retry could not be set: the next demand stands in for it. */
    private void isNotPlanned(Retry planned) {
        lock.lock();
        try {
            if (retry == planned) {
                retry = null;
                allowed = Math.max(allowed, 1);
                notRefusing();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * On the timer thread. False if the retry was called off when its alarm was on its way already:
     * another may be pending then.
     */
    private boolean isDue(Retry due) {
        Retry next;
        lock.lock();
        try {
            if (retry != due) {
                return false;
            }
            retry = null;
            slow = CreationPermits.creating(permits.get());
            allowed = Math.max(allowed, 1);
            if (due.reason == Reason.MINIMUM) {
                minimumIsDue = true;
            } else if (!minimumIsDue && !isWanted()) {
                leaveToWhoComes();
            }
            if (slow > 0 && retry == null) {
                watchAttempts(); // some of them may be too young to pass for hanging
            }
            next = retry;
        } finally {
            lock.unlock();
        }
        replace(null, next);
        return true;
    }

    /** Nobody has come since the last failure: who comes next has an attempt made. */
    private void leaveToWhoComes() {
        waiters.accept();
        if (minSize == 0 || closed.getAsBoolean()) {
            return;
        }
        long limit = SLOW_NANOS << Math.min(unwantedFailures, 10);
        try {
            retry =
                    new Retry(
                            Reason.MINIMUM, withJitter(Math.min(limit, LAST_UNWANTED_RETRY_NANOS)));
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
    void close() {
        Retry before;
        lock.lock();
        try {
            before = retry;
            retry = null;
        } finally {
            lock.unlock();
        }
        replace(before, null);
    }

    /**
     * Nothing is created, so nobody is refused because that fails. What is wanted when that is over
     * is tried then: somebody may have mended what failed.
     */
    void suspend() {
        lock.lock();
        try {
            notRefusing();
        } finally {
            lock.unlock();
        }
    }

    @Nullable Failure lastFailure() {
        return lastFailure;
    }
}
