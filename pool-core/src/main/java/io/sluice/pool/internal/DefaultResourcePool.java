package io.sluice.pool.internal;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.DiscardReport;
import io.sluice.pool.FlushMode;
import io.sluice.pool.FlushReport;
import io.sluice.pool.LeaseReport;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.pool.PoolObserver;
import io.sluice.pool.PoolObserver.Wait;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.SizingReport;
import io.sluice.pool.internal.base.OutOfLine;
import io.sluice.pool.internal.base.StackRoom;
import io.sluice.pool.internal.growth.Demand;
import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.HotFields;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.StateWord;
import io.sluice.pool.internal.queue.AvailableQueue;
import io.sluice.pool.internal.queue.HolderSets;
import io.sluice.pool.internal.queue.HolderSlots;
import io.sluice.pool.internal.queue.Suspension;
import io.sluice.pool.internal.report.LeaseDiagnostics;
import io.sluice.pool.internal.report.PoolEvents;
import io.sluice.pool.internal.report.SizeWatch;
import io.sluice.pool.internal.report.Snapshots;
import io.sluice.pool.internal.report.TimeoutReporter;
import io.sluice.pool.internal.report.Timings;
import io.sluice.pool.internal.upkeep.FitnessCheck;
import io.sluice.pool.internal.upkeep.Flush;
import io.sluice.pool.internal.upkeep.Resizing;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.LeaseWrapper;
import io.sluice.pool.spi.NoTransactions;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The pool. Acquire takes an available holder, checks it if the epoch has changed, and waits if
 * there is none. The rest connects the parts of the pool.
 */
public final class DefaultResourcePool<R> implements ResourcePool<R> {

    private static MethodHandle acquireSlowly =
            OutOfLine.of(
                    MethodHandles.lookup(),
                    "acquireSlowly",
                    ResourceHolder.class,
                    ResourceHolder.class,
                    long.class,
                    long.class);

    // read by the fast path
    private final Epoch epoch;
    private final AvailableQueue<R> available;

    /** {@code HolderSlots.homes}, copied here to save one load. */
    private final ResourceHolder<R>[] homes;

    private final boolean transactional;

    /** Whether {@link #tryAcquire} exists: a lease begun at home is then a plain one. */
    private final boolean plainAtHome;

    private final long acquireTimeoutNanos;

    private final PoolConfig config;
    private final Ticker ticker;
    private final HolderSets<R> sets;
    private final TransactionLeases<R> transactionLeases;
    private final AsyncAcquires<R> asyncAcquires;
    private final PoolEvents<R> events;
    private final Snapshots<R> snapshots;
    private final Demand<R> demand;
    private final Suspension<R> suspension;
    private final FitnessCheck<R> fitnessCheck;
    private final Flush<R> flush;
    private final Resizing<R> resizing;
    private final TimeoutReporter<R> timeouts;
    private final Timings timings;
    private final LeaseDiagnostics<R> diagnostics;
    private final SizeWatch sizes;
    private final Closing<R> closing;

    /** Opens a pool; see {@link ResourcePool#open}. */
    public static <R> DefaultResourcePool<R> open(PoolConfig config, ResourceFactory<R> factory) {
        Initialization.ofAPool();
        DefaultResourcePool<R> pool = new DefaultResourcePool<>(config, factory);
        config.ticker().open();
        boolean isOpen = false;
        try {
            pool.events.opened(config.minSize(), config.maxSize(), pool::snapshot);
            pool.demand.check(); // starts creating minSize
            isOpen = true;
        } finally { // out of memory: no caller has the pool to close it
            if (!isOpen) {
                pool.close(Duration.ZERO);
            }
        }
        return pool;
    }

    private DefaultResourcePool(PoolConfig config, ResourceFactory<R> factory) {
        this.config = config;
        ticker = config.ticker();
        acquireTimeoutNanos = config.acquireTimeout().toNanos();
        transactional = config.transactions() != NoTransactions.INSTANCE;
        plainAtHome = !transactional && !PoolParts.checksEachLease(config);

        PoolParts<R> parts = new PoolParts<>(config, factory, this::acquirePlain);
        epoch = parts.epoch;
        available = parts.available;
        homes = parts.slots.homes();
        sets = parts.sets;
        transactionLeases = parts.transactionLeases;
        asyncAcquires = parts.asyncAcquires;
        events = parts.events;
        snapshots = parts.snapshots;
        demand = parts.demand;
        suspension = parts.suspension;
        fitnessCheck = parts.fitnessCheck;
        flush = parts.flush;
        resizing = parts.resizing;
        timeouts = parts.timeouts;
        timings = parts.timings;
        diagnostics = parts.diagnostics;
        sizes = parts.sizes;
        closing = new Closing<>(config, parts, this::sizing);
    }

    // acquire

    @Override
    public Holder<R> acquire() throws InterruptedException {
        return transactional
                ? transactionLeases.acquire(acquireTimeoutNanos)
                : acquirePlain(acquireTimeoutNanos);
    }

    @Override
    public Holder<R> acquire(Duration timeout) throws InterruptedException {
        long nanos = Math.max(0, TimeUnit.NANOSECONDS.convert(timeout));
        return transactional ? transactionLeases.acquire(nanos) : acquirePlain(nanos);
    }

    /**
     * The fast path, for callers that wrap the lease. It returns only the home: its stamp is still
     * in a register. Any other holder would cost a reread from a cache line just written.
     */
    @Override
    public @Nullable Holder<R> tryAcquire() {
        if (!plainAtHome) {
            return null;
        }
        long threadId = HotFields.idOf(Thread.currentThread());
        ResourceHolder<R> home = homes[HolderSlots.homeOf(threadId)];
        long last = home.stamp;
        long difference = home.tryHome(last);
        // Read the epoch after the lease has begun, see acquirePlain.
        if ((difference | (home.seen ^ epoch.value)) != 0) {
            try {
                home.takeBack(difference, last);
            } catch (StackOverflowError e) {
                long begun = last + StateWord.ONE_LEASE;
                if (difference == 0 && (home.word & ~StateWord.DOOMED) == begun) {
                    home.abandoned = begun; // see acquirePlain
                }
                throw e;
            }
            return null;
        }
        // Not in the condition above: taking this lease back would inflate HolderSlots.returned.
        if (home.threadId != threadId) {
            try {
                home.acquiredByCaller();
            } catch (StackOverflowError e) {
                home.abandoned = last + StateWord.ONE_LEASE;
                throw e;
            }
        }
        home.stamp = last + StateWord.ONE_LEASE;
        return home;
    }

    /**
     * The fast path of {@link #acquire()}: begins a lease of the thread's home, with one branch for
     * all that may prevent it. A home that has to be checked first stays leased meanwhile.
     */
    private ResourceHolder<R> acquirePlain(long timeoutNanos) throws InterruptedException {
        long threadId = HotFields.idOf(Thread.currentThread());
        ResourceHolder<R> home = homes[HolderSlots.homeOf(threadId)];
        long last = home.stamp;
        long difference = home.tryHome(last);
        // Read the epoch after the lease has begun: earlier announcements are then seen.
        if ((difference | (home.seen ^ epoch.value) | (home.threadId ^ threadId)) != 0) {
            try {
                return acquireOutOfLine(home, difference, timeoutNanos);
            } catch (Error e) { // the end of the stack, or no memory to link the call
                // A store, because no method can be called. If the holder was unfit, its lease is
                // over, and the mark of a later one must stay.
                long begun = last + StateWord.ONE_LEASE;
                if (difference == 0 && (home.word & ~StateWord.DOOMED) == begun) {
                    home.abandoned = begun;
                }
                throw e;
            }
        }
        home.stamp = last + StateWord.ONE_LEASE;
        return home;
    }

    @SuppressWarnings("unchecked") // the method of this class
    private ResourceHolder<R> acquireOutOfLine(
            ResourceHolder<R> home, long difference, long timeoutNanos)
            throws InterruptedException {
        try {
            return (ResourceHolder<R>)
                    (ResourceHolder<?>)
                            acquireSlowly.invokeExact(this, home, difference, timeoutNanos);
        } catch (Throwable e) {
            throw OutOfLine.<InterruptedException>rethrown(e);
        }
    }

    /**
     * Checks the holder found, or waits for one, until a holder is fit for use.
     *
     * @param home the thread's home
     * @param difference zero if the caller has a lease of the home
     */
    ResourceHolder<R> acquireSlowly(ResourceHolder<R> home, long difference, long timeoutNanos)
            throws InterruptedException {
        ResourceHolder<R> found;
        if (difference == 0) {
            home.stamp = StateWord.firstOfLease(home.word);
            home.acquiredBy(Thread.currentThread());
            found = home;
        } else {
            found = available.poll();
        }
        if (found != null && found.seen == epoch.value) {
            return found;
        }
        try {
            StackRoom.require();
        } catch (StackOverflowError e) {
            if (found != null && difference != 0) { // else the caller does it, and only once
                found.abandoned = found.stamp;
            }
            throw e;
        }
        long arrivedAt = ticker.nanos();
        ResourceHolder<R> holder = found != null ? found : await(arrivedAt, timeoutNanos, false);
        while (!fitnessCheck.checkFit(holder, nanosLeft(arrivedAt, timeoutNanos), true)) {
            if (nanosLeft(arrivedAt, timeoutNanos) <= 0) {
                throw timedOut(arrivedAt, timeoutNanos); // the check took the time
            }
            ResourceHolder<R> another = available.poll();
            holder = another != null ? another : await(arrivedAt, timeoutNanos, /* again= */ true);
        }
        holder.waited(ticker.nanos() - arrivedAt); // in case it turns out unusable
        return holder;
    }

    /** A caller that does not wait still has unlimited time for a validation. */
    private long nanosLeft(long arrivedAt, long timeoutNanos) {
        return timeoutNanos == 0 ? Long.MAX_VALUE : timeoutNanos - (ticker.nanos() - arrivedAt);
    }

    private ResourceHolder<R> await(long arrivedAt, long timeoutNanos, boolean again)
            throws InterruptedException {
        ResourceHolder<R> holder = null;
        long from = ticker.nanos();
        Object begun = events.waitBegins();
        try {
            holder = available.await(arrivedAt, arrivedAt + timeoutNanos, again);
        } finally {
            events.waitEnded(begun, holder != null);
        }
        if (holder == null) {
            throw timedOut(arrivedAt, timeoutNanos);
        }
        timings.waited(holder.isNew() ? Wait.CREATION : Wait.RETURN, ticker.nanos() - from);
        return holder;
    }

    private AcquireTimeoutException timedOut(long arrivedAt, long timeoutNanos) {
        AcquireTimeoutException failure = timeouts.report(arrivedAt, timeoutNanos);
        if (timeoutNanos > 0) { // else the caller only checked for an available one
            events.timedOut(failure);
        }
        return failure;
    }

    @Override
    public CompletableFuture<Holder<R>> acquireAsync(Duration timeout) {
        return acquireAsync(timeout, DEFAULT_EXECUTOR);
    }

    @Override
    public CompletableFuture<Holder<R>> acquireAsync(Duration timeout, Executor executor) {
        return acquireAsync(timeout, executor, new PlainLease<>());
    }

    @Override
    public <L> CompletableFuture<L> acquireAsync(
            Duration timeout, Executor executor, LeaseWrapper<R, L> wrapper) {
        Objects.requireNonNull(executor, "executor");
        Objects.requireNonNull(wrapper, "wrapper");
        long nanos = Math.max(0, TimeUnit.NANOSECONDS.convert(timeout));
        try {
            refuseInTransaction();
        } catch (PoolException | IllegalStateException e) {
            return CompletableFuture.failedFuture(wrapper.failure(e));
        }
        return asyncAcquires.begin(nanos, executor, wrapper, leakSite());
    }

    @Override
    public <L> void acquireAsync(
            Duration timeout,
            Executor executor,
            LeaseWrapper<R, L> wrapper,
            CompletableFuture<L> stage) {
        Objects.requireNonNull(executor, "executor");
        Objects.requireNonNull(wrapper, "wrapper");
        long nanos = Math.max(0, TimeUnit.NANOSECONDS.convert(timeout));
        refuseInTransaction();
        asyncAcquires.begin(nanos, executor, wrapper, leakSite(), stage);
    }

    private void refuseInTransaction() {
        if (transactional && config.transactions().current() != null) {
            throw new IllegalStateException(
                    "Pool "
                            + config.name()
                            + ": an asynchronous acquire takes no part in the transaction of this"
                            + " thread; acquire without async, or outside of the transaction");
        }
    }

    private @Nullable Throwable leakSite() {
        return config.leakThreshold().isZero()
                ? null
                : new Throwable("acquired asynchronously by " + Thread.currentThread().getName());
    }

    // the pool as a whole

    @Override
    public void createFirst() {
        refuseIfClosed();
        demand.createFirst();
    }

    @Override
    public boolean createMinimum(Duration timeout) {
        refuseIfClosed();
        return demand.createMinimum(TimeUnit.NANOSECONDS.convert(timeout));
    }

    private void refuseIfClosed() {
        if (sets.isClosed()) {
            throw fitnessCheck.closed();
        }
    }

    @Override
    public void suspectAll() {
        fitnessCheck.suspectAll();
    }

    @Override
    public FlushReport flush(FlushMode mode) {
        return flush.run(mode);
    }

    @Override
    public FlushReport flush(Duration drain) {
        return flush.run(drain);
    }

    @Override
    public void resize(int minSize, int maxSize) {
        PoolConfig.builder().minSize(minSize).maxSize(maxSize).build(); // rejects bad sizes
        refuseIfClosed();
        resizing.resize(minSize, maxSize);
        events.resized(minSize, maxSize);
    }

    @Override
    public void suspend() {
        try {
            suspension.suspend();
        } finally { // even if not everything is held, creation stops here
            demand.suspend();
        }
    }

    @Override
    public void resume() {
        try {
            suspension.resume();
        } finally {
            demand.check(); // no waiter was served meanwhile
        }
    }

    @Override
    public boolean isSuspended() {
        return suspension.isSuspended();
    }

    @Override
    public void observe(PoolObserver observer) {
        timings.observe(Objects.requireNonNull(observer, "observer"));
    }

    @Override
    public void unobserve(PoolObserver observer) {
        timings.unobserve(observer);
    }

    @Override
    public PoolSnapshot snapshot() {
        return snapshots.take();
    }

    @Override
    public SizingReport sizing() {
        PoolSnapshot now = snapshot();
        return sizes.report(epoch.now(), now.maxSize(), now.counters().acquired());
    }

    @Override
    public List<LeaseReport> leases() {
        return diagnostics.all();
    }

    @Override
    public List<DiscardReport> recentDiscards() {
        return events.recentDiscards();
    }

    @Override
    public boolean isClosed() {
        return sets.isClosed();
    }

    @Override
    public void close() {
        close(config.closeTimeout());
    }

    @Override
    public PoolSnapshot close(Duration drain) {
        return closing.close(drain);
    }

    @Override
    public String toString() {
        return "ResourcePool[" + config.name() + "]";
    }
}
