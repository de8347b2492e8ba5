package io.sluice.pool.internal.upkeep;

import io.sluice.pool.PoolClosedException;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolObserver;
import io.sluice.pool.internal.base.Once;
import io.sluice.pool.internal.disposal.Discarder;
import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.Generations;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.queue.HolderSets;
import io.sluice.pool.internal.queue.Suspension;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.internal.report.Timings;
import io.sluice.pool.spi.DiscardReason;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Checks of the slow path: an acquire runs them if the epoch differs, a release if it cannot take
 * the fast path. They find out whether the pool is closed, suspended or too large, and whether the
 * holder is too old, suspect, or was idle for too long.
 */
public final class FitnessCheck<R> {

    private static final long GENERATION_NANOS = Duration.ofSeconds(1).toNanos();

    /**
     * A validation that fails after this time counts as hanging, usually because of a silently
     * dropped network path. Validations of other resources may hang too.
     */
    private static final long HANG_NANOS = Duration.ofMillis(100).toNanos();

    private final PoolConfig config;
    private final Validation<R> validation;
    private final Epoch epoch;
    private final Generations generations;
    private final HolderSets<R> sets;
    private final Suspension<R> suspension;
    private final WaiterQueue<R> waiters;
    private final Discarder<R> discarder;
    private final Housekeeping<R> housekeeping;
    private final Timings timings;
    private final Executor threads;
    private final long validateAfterIdle;
    private final long validationInterval;
    private final boolean leaksWanted;

    /**
     * When a suspicion last began a generation, in pool time. Shared: CAS; volatile, by the alarm
     * that begins a generation at the end of the second. Partner: none (one thread a second wins).
     */
    private final AtomicLong generationBegan = new AtomicLong(-GENERATION_NANOS);

    /**
     * Whether an alarm will begin a generation a second after the last one. Shared: CAS by the
     * thread that schedules that; cleared by the alarm before it begins one, or by a thread that
     * could not schedule. Partner: {@code Generations.newest}. A thread that finds it set relies on
     * a generation that has yet to begin.
     */
    private final AtomicBoolean generationPlanned = new AtomicBoolean();

    /**
     * When the last hanging validation failed, in pool time. Shared: volatile, racy updates.
     * Partner: none (a thread that misses it validates on its own thread).
     */
    private volatile long hungAt;

    /**
     * Whether a new resource has failed its first validation, and none has passed since. Shared:
     * volatile, racy updates; set before the permit of the failed one comes back. Partner: none (a
     * creator that misses it leaves the validation to the first lease).
     */
    private volatile boolean newOnesFail;

    public FitnessCheck(
            PoolConfig config,
            Validation<R> validation,
            Epoch epoch,
            Generations generations,
            HolderSets<R> sets,
            Suspension<R> suspension,
            WaiterQueue<R> waiters,
            Discarder<R> discarder,
            Housekeeping<R> housekeeping,
            Timings timings,
            Executor threads) {
        this.config = config;
        this.validation = validation;
        this.epoch = epoch;
        this.generations = generations;
        this.sets = sets;
        this.suspension = suspension;
        this.waiters = waiters;
        this.discarder = discarder;
        this.housekeeping = housekeeping;
        this.timings = timings;
        this.threads = threads;
        this.validateAfterIdle = config.validateAfterIdle().toNanos();
        Duration interval = config.validationInterval();
        this.validationInterval = interval.isZero() ? Long.MAX_VALUE : interval.toNanos();
        this.leaksWanted = !config.leakThreshold().isZero();
    }

    public PoolClosedException closed() {
        return new PoolClosedException("Pool " + config.name() + " is closed; open a new pool");
    }

    /**
     * Begins a new generation, which is always needed: resources validated in the present one may
     * have failed since. Generations begin at most once a second, so it may begin later.
     */
    public void suspectAll() {
        long now = epoch.now();
        long began = generationBegan.get();
        if (now - began < GENERATION_NANOS) {
            suspectAllIn(GENERATION_NANOS - (now - began));
        } else if (generationBegan.compareAndSet(began, now)) {
            beginGeneration();
        } // A lost CAS is fine: the winner's generation begins after this failure.
    }

    private void suspectAllIn(long nanos) {
        if (sets.isClosed() || !generationPlanned.compareAndSet(false, true)) {
            return;
        }
        try {
            config.ticker().schedule(this::suspectAllNow, nanos);
        } catch (Throwable e) { // out of memory: better too early than not at all
            suspectAllNow();
        }
    }

    /** Runs on the timer thread. */
    private void suspectAllNow() {
        generationPlanned.set(false); // first: a later suspicion then plans another generation
        generationBegan.set(epoch.now());
        beginGeneration();
    }

    private void beginGeneration() {
        generations.begin();
        epoch.bump(); // last: a thread that misses the new generation sees another epoch next time
    }

    // acquire

    /**
     * Checks a holder that the calling thread has leased. If it is unfit or surplus, or the pool is
     * suspended, its lease is over: it is being discarded, validated on another thread, or held.
     *
     * @param nanosLeft the caller's remaining time for a validation; unlimited if it cannot wait
     *     for another holder
     * @param isForCaller whether the lease is for the calling thread. If its stack ends in a
     *     validation, that is thrown: the next validation would end so, too
     * @throws PoolClosedException if the pool is closed
     */
    public boolean checkFit(ResourceHolder<R> holder, long nanosLeft, boolean isForCaller) {
        long stamp = holder.stamp();
        try {
            return checkFit(holder, stamp, nanosLeft, isForCaller);
        } catch (Throwable e) {
            // Closed, or an unexpected failure: either way the lease ends here.
            end(holder, stamp, DiscardReason.BROKEN, e);
            throw e;
        }
    }

    private boolean checkFit(
            ResourceHolder<R> holder, long stamp, long nanosLeft, boolean isForCaller) {
        long now = epoch.now();
        long seen = epoch.touch(); // before all reads of what a new epoch announces
        refuseIfClosed(holder, stamp);
        if (endIfWithheld(holder, stamp)) {
            return false;
        }
        if (now >= holder.expiresAt) {
            end(holder, stamp, DiscardReason.LIFETIME, null);
            return false;
        }
        int current = generations.current();
        long lastProof = Math.max(holder.seen, holder.validatedAt);
        boolean needsValidation =
                holder.generation != current
                        || now - lastProof >= validateAfterIdle
                        || now - holder.validatedAt >= validationInterval;
        if (needsValidation && mayHang(holder) && nanosLeft != Long.MAX_VALUE && mayWait()) {
            if (holder.accessibleToReserved(stamp)) {
                holder.noteUnused();
                validateAside(holder, nanosLeft);
            }
            return false; // the caller waits: for this one, another, or a new one
        }
        boolean isNew = holder.isNew();
        boolean isTimed = seen != holder.seen && seen > 1;
        // Before the validation: leak detection counts from here. The end of a timed lease is to
        // take the slow path, so this must be no value of the epoch: the one before.
        holder.seen = isTimed ? seen - 1 : seen;
        if (needsValidation) {
            Throwable refusal = validateHolder(holder, isNew, current, nanosLeft);
            if (refusal != null) {
                end(holder, stamp, DiscardReason.INVALID, refusal);
                if (isForCaller && refusal instanceof StackOverflowError e) {
                    throw e;
                }
                return false;
            }
            timings.waited(PoolObserver.Wait.VALIDATION, holder.validatedAt - now);
            // The pool may have been closed or suspended during the validation.
            refuseIfClosed(holder, stamp);
            if (endIfWithheld(holder, stamp)) {
                return false;
            }
        }
        // Always written: a lease that did not end here may have left its time.
        holder.timedSince = isTimed ? Math.max(now, holder.validatedAt) : 0;
        if (leaksWanted) {
            holder.site = new Throwable("acquired by " + Thread.currentThread().getName());
            housekeeping.leased();
        }
        return true;
    }

    /**
     * Ends a lease before the application sees it, if the pool is suspended or has more members
     * than its maximum.
     */
    private boolean endIfWithheld(ResourceHolder<R> holder, long stamp) {
        if (!suspension.isSuspended() && !sets.isSurplus()) {
            return false;
        }
        if (holder.accessibleToReserved(stamp)) {
            holder.noteUnused();
            publish(holder);
        }
        return true;
    }

    private void refuseIfClosed(ResourceHolder<R> holder, long stamp) {
        if (sets.isClosed()) {
            end(holder, stamp, DiscardReason.POOL_CLOSED, null);
            throw closed();
        }
    }

    /**
     * Validates the resource of an owned holder; returns why it must not be used again, or null.
     */
    private @Nullable Throwable validateHolder(
            ResourceHolder<R> holder, boolean isNew, int current, long nanosLeft) {
        Throwable refusal = validateResource(holder.resource, nanosLeft);
        if (refusal == null) {
            holder.generation = current;
            holder.validatedAt = epoch.now();
        } else if (isNew) {
            newOnesFail = true; // before its permit is given back and the next is created
        }
        return refusal;
    }

    /**
     * Validates a new resource before it joins, once another new one has failed; returns why it
     * must not join, or null. Without it, bad resources would be created in a loop, with no
     * backoff.
     */
    @Nullable Throwable validateNew(R resource) {
        if (!newOnesFail) {
            return null;
        }
        Throwable refusal = validateResource(resource, Long.MAX_VALUE);
        if (refusal == null) {
            newOnesFail = false;
        }
        return refusal;
    }

    /** Validates a resource; suspects the others if the failure may concern them. */
    private @Nullable Throwable validateResource(R resource, long nanosLeft) {
        long began = epoch.now();
        Validation.Refusal refusal = validation.refusal(resource, nanosLeft);
        if (refusal == null) {
            return null;
        }
        long ended = epoch.now();
        if (ended - began >= HANG_NANOS) {
            hungAt = ended;
        }
        if (refusal.concernsOthers()) {
            suspectAll();
        }
        return refusal.cause();
    }

    /**
     * Whether the queue has room; otherwise the caller would be refused although usable holders
     * exist.
     */
    private boolean mayWait() {
        return waiters.waiting < config.maxWaiting();
    }

    /** Whether the resource has not been validated since another hung. For its owner. */
    private boolean mayHang(ResourceHolder<R> holder) {
        return holder.validatedAt < hungAt;
    }

    /**
     * Validates a reserved holder on a creator thread, concurrently with others: one after the
     * other, hung validations could use up the caller's time.
     */
    private void validateAside(ResourceHolder<R> holder, long nanosLeft) {
        Once task = null;
        try {
            task = new Once(() -> validateAndPublish(holder, Long.MAX_VALUE));
            threads.execute(task);
        } catch (Throwable e) { // no thread available: on this one, within its time
            if (task == null || task.begin()) { // else it has run nonetheless, see Once
                validateAndPublish(holder, nanosLeft);
            }
        }
    }

    /** Validates a reserved holder, and publishes or discards it. */
    private void validateAndPublish(ResourceHolder<R> holder, long nanosLeft) {
        Throwable refusal;
        try {
            refusal = validateHolder(holder, holder.isNew(), generations.current(), nanosLeft);
        } catch (Throwable e) { // out of memory, and no other thread has this holder
            discarder.discard(holder, DiscardReason.BROKEN, e);
            throw e;
        }
        if (refusal == null) {
            publish(holder); // seen is unchanged: a validation is not a use
        } else {
            discarder.discard(holder, DiscardReason.INVALID, refusal);
        }
    }

    /** Ends a lease that the application never saw, and discards its holder. */
    private void end(
            ResourceHolder<R> holder, long stamp, DiscardReason reason, @Nullable Throwable cause) {
        if (holder.accessibleToReserved(stamp)) {
            holder.noteUnused();
            discarder.discard(holder, reason, cause);
        }
    }

    // returning holders

    /** Checks a clean, reserved holder that was released, and publishes it. */
    public void requeue(ResourceHolder<R> holder) {
        long since = holder.timedSince;
        if (since != 0) {
            holder.timedSince = 0;
            long nanos = epoch.now() - since;
            waiters.used(nanos);
            timings.used(nanos);
        }
        if (holder.seen == epoch.value) { // as on the fast path: nothing has happened since
            publish(holder);
            return;
        }
        long now = epoch.now();
        long seen = touch(holder);
        if (holder.generation == generations.current()) { // else its next acquire validates
            // No value of the epoch where a validation is due, or the timing of a lease, since this
            // one was not timed: that comes with the next acquire. Never 0, which a new holder has.
            boolean isDue =
                    now - holder.validatedAt >= validationInterval || (since == 0 && seen > 1);
            holder.seen = isDue ? seen - 1 : seen;
        }
        holder.site = null;
        if (sets.isClosed()) {
            discarder.discard(holder, DiscardReason.POOL_CLOSED, null);
        } else if (now >= holder.expiresAt) {
            discarder.discard(holder, DiscardReason.LIFETIME, null);
        } else {
            publish(holder);
        }
    }

    private long touch(ResourceHolder<R> holder) {
        try {
            return epoch.touch();
        } catch (Throwable e) { // no memory for the next tick, and no other thread has this holder
            publish(holder);
            throw e;
        }
    }

    /**
     * Makes a reserved holder available, hands it over, or holds it while the pool is suspended.
     * Discards a doomed or a surplus one.
     */
    public void publish(ResourceHolder<R> holder) {
        if (sets.isSurplus() && discarder.discardIfSurplus(holder)) {
            return;
        }
        if (!suspension.publish(holder)) {
            holder.discardDoomed();
        }
    }

    /** Validates a reserved, idle holder, concurrently with others if another has hung. */
    void validateIdle(ResourceHolder<R> holder) {
        if (mayHang(holder)) {
            validateAside(holder, Long.MAX_VALUE);
        } else {
            validateAndPublish(holder, Long.MAX_VALUE);
        }
    }
}
