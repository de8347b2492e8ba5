package io.sluice.pool.internal.growth;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.pool.internal.base.BriefLock;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.Waiter;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits concurrent attempts to create, depending on recent results: the full width after
 * successes, one probe at a time after failures. The pauses between probes grow to half a second;
 * each success then doubles the limit.
 *
 * <p>A slow attempt does not block others: another starts beside it. A failure of an attempt older
 * than the last success is ignored. If the pool is empty and the failure is permanent, waiters fail
 * at once. The next attempt then waits for a new caller. Attempts for the minimum alone become ever
 * rarer, because servers may lock out an account after repeated wrong passwords.
 */
public final class CreationBackoff {

    private static final long FIRST_RETRY_NANOS = Duration.ofMillis(20).toNanos();

    /**
     * The longest pause between two attempts. All waiters are to be served within a second of the
     * database's return; the other half of that second is for the ramp-up.
     */
    private static final long LAST_RETRY_NANOS = Duration.ofMillis(500).toNanos();

    /** The time after which another attempt starts beside a running one. */
    private static final long SLOW_NANOS = Duration.ofSeconds(1).toNanos();

    /**
     * The same after a failure, or where attempts usually take at most half as long, so that an
     * outage is likely. This is the minimum; jitter is added.
     */
    static final long SUSPECT_NANOS = LAST_RETRY_NANOS / 2;

    /** The longest pause for the minimum alone after a permanent failure. */
    private static final long LAST_UNWANTED_RETRY_NANOS = Duration.ofSeconds(30).toNanos();

    /** The pause after an attempt that lasted longer than the backoff. */
    private static final long LEAST_PAUSE_NANOS = FIRST_RETRY_NANOS / 2;

    /** The last failure to create, until an attempt succeeds. */
    public record Failure(Throwable cause, long at) {}

    private final Ticker ticker;

    /** How many may be in creation at once after successes; the throttle may allow more. */
    private final int width;

    private final long connectTimeoutNanos;
    private final CreationPermits permits;
    private final WaiterQueue<?> waiters;
    private final BooleanSupplier closed;
    private final BooleanSupplier suspended;
    private final Runnable demand;

    /**
     * Guards the fields marked so below. Held for a few assignments: no parking and no other lock
     * inside. The clock is read before; alarms are set and waiters refused after.
     */
    private final BriefLock lock = new BriefLock();

    /**
     * How many may be in creation now: 0 until the next retry. Shared: volatile, written under the
     * lock. Partner: {@code lock}, {@code WaitSignals.waiting}. A thread that raises it looks at
     * demand afterwards.
     */
    private volatile int allowed;

    /**
     * How many attempts have been under way for so long that demand no longer counts on them.
     * Shared: volatile, written under the lock. Partner: {@code lock}, {@code WaitSignals.waiting}.
     * A thread that raises it looks at demand afterwards.
     */
    private volatile int slow;

    /** Shared: volatile, written under the lock. Partner: {@code lock}. */
    private volatile @Nullable Failure lastFailure;

    /**
     * Failures in a row. Shared: volatile, written under the lock. Partner: none (demand reads it
     * as a hint).
     */
    private volatile int failures;

    /**
     * When the latest begun of those that have succeeded began, in the ticker's time. Shared:
     * plain, under the lock. Partner: {@code lock}.
     */
    private long provenAt;

    /**
     * How long one takes that succeeds, smoothed; 0 before the first has. Shared: volatile, written
     * under the lock. Partner: none (demand reads it as a hint).
     */
    private volatile long usualNanos;

    /**
     * Whether the minimum alone is worth an attempt: not after a permanent failure, until a longer
     * pause is over. Shared: volatile, written under the lock. Partner: {@code retry}. While this
     * is false in a pool with a minimum, a retry is pending or an attempt is under way.
     */
    private volatile boolean minimumIsDue = true;

    /**
     * Whether a thread has come since the last permanent failure. Shared: volatile, set by a thread
     * that is refused, cleared under the lock. Partner: {@code Admission.refusal}. A thread that
     * the retry after a failure misses was refused before it; a later one waits and looks at
     * demand.
     */
    private volatile boolean wanted;

    /**
     * Permanent failures in a row, while no thread would have waited. Shared: plain, under the
     * lock. Partner: {@code lock}.
     */
    private int unwantedFailures;

    /** What a retry is for. */
    private enum Reason {
        FAILURE,
        /** The running attempts may hang. */
        HANG,
        /** Only the minimum needs it. */
        MINIMUM
    }

    /**
     * The retry to come, or null. Shared: volatile, written under the lock; read by the thread that
     * sets its alarm, after that, and by the alarm, under the lock. Partner: {@code Retry.alarm}.
     * One of the threads that set and call off sees the other and cancels.
     */
    private volatile @Nullable Retry retry;

    /**
     * @param closed whether the pool is closed
     * @param suspended whether the pool is suspended
     * @param demand checks demand, when a retry is due
     */
    public CreationBackoff(
            PoolConfig config,
            CreationPermits permits,
            WaiterQueue<?> waiters,
            BooleanSupplier closed,
            BooleanSupplier suspended,
            Runnable demand) {
        this.ticker = config.ticker();
        this.width = config.maxCreating() > 0 ? config.maxCreating() : CreationThrottle.USUAL_WIDTH;
        this.connectTimeoutNanos = config.connectTimeout().toNanos();
        this.permits = permits;
        this.waiters = waiters;
        this.closed = closed;
        this.suspended = suspended;
        this.demand = demand;
        this.allowed = width;
        this.provenAt = ticker.nanos();
    }

    /** How many attempts in creation are still expected to succeed soon. */
    int promising(long counts) {
        return Math.max(0, CreationPermits.creating(counts) - slow);
    }

    /**
     * Whether another attempt may start. Beside slow ones only one at a time, even above the limit.
     */
    public boolean allowsBeside(int promising) {
        return promising < (slow == 0 ? allowed : Math.min(allowed, 1));
    }

    /** Whether the full width is allowed again. */
    boolean isOver() {
        return allowed == width;
    }

    /** Whether the full width is allowed and no attempt is slow. */
    boolean isHealthy() {
        return isOver() && slow == 0;
    }

    /**
     * An attempt begins. It may hang until connectTimeout although the next would succeed, so
     * another starts beside it: after a second at most, and late enough that the permits last until
     * the first is given up, if possible.
     */
    public void begun() {
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

    /** Plans a retry because running attempts may hang. Under the lock. */
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

    /** Sets the alarm of the new retry and cancels the old one. Not under the lock. */
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

    /** One planned retry. It counts while {@link #retry} refers to it, whatever its alarm does. */
    private final class Retry implements Runnable {

        private final Reason reason;
        private final long nanos;

        /**
         * Shared: volatile, by the thread that has set it, which reads {@link #retry} then;
         * volatile read by the thread that calls the retry off, after it has written there.
         * Partner: {@code retry}.
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
            } catch (Throwable e) { // out of memory: no alarm will come
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

    /** Whether slow attempts indicate an outage rather than a server that is always slow. */
    private boolean isOutageLikely() {
        return failures > 0 || (usualNanos > 0 && usualNanos <= SUSPECT_NANOS / 2);
    }

    /**
     * Whether an attempt that has taken a second hangs, rather than being slow as usual. Then one
     * may be made beyond the maximum.
     */
    public boolean isHangLikely() {
        return failures > 0 || (usualNanos > 0 && usualNanos <= SLOW_NANOS / 2);
    }

    private static long withJitter(long limit) {
        return ThreadLocalRandom.current().nextLong(limit / 2, limit);
    }

    /**
     * An attempt has succeeded, and its resource is in use.
     *
     * @param beganAt when the attempt began
     * @return the duration after which an older attempt counts as hanging
     */
    public long succeeded(long beganAt) {
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
            allowed = Math.min(width, Math.max(1, allowed * 2));
            // Drop a failure's retry too: demand is checked now, and attempts started then would
            // count as slow when it fired.
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
     * An attempt has failed, or was given up.
     *
     * @param refusal makes the waiters' exception if the failure is permanent, else null
     * @param beganAt when the attempt began; the pause counts from there
     * @param leastPause the shortest pause, counted from now
     * @param settle accounts for the permit; does not block
     * @return false if an attempt that began later has succeeded, so this failure means nothing;
     *     the caller then checks demand, since a retry comes only if no attempt is allowed
     */
    public boolean failed(
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
     * An attempt was given up because a later one succeeded; it says nothing about the server.
     *
     * @param settle accounts for the permit; does not block
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
        // Nothing hangs now. But if no attempt is allowed, an earlier failure relies on this retry.
        if (isRetryFor(Reason.HANG)
                && allowed > 0
                && CreationPermits.creating(permits.get()) == 0) {
            retry = null;
        }
    }

    /** Under the lock. Returns the refusal for the waiters, if any. */
    private Waiter.@Nullable Refusal backOff(
            Throwable failure,
            @Nullable Supplier<PoolException> refusal,
            long beganAt,
            long now,
            long leastPause,
            Runnable settle) {
        int failuresBefore = failures;
        failures = failuresBefore + 1; // the lock excludes other writers
        allowed = 0; // first: a thread that sees the permit back may begin at once
        settle.run();
        try {
            lastFailure = new Failure(failure, now);
            slow = Math.min(slow, CreationPermits.creating(permits.get()));
            planRetry(now - beganAt, Math.max(leastPause, LEAST_PAUSE_NANOS));
            return refused(refusal);
        } catch (Throwable e) { // out of memory: no retry will come
            retry = null;
            allowed = 1;
            minimumIsDue = true;
            throw e;
        }
    }

    private Waiter.@Nullable Refusal refused(@Nullable Supplier<PoolException> refusal) {
        // The last failure decides: the cause of an earlier permanent failure may be gone.
        if (refusal == null) {
            notRefusing();
            return null;
        }
        unwantedFailures = wanted || waiters.waiting > 0 ? 0 : unwantedFailures + 1;
        wanted = false;
        minimumIsDue = false;
        // While suspended, no attempt can show that the failure is over: let threads wait.
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
            watchAttempts(); // an attempt beside the running ones comes soon enough
            return;
        }
        if (!isRetryFor(Reason.FAILURE) && !closed.getAsBoolean()) {
            long limit = Math.min(LAST_RETRY_NANOS, FIRST_RETRY_NANOS << Math.min(failures, 10));
            retry = new Retry(Reason.FAILURE, Math.max(leastPause, withJitter(limit) - took));
        }
    }

    /** The alarm of a retry could not be set: the next demand check replaces it. */
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
     * On the timer thread. Returns false if the retry was cancelled while its alarm fired; another
     * may be pending then.
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
                watchAttempts(); // some may be too young to count as hanging
            }
            next = retry;
        } finally {
            lock.unlock();
        }
        replace(null, next);
        return true;
    }

    /** No caller since the last failure: the next one triggers an attempt. */
    private void leaveToWhoComes() {
        waiters.accept();
        if (permits.minSize() == 0 || closed.getAsBoolean()) {
            return;
        }
        long limit = SLOW_NANOS << Math.min(unwantedFailures, 10);
        try {
            retry =
                    new Retry(
                            Reason.MINIMUM, withJitter(Math.min(limit, LAST_UNWANTED_RETRY_NANOS)));
        } catch (Throwable e) { // out of memory: no alarm will come
            minimumIsDue = true;
            throw e;
        }
    }

    /** A caller was refused because of the last failure. */
    void wanted() {
        wanted = true;
    }

    /** Whether a caller was refused since the last failure, which calls for another attempt. */
    boolean isWanted() {
        return wanted && waiters.isRefusing();
    }

    /** Whether the minimum alone justifies an attempt. */
    public boolean isMinimumDue() {
        return minimumIsDue;
    }

    /** Cancels the retry; none follows. */
    public void close() {
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
     * Creation stops, so its failures no longer refuse callers. Demand after the suspension
     * triggers an attempt at once: the cause may be gone by then.
     */
    public void suspend() {
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
