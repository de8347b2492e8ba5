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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits concurrent attempts to create, depending on recent results: the full width after
 * successes, one probe at a time after failures. The pauses between probes grow to half a second;
 * each success then doubles the limit.
 *
 * <p>While an attempt is late, one at a time begins beside it. A failure of an attempt older than
 * the last success is ignored. If the pool is empty and the failure is permanent, waiters fail at
 * once. The next attempt then waits for a new caller. Attempts for the minimum alone become ever
 * rarer, because servers may lock out an account after repeated wrong passwords.
 */
public final class CreationBackoff {

    private static final long FIRST_RETRY_NANOS = Duration.ofMillis(20).toNanos();

    /**
     * The longest pause between two attempts. All waiters are to be served within a second of the
     * database's return; the other half of that second is for the ramp-up.
     */
    private static final long LAST_RETRY_NANOS = Duration.ofMillis(500).toNanos();

    /** The time after which an attempt is late, unless attempts usually take half as long. */
    private static final long LATE_NANOS = Duration.ofSeconds(1).toNanos();

    /** Attempts that usually take less are late as soon as after a failure. */
    private static final long QUICK_NANOS = LAST_RETRY_NANOS / 4;

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
    private final CreationSite<?> site;
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
     * Whether an attempt is late that no success has followed. Shared: volatile, written under the
     * lock. Partner: {@code lock}, {@code WaitSignals.waiting}. A thread that clears it looks at
     * demand afterwards.
     */
    private volatile boolean isOneLate;

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
    volatile long usualNanos;

    /**
     * How many have succeeded. Shared: volatile, written under the lock. Partner: {@code
     * CreationThrottle.last}. A demand that is refused because one has succeeded since the look
     * relies on the next look.
     */
    volatile int successes;

    /**
     * How many members there were after the last success; fewer mean that some were lost since.
     * Shared: volatile, written under the lock. Partner: none (demand reads it as a hint).
     */
    volatile int membersAtSuccess;

    /**
     * Whether the minimum alone is worth an attempt: not after a permanent failure, until a longer
     * pause is over. Shared: volatile, written under the lock. Partner: {@code retry}. While this
     * is false in a pool with a minimum, a retry is pending or an attempt is under way.
     */
    private volatile boolean minimumIsDue = true;

    /**
     * Permanent failures in a row, while no thread would have waited. Shared: plain, under the
     * lock. Partner: {@code lock}.
     */
    private int unwantedFailures;

    /**
     * The retry to come, or null. Shared: volatile, written under the lock; read by the thread that
     * sets its alarm, after that, and by the alarm, under the lock. Partner: {@code Retry.alarm}.
     * One of the threads that set and call off sees the other and cancels.
     */
    private volatile @Nullable Retry retry;

    /**
     * @param demand checks demand, when a retry is due
     */
    public CreationBackoff(
            PoolConfig config,
            CreationPermits permits,
            WaiterQueue<?> waiters,
            CreationSite<?> site,
            Runnable demand) {
        this.ticker = config.ticker();
        this.width = config.maxCreating() > 0 ? config.maxCreating() : CreationThrottle.USUAL_WIDTH;
        this.connectTimeoutNanos = config.connectTimeout().toNanos();
        this.permits = permits;
        this.waiters = waiters;
        this.site = site;
        this.demand = demand;
        this.allowed = width;
        this.provenAt = ticker.nanos();
    }

    /** Whether another attempt may start beside those on time. */
    public boolean allows(int creating) {
        return creating < (isOneLate ? Math.min(allowed, 1) : allowed);
    }

    /** Whether the full width is allowed again. */
    boolean isOver() {
        return allowed == width && !isOneLate;
    }

    /** Whether an attempt has ended, so that a late one is more than usually slow. */
    boolean knowsTheServer() {
        return failures > 0 || usualNanos > 0;
    }

    /**
     * The time after which an attempt that begins now is late. Another then begins, so this is also
     * the pause between attempts that hang. No more than may be late begin in a connectTimeout.
     */
    long lateAfter() {
        boolean isSoon = failures > 0 || (usualNanos > 0 && usualNanos <= QUICK_NANOS);
        return Math.max(
                connectTimeoutNanos / Creator.MOST_LATE,
                isSoon ? withJitter(LAST_RETRY_NANOS) : Math.max(LATE_NANOS, 2 * usualNanos));
    }

    /** An attempt is late. The caller then gives its permit back and checks demand. */
    public void late(long beganAt) {
        lock.lock();
        try {
            if (isNews(beganAt)) {
                isOneLate = true;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Under the lock. */
    private boolean isNews(long beganAt) {
        return beganAt - provenAt >= 0;
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

    private enum Cause {
        FAILURE,
        /** Its pause is short: the attempt has taken long already. */
        LATE_FAILURE,
        MINIMUM
    }

    /** One planned retry. It counts while {@link #retry} refers to it, whatever its alarm does. */
    private final class Retry implements Runnable {

        private final Cause cause;
        private final long nanos;

        /**
         * Shared: volatile, by the thread that has set it, which reads {@link #retry} then;
         * volatile read by the thread that calls the retry off, after it has written there.
         * Partner: {@code retry}.
         */
        private volatile Ticker.@Nullable Alarm alarm;

        Retry(Cause cause, long nanos) {
            this.cause = cause;
            this.nanos = nanos;
        }

        /** Whether the failure of another attempt replaces it. */
        boolean yieldsTo(boolean wasLate) {
            return cause == Cause.MINIMUM || (cause == Cause.LATE_FAILURE && !wasLate);
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

    private static long withJitter(long limit) {
        return ThreadLocalRandom.current().nextLong(limit / 2, limit);
    }

    /**
     * An attempt has succeeded, and its resource is in use.
     *
     * @param beganAt when the attempt began
     */
    public void succeeded(long beganAt) {
        Retry before;
        long took = Math.max(1, ticker.nanos() - beganAt); // 0 would mean unknown
        lock.lock();
        try {
            before = retry;
            retry = null; // the caller checks demand
            long usual = usualNanos;
            usualNanos = usual == 0 ? took : (3 * usual + took) / 4;
            int successesBefore = successes;
            successes = successesBefore + 1; // the lock excludes other writers
            membersAtSuccess = CreationPermits.total(permits.get());
            if (isNews(beganAt)) {
                provenAt = beganAt;
            }
            failures = 0;
            isOneLate = false;
            lastFailure = null;
            notRefusing();
            allowed = Math.min(width, Math.max(1, allowed * 2));
        } finally {
            lock.unlock();
        }
        replace(before, null);
    }

    /**
     * An attempt has failed, or its time is over. The caller then accounts for its permit and
     * checks demand.
     *
     * @param refusal makes the waiters' exception if the failure is permanent, else null
     * @param beganAt when the attempt began; the pause counts from there
     * @param wasLate whether it was late; then others need not wait for the retry
     * @param leastPause the shortest pause, counted from now
     * @return false if an attempt that began later has succeeded, so this failure means nothing
     */
    public boolean failed(
            Throwable failure,
            @Nullable Supplier<PoolException> refusal,
            long beganAt,
            boolean wasLate,
            long leastPause) {
        Waiter.Refusal refused;
        Retry before;
        Retry after;
        long now = ticker.nanos();
        lock.lock();
        try {
            if (!isNews(beganAt)) {
                return false;
            }
            before = retry;
            int failuresBefore = failures;
            failures = failuresBefore + 1; // as above
            allowed = wasLate && leastPause == 0 ? Math.min(allowed, 1) : 0;
            lastFailure = new Failure(failure, now);
            Retry pending = retry;
            // Of several that fail together the first decides; the pause after a late one is
            // shorter.
            if (pending == null || pending.yieldsTo(wasLate)) {
                retry = retryAfter(now - beganAt, wasLate, leastPause);
            }
            refused = refused(refusal);
            after = retry;
        } catch (Throwable e) { // out of memory: no retry will come
            retry = null;
            allowed = 1;
            minimumIsDue = true;
            throw e;
        } finally {
            lock.unlock();
        }
        replace(before, after);
        if (refused != null) {
            waiters.refuseWaiting(refused);
        }
        return true;
    }

    private @Nullable Retry retryAfter(long took, boolean wasLate, long leastPause) {
        if (site.isClosed()) {
            return null;
        }
        long limit = Math.min(LAST_RETRY_NANOS, FIRST_RETRY_NANOS << Math.min(failures, 10));
        long pause = Math.max(Math.max(leastPause, LEAST_PAUSE_NANOS), withJitter(limit) - took);
        return new Retry(wasLate ? Cause.LATE_FAILURE : Cause.FAILURE, pause);
    }

    /** Under the lock. Returns the refusal for the waiters, if any. */
    private Waiter.@Nullable Refusal refused(@Nullable Supplier<PoolException> refusal) {
        // The last failure decides: the cause of an earlier permanent failure may be gone.
        if (refusal == null) {
            notRefusing();
            return null;
        }
        unwantedFailures = isWanted() || waiters.waiting > 0 ? 0 : unwantedFailures + 1;
        minimumIsDue = false;
        // While suspended, no attempt can show that the failure is over: let threads wait.
        boolean isHopeless = CreationPermits.total(permits.get()) == 0 && !site.isSuspended();
        return isHopeless ? waiters.refuse(refusal) : null;
    }

    private void notRefusing() {
        unwantedFailures = 0;
        minimumIsDue = true;
        waiters.accept();
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
            allowed = Math.max(allowed, 1);
            if (due.cause == Cause.MINIMUM) {
                minimumIsDue = true;
            } else if (!minimumIsDue && !isWanted()) {
                leaveToWhoComes();
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
        if (permits.minSize() == 0 || site.isClosed()) {
            return;
        }
        long limit = LATE_NANOS << Math.min(unwantedFailures, 10);
        try {
            retry =
                    new Retry(
                            Cause.MINIMUM, withJitter(Math.min(limit, LAST_UNWANTED_RETRY_NANOS)));
        } catch (Throwable e) { // out of memory: no alarm will come
            minimumIsDue = true;
            throw e;
        }
    }

    /** Whether a caller was refused since the last failure, which calls for another attempt. */
    boolean isWanted() {
        return waiters.hasNewCaller();
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
