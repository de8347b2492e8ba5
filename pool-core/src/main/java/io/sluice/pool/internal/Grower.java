package io.sluice.pool.internal;

import io.sluice.pool.PoolException;
import io.sluice.pool.ResourceCreationException;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Creates resources beside those who wait for them, outside every lock: as many at once as waiters
 * need and the configuration allows.
 *
 * <p>Demand is looked at again before each creation, so a burst that returns have covered by then
 * creates nothing. While creation fails there is one attempt at a time, at most a second apart;
 * after the first success the number allowed doubles with each.
 */
final class Grower<R> {

    private static final long FIRST_RETRY_NANOS = Duration.ofMillis(20).toNanos();
    private static final long LAST_RETRY_NANOS = Duration.ofSeconds(1).toNanos();

    /** What the grower needs of its pool. Called without any lock held. */
    interface Site<R> {

        /**
         * A resource was created; its permit counts as existing. The site seats and publishes it,
         * or destroys it.
         *
         * @throws Exception if the factory did not accept it after all; it is destroyed then
         */
        void created(R resource, int generation) throws Exception;

        /** A resource arrived after its creation was given up. It has no permit. */
        void createdTooLate(R resource);

        /** Creation failed. May come on the timer thread. */
        void creationFailed(Throwable failure);

        /** The generation a resource created from now on belongs to. */
        int generation();

        boolean isClosed();
    }

    /** The last failure to create, until one succeeds. */
    record Failure(Throwable cause, long at, boolean permanent) {}

    private final String poolName;
    private final int minSize;
    private final int maxCreating;
    private final long connectTimeoutNanos;
    private final Ticker ticker;
    private final ResourceFactory<R> factory;
    private final Executor threads;
    private final CreationPermits permits;
    private final WaiterQueue<R> waiters;
    private final Site<R> site;

    /**
     * How many may be in creation now: 0 until the next retry. Volatile; written under this
     * object's monitor.
     */
    private volatile int allowed;

    /** Volatile; written under this object's monitor. */
    private volatile @Nullable Failure lastFailure;

    /** Failures in a row; guarded by this object's monitor. */
    private int failures;

    /** The retry to come, or null; guarded by this object's monitor. */
    private Ticker.@Nullable Alarm retry;

    Grower(
            String poolName,
            int minSize,
            int maxCreating,
            Duration connectTimeout,
            Ticker ticker,
            ResourceFactory<R> factory,
            Executor threads,
            CreationPermits permits,
            WaiterQueue<R> waiters,
            Site<R> site) {
        this.poolName = poolName;
        this.minSize = minSize;
        this.maxCreating = maxCreating;
        this.connectTimeoutNanos = connectTimeout.toNanos();
        this.ticker = ticker;
        this.factory = factory;
        this.threads = threads;
        this.permits = permits;
        this.waiters = waiters;
        this.site = site;
        this.allowed = maxCreating;
    }

    /**
     * Starts as many creators as are needed and allowed. Called by who begins to wait, and after
     * whatever lowered the permits.
     */
    void demand() {
        for (; ; ) {
            long counts = permits.get();
            if (CreationPermits.creating(counts) >= allowed
                    || !isNeeded(counts, CreationPermits.creating(counts))) {
                return;
            }
            if (CreationPermits.total(counts) + CreationPermits.creating(counts)
                    >= permits.maxSize()) {
                return;
            }
            if (permits.tryBegin(counts)) {
                start(this::createWhileNeeded, new CompletableFuture<>());
            }
        }
    }

    /** Whether one more is needed beside those that others are creating. */
    private boolean isNeeded(long counts, int others) {
        return !site.isClosed()
                && (waiters.waiting > others
                        || CreationPermits.total(counts) + others < minSize
                        || (others == 0 && waiters.isRefusing()));
    }

    private void start(Runnable creator, CompletableFuture<Void> done) {
        try {
            threads.execute(creator);
        } catch (
                Throwable e) { // no thread to be had: as good as a failed creation, and tried again
            // like one
            permits.creationFailed();
            failed(e, /* permanent= */ false);
            done.completeExceptionally(e);
        }
    }

    /** A creator's work; it holds one permit to create. */
    private void createWhileNeeded() {
        do {
            if (!confirmNeeded()) {
                demand(); // who began to wait before the permit was given back relied on it
                return;
            }
            create(new CompletableFuture<>());
        } while (beginAnother());
        demand();
    }

    private boolean confirmNeeded() {
        for (; ; ) {
            long counts = permits.get();
            if (isNeeded(counts, CreationPermits.creating(counts) - 1)) {
                return true;
            }
            if (permits.tryCancel(counts)) {
                return false;
            }
        }
    }

    private boolean beginAnother() {
        for (; ; ) {
            long counts = permits.get();
            int creating = CreationPermits.creating(counts);
            if (creating >= allowed
                    || !isNeeded(counts, creating)
                    || CreationPermits.total(counts) + creating >= permits.maxSize()) {
                return false;
            }
            if (permits.tryBegin(counts)) {
                return true;
            }
        }
    }

    /**
     * Creates one resource on a creator thread, needed or not, and waits until it has joined or
     * failed.
     *
     * @throws ResourceCreationException if it failed or was given up
     */
    void createFirst() throws InterruptedException {
        CompletableFuture<Void> done = new CompletableFuture<>();
        for (; ; ) {
            long counts = permits.get();
            if (CreationPermits.total(counts) > 0) {
                return;
            }
            if (permits.tryBegin(counts)) {
                break;
            }
            if (CreationPermits.creating(counts) >= permits.maxSize()) {
                return; // others are at it, at the maximum; whoever acquires waits for them
            }
        }
        start(
                () -> {
                    create(done);
                    demand();
                },
                done);
        try {
            done.get();
        } catch (java.util.concurrent.ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new ResourceCreationException(
                    "Pool "
                            + poolName
                            + ": the first resource could not be created: "
                            + cause.getMessage(),
                    cause);
        }
    }

    /** One creation with its time limit; uses up the permit of the caller. */
    private void create(CompletableFuture<Void> done) {
        // Decides between the creator and the alarm: who sets it first has the permit to give back.
        AtomicBoolean settled = new AtomicBoolean();
        Ticker.Alarm limit = ticker.schedule(() -> giveUp(settled, done), connectTimeoutNanos);
        int generation = site.generation();
        try {
            R resource = factory.create();
            if (!settled.compareAndSet(false, true)) {
                site.createdTooLate(resource);
                return;
            }
            permits.created(); // before succeeded(): a failure elsewhere then sees that there is a
            // resource
            succeeded();
            site.created(resource, generation);
            done.complete(null);
        } catch (Throwable e) { // a driver may throw anything, and the permit must come back
            if (settled.compareAndSet(false, true)) {
                permits.creationFailed();
                failed(e, isPermanent(e));
            } else if (!done.isDone()) {
                failed(e, /* permanent= */ false); // it was created, but could not be put to use
            }
            done.completeExceptionally(e);
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
        } finally {
            limit.cancel();
        }
    }

    /** Runs on the timer thread: what else is to be done is left to a creator thread. */
    private void giveUp(AtomicBoolean settled, CompletableFuture<Void> done) {
        if (settled.compareAndSet(false, true)) {
            permits.creationFailed();
            TimeoutException late =
                    new TimeoutException(
                            "creating a resource took longer than connectTimeout, "
                                    + Duration.ofNanos(connectTimeoutNanos)
                                    + "; it was given up, and will be destroyed should it still arrive");
            failed(late, /* permanent= */ false);
            done.completeExceptionally(late);
        }
    }

    private synchronized void succeeded() {
        failures = 0;
        lastFailure = null;
        allowed = Math.min(maxCreating, Math.max(1, allowed * 2));
        waiters.accept();
    }

    private void failed(Throwable failure, boolean permanent) {
        synchronized (this) {
            failures++;
            lastFailure = new Failure(failure, ticker.nanos(), permanent);
            allowed = 0;
            if (retry == null && !site.isClosed()) {
                long limit =
                        Math.min(LAST_RETRY_NANOS, FIRST_RETRY_NANOS << Math.min(failures, 10));
                retry =
                        ticker.schedule(
                                this::retry,
                                ThreadLocalRandom.current().nextLong(limit / 2, limit));
            }
            if (permanent && CreationPermits.total(permits.get()) == 0) {
                waiters.refuse(() -> permanentFailure(failure));
            }
        }
        site.creationFailed(failure);
    }

    private boolean isPermanent(Throwable failure) {
        try {
            return factory.isPermanent(failure);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
            return false;
        }
    }

    private PoolException permanentFailure(Throwable failure) {
        return new ResourceCreationException(
                "Pool "
                        + poolName
                        + " has no resource and cannot create one, and waiting would not help: "
                        + failure.getMessage(),
                failure);
    }

    /** Runs on the timer thread when the next attempt is due. */
    private void retry() {
        synchronized (this) {
            retry = null;
            allowed = Math.max(1, allowed);
        }
        demand();
    }

    /** The pool is closed: no retry any more. */
    synchronized void close() {
        if (retry != null) {
            retry.cancel();
            retry = null;
        }
    }

    @Nullable Failure lastFailure() {
        return lastFailure;
    }
}
