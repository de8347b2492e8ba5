package io.sluice.pool.internal;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.pool.ResourceCreationException;
import io.sluice.pool.internal.jfr.FlightRecorder;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Creates resources beside those who wait for them, outside every lock: as many at once as waiters
 * need and the configuration allows.
 *
 * <p>Demand is looked at again before each creation, so a burst that returns have covered by then
 * creates nothing. While creation fails one attempt is begun at a time, well under a second after
 * the one before, even if that hangs; after the first success the number allowed doubles with each.
 * Whatever takes long is not counted on: another attempt is begun beside it.
 */
final class Grower<R> {

    private static final long FIRST_RETRY_NANOS = Duration.ofMillis(20).toNanos();

    /**
     * The longest pause between two attempts. Everybody is to be served within a second of the
     * database being back: what is left of that second is for the ramp.
     */
    private static final long LAST_RETRY_NANOS = Duration.ofMillis(500).toNanos();

    /** How long an attempt may take before another is begun beside it, while none has failed. */
    private static final long SLOW_NANOS = Duration.ofSeconds(1).toNanos();

    /** From the end of an attempt that took longer than it was to be to the next. */
    private static final long LEAST_PAUSE_NANOS = FIRST_RETRY_NANOS / 2;

    /**
     * How long a resource may be in the pool's own hands before waiters no longer count on its
     * return.
     */
    private static final long SOON_NANOS = Duration.ofMillis(10).toNanos();

    /** How many creations that were given up may hang in the driver before no other is begun. */
    private static final int MOST_HANGING = 32;

    /** What the grower needs of its pool. Called without any lock held. */
    interface Site<R> {

        /**
         * A resource was created. The site seats it, counts its permit as existing, and publishes
         * it; or destroys it.
         *
         * @return null; or why the factory did not accept it after all: the permit counts as in
         *     creation still, and {@link #refused} follows
         */
        @Nullable Throwable created(R resource, int generation);

        /**
         * Destroys what the factory did not accept. Its permit counts as existing until then; no
         * other attempt begins before the retry.
         */
        void refused(R resource, Throwable why);

        /**
         * Tells who listens of a resource that was created. Demand has been looked at: this may
         * take its time.
         */
        void announce(R resource);

        /** A resource arrived after its creation was given up. It has no permit. */
        void createdTooLate(R resource);

        /** Creation failed. May come on the timer thread; must not throw. */
        void creationFailed(Throwable failure);

        /** How many members are available: who was woken for one has yet to take it. */
        int available();

        /** How many members the pool itself is working on, most of which return soon. */
        int reserved();

        /** How many leases the members have had, the first of each not counted. */
        long returned();

        /** The generation a resource created from now on belongs to. */
        int generation();

        boolean isClosed();

        boolean isSuspended();
    }

    /** The last failure to create, until one succeeds. */
    record Failure(Throwable cause, long at) {}

    private final String poolName;
    private final int minSize;
    private final int maxCreating;
    private final long connectTimeoutNanos;
    private final Ticker ticker;
    private final ResourceFactory<R> factory;
    private final Executor threads;
    private final CreationPermits permits;
    private final WaiterQueue<R> waiters;
    private final FlightRecorder recorder;
    private final Site<R> site;
    private final Pace pace;

    /** Creations given up that have not come back. */
    private final AtomicInteger hanging = new AtomicInteger();

    /**
     * Whether a second look at demand is due, at what was expected to return soon. Compare-and-set
     * by who schedules it.
     */
    private final AtomicBoolean lookingAgain = new AtomicBoolean();

    /** How many callers want the first resource whether or not somebody waits. */
    private final AtomicInteger wantFirst = new AtomicInteger();

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

    /** The retry to come, or null; guarded by this object's monitor. */
    private Ticker.@Nullable Alarm retry;

    /**
     * Whether that retry is for the case only that the attempts under way hang; guarded by this
     * object's monitor.
     */
    private boolean inCaseItHangs;

    /**
     * Tells how the next creation that ends has ended; then replaced by a new one. Guarded by this
     * object's monitor.
     */
    private CompletableFuture<Void> nextOutcome = new CompletableFuture<>();

    Grower(
            PoolConfig config,
            ResourceFactory<R> factory,
            Executor threads,
            CreationPermits permits,
            WaiterQueue<R> waiters,
            FlightRecorder recorder,
            Site<R> site) {
        this.poolName = config.name();
        this.minSize = config.minSize();
        this.maxCreating = config.maxCreating();
        this.connectTimeoutNanos = config.connectTimeout().toNanos();
        this.ticker = config.ticker();
        this.factory = factory;
        this.threads = threads;
        this.permits = permits;
        this.waiters = waiters;
        this.recorder = recorder;
        this.site = site;
        this.allowed = maxCreating;
        this.pace = new Pace(ticker, new Line(), this::demand);
    }

    /**
     * Starts as many creators as are needed and allowed. Called by who begins to wait, and after
     * whatever lowered the permits.
     */
    void demand() {
        while (tryBegin(/* othersReturnSoon= */ true)) {
            start();
        }
    }

    /** Takes a permit to create, if one more is needed and allowed. */
    private boolean tryBegin(boolean othersReturnSoon) {
        for (; ; ) {
            long counts = permits.get();
            int slow = this.slow;
            int promising = Math.max(0, CreationPermits.creating(counts) - slow);
            // Beside what is slow one is begun at a time, above maxCreating if need be.
            if (promising >= (slow == 0 ? allowed : Math.min(allowed, 1))
                    || hanging.get() >= MOST_HANGING
                    || roomIn(counts) <= 0
                    || !isNeeded(counts, promising)) {
                return false;
            }
            if (othersReturnSoon && !isNeeded(counts, promising + site.reserved())) {
                lookAgainSoon();
                return false;
            }
            if (isPaced(counts) && promising >= pace.atOnce()) {
                return false;
            }
            if (permits.tryBegin(counts)) {
                return true;
            }
        }
    }

    private int roomIn(long counts) {
        return permits.maxSize() - CreationPermits.total(counts) - CreationPermits.creating(counts);
    }

    /** Whether one more is needed beside those that others are creating or about to return. */
    private boolean isNeeded(long counts, int others) {
        return !site.isClosed()
                && !site.isSuspended()
                && (waiters.outnumber(others + site.available())
                        || CreationPermits.total(counts) + CreationPermits.creating(counts)
                                < minSize
                        || (others == 0 && (isFirstWanted(counts) || waiters.isRefusing())));
    }

    /**
     * Whether members are there that may serve those who wait. Neither is the minimum their
     * business, nor can anything be expected of them before an outage is over.
     */
    private boolean isPaced(long counts) {
        int total = CreationPermits.total(counts);
        return total > 0
                && total + CreationPermits.creating(counts) >= minSize
                && allowed == maxCreating;
    }

    /** What the pace sees of the pool. */
    private final class Line implements Pace.Line {

        @Override
        public boolean isTooLong() {
            long counts = permits.get();
            int promising = Math.max(0, CreationPermits.creating(counts) - slow);
            return isPaced(counts) && roomIn(counts) > 0 && isNeeded(counts, promising);
        }

        @Override
        public int waiting() {
            return waiters.waiting;
        }

        @Override
        public long returned() {
            return site.returned();
        }
    }

    private boolean isFirstWanted(long counts) {
        return wantFirst.get() > 0 && CreationPermits.total(counts) == 0;
    }

    /**
     * What is being reset or validated mostly returns at once, and growing for its sake would be in
     * vain; but it may hang.
     */
    private void lookAgainSoon() {
        if (lookingAgain.compareAndSet(false, true)) {
            ticker.schedule(
                    () -> {
                        lookingAgain.set(false);
                        while (tryBegin(/* othersReturnSoon= */ false)) {
                            start();
                        }
                    },
                    SOON_NANOS);
        }
    }

    private void start() {
        try {
            threads.execute(this::createWhileNeeded);
        } catch (Throwable e) {
            // No thread to be had: as good as a failed creation, and tried again like one.
            failed(e, /* permanent= */ false, ticker.nanos(), permits::creationFailed);
        }
    }

    /** A creator's work; it holds one permit to create. */
    private void createWhileNeeded() {
        do {
            if (!confirmNeeded()) {
                demand(); // who began to wait before the permit was given back relied on it
                return;
            }
            create();
        } while (tryBegin(/* othersReturnSoon= */ true));
    }

    private boolean confirmNeeded() {
        for (; ; ) {
            long counts = permits.get();
            if (isNeededBesides(counts)) {
                return true;
            }
            if (permits.tryCancel(counts)) {
                return false;
            }
        }
    }

    private boolean isNeededBesides(long counts) {
        long withoutThis = counts - 1;
        return isNeeded(withoutThis, Math.max(0, CreationPermits.creating(withoutThis) - slow));
    }

    /** One creation with its time limit; uses up the permit of the caller. */
    private void create() {
        // Decides between the creator and the alarm: who sets it first has the permit to give back.
        AtomicBoolean settled = new AtomicBoolean();
        Ticker.Alarm limit = null;
        long beganAt = ticker.nanos();
        try {
            limit = ticker.schedule(() -> giveUp(settled, beganAt), connectTimeoutNanos);
            tryAgainIfItHangs();
            int generation = site.generation();
            R resource = recordedCreate();
            if (!settled.compareAndSet(false, true)) {
                hanging.decrementAndGet();
                site.createdTooLate(resource);
                return;
            }
            pace.created(ticker.nanos() - beganAt);
            putToUse(resource, generation, beganAt);
        } catch (Throwable e) { // a driver may throw anything, and the permit must come back
            if (settled.compareAndSet(false, true)) {
                failed(e, isPermanent(e), beganAt, permits::creationFailed);
            } else {
                hanging.decrementAndGet(); // its failure was told when it was given up
            }
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
        } finally {
            if (limit != null) {
                limit.cancel();
            }
        }
    }

    private R recordedCreate() throws Exception {
        Object begun = recorder.createBegins();
        R resource;
        try {
            resource =
                    Objects.requireNonNull(
                            factory.create(), "ResourceFactory.create returned null");
        } catch (Throwable e) {
            recorder.createEnded(begun, e);
            throw e;
        }
        recorder.createEnded(begun, null);
        return resource;
    }

    private void putToUse(R resource, int generation, long beganAt) {
        Throwable refusal;
        try {
            refusal = site.created(resource, generation);
        } catch (Throwable e) { // nobody foresees any, and it must not be tried in a loop
            failed(e, /* permanent= */ false, beganAt, () -> {});
            return;
        }
        if (refusal != null) {
            // Created, but the factory did not accept it. It exists until it is destroyed, which
            // looks at demand: by then no attempt may be allowed.
            failed(refusal, /* permanent= */ false, beganAt, permits::created);
            site.refused(resource, refusal);
            return;
        }
        succeeded();
        demand();
        site.announce(resource);
    }

    /**
     * Runs on the timer thread. The creator hangs in the driver; what it may still bring is
     * destroyed.
     */
    private void giveUp(AtomicBoolean settled, long beganAt) {
        if (!settled.compareAndSet(false, true)) {
            return;
        }
        hanging.incrementAndGet();
        failed(
                new TimeoutException(
                        "creating a resource took longer than connectTimeout, "
                                + Duration.ofNanos(connectTimeoutNanos)
                                + "; it was given up, and will be destroyed should it still arrive"),
                /* permanent= */ false,
                beganAt,
                permits::creationFailed);
    }

    /**
     * An attempt may hang until connectTimeout although the next would succeed: that one does not
     * wait for it. It comes within a second, and so late that the permits last until the first is
     * given up if that is possible.
     */
    private synchronized void tryAgainIfItHangs() {
        if (retry != null || site.isClosed()) {
            return;
        }
        long soonest = failures == 0 ? SLOW_NANOS : withJitter(LAST_RETRY_NANOS);
        inCaseItHangs = true;
        retry =
                ticker.schedule(
                        this::retry,
                        Math.max(
                                soonest,
                                Math.min(SLOW_NANOS, connectTimeoutNanos / permits.maxSize())));
    }

    private static long withJitter(long limit) {
        return ThreadLocalRandom.current().nextLong(limit / 2, limit);
    }

    private void succeeded() {
        CompletableFuture<Void> outcome;
        synchronized (this) {
            failures = 0;
            slow = 0;
            if (inCaseItHangs) {
                callOffRetry();
            }
            if (CreationPermits.creating(permits.get()) > 0) {
                tryAgainIfItHangs();
            }
            lastFailure = null;
            allowed = Math.min(maxCreating, Math.max(1, allowed * 2));
            waiters.accept();
            outcome = takeOutcome();
        }
        outcome.complete(null);
    }

    /**
     * @param beganAt when the attempt began: the pause to the next is counted from there
     * @param settle says what has become of the permit; it does not block
     */
    private void failed(Throwable failure, boolean permanent, long beganAt, Runnable settle) {
        CompletableFuture<Void> outcome;
        synchronized (this) {
            failures++;
            lastFailure = new Failure(failure, ticker.nanos());
            allowed = 0; // before the permit comes back, or who sees it back begins at once
            settle.run();
            slow = Math.min(slow, CreationPermits.creating(permits.get()));
            if (inCaseItHangs) {
                callOffRetry();
            }
            if (retry == null && !site.isClosed()) {
                long limit =
                        Math.min(LAST_RETRY_NANOS, FIRST_RETRY_NANOS << Math.min(failures, 10));
                long took = ticker.nanos() - beganAt;
                retry =
                        ticker.schedule(
                                this::retry, Math.max(LEAST_PAUSE_NANOS, withJitter(limit) - took));
            }
            // While the pool is suspended nobody finds out when that is over: let them wait.
            if (permanent && CreationPermits.total(permits.get()) == 0 && !site.isSuspended()) {
                waiters.refuse(() -> permanentFailure(failure));
            }
            outcome = takeOutcome();
        }
        outcome.completeExceptionally(failure);
        site.creationFailed(failure);
    }

    private CompletableFuture<Void> takeOutcome() {
        CompletableFuture<Void> outcome = nextOutcome;
        nextOutcome = new CompletableFuture<>();
        return outcome;
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

    /** Under this object's monitor. */
    private void callOffRetry() {
        if (retry != null) {
            retry.cancel();
            retry = null;
            inCaseItHangs = false;
        }
    }

    /** Runs on the timer thread when the next attempt is due. */
    private void retry() {
        synchronized (this) {
            retry = null;
            inCaseItHangs = false;
            slow = CreationPermits.creating(permits.get());
            allowed = Math.max(allowed, 1);
        }
        demand();
    }

    /**
     * Waits until a creation has succeeded, unless there is a resource already.
     *
     * @throws ResourceCreationException if the next one that ended has failed, or the thread was
     *     interrupted, which stays visible on it
     */
    void createFirst() {
        CompletableFuture<Void> outcome;
        synchronized (this) {
            if (CreationPermits.total(permits.get()) > 0) {
                return;
            }
            outcome = nextOutcome;
        }
        wantFirst.incrementAndGet();
        try {
            if (site.isSuspended()) { // after the outcome was read: what comes later tells it
                throw suspended();
            }
            demand();
            outcome.get();
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new ResourceCreationException(
                    "Pool "
                            + poolName
                            + ": the first resource could not be created: "
                            + cause.getMessage(),
                    cause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ResourceCreationException(
                    "Pool " + poolName + ": interrupted while the first resource was being created",
                    e);
        } finally {
            wantFirst.decrementAndGet();
        }
    }

    /**
     * The pool is closed: no retry any more, and who waits for the first resource waits in vain.
     */
    void close(PoolException closed) {
        CompletableFuture<Void> outcome;
        synchronized (this) {
            callOffRetry();
            outcome = takeOutcome();
        }
        outcome.completeExceptionally(closed);
    }

    /**
     * The pool is suspended: nothing is created, so nobody is refused because that fails, and who
     * waits for the first resource waits in vain.
     */
    void suspend() {
        CompletableFuture<Void> outcome;
        synchronized (this) {
            waiters.accept();
            outcome = takeOutcome();
        }
        outcome.completeExceptionally(suspended());
    }

    private PoolException suspended() {
        return new PoolException(
                "Pool "
                        + poolName
                        + " is suspended and creates nothing; expected it to be resumed first: call"
                        + " resume()",
                null);
    }

    @Nullable Failure lastFailure() {
        return lastFailure;
    }
}
