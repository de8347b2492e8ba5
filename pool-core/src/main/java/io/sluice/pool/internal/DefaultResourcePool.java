package io.sluice.pool.internal;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.DiscardReason;
import io.sluice.pool.PoolClosedException;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolListener;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.NoTransactions;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The story of acquire and release: takes what is available, looks at it when the epoch says so,
 * waits when there is nothing, and puts back, hands over or discards what comes home. Everything
 * else has a class of its own.
 */
public final class DefaultResourcePool<R> implements ResourcePool<R> {

    private static final System.Logger LOG = System.getLogger("io.sluice.pool");
    private static final long LONGEST_TICK_NANOS = Duration.ofMillis(250).toNanos();
    private static final long SHORTEST_TICK_NANOS = Duration.ofMillis(1).toNanos();
    private static final long GENERATION_NANOS = Duration.ofSeconds(1).toNanos();

    private final String name;
    private final Epoch epoch;
    private final AvailableQueue<R> available;
    private final boolean transactional;
    private final long acquireTimeoutNanos;

    private final PoolConfig config;
    private final ResourceFactory<R> factory;
    private final PoolListener listener;
    private final Ticker ticker;
    private final long validateAfterIdle;
    private final boolean leaksWanted;

    private final WaiterQueue<R> waiters;
    private final HolderSets<R> sets;
    private final TransactionLeases<R> transactionLeases;
    private final CreationPermits permits;
    private final CreatorThreads threads;
    private final Grower<R> grower;
    private final Destroyer<R> destroyer;
    private final Housekeeping<R> housekeeping;

    /**
     * Counts outages. Volatile, atomic increments; bumped before the epoch, read after it: see
     * {@link Epoch#touch}.
     */
    private final AtomicInteger generation = new AtomicInteger();

    /**
     * When the last generation began, in pool time. Compare-and-set: one thread a second starts
     * one.
     */
    private final AtomicLong generationBegan = new AtomicLong(-GENERATION_NANOS);

    /**
     * Completed when the pool is closed and no resource exists. One still in creation is destroyed
     * when it arrives.
     */
    private final CompletableFuture<Void> terminated = new CompletableFuture<>();

    /** Completed when a close has done what it could, with the counts at the end of its drain. */
    private final CompletableFuture<PoolSnapshot> closed = new CompletableFuture<>();

    /** Opens a pool; see {@link ResourcePool#open}. */
    public static <R> DefaultResourcePool<R> open(PoolConfig config, ResourceFactory<R> factory) {
        DefaultResourcePool<R> pool = new DefaultResourcePool<>(config, factory);
        config.ticker().open();
        pool.grower.demand(); // the minimum
        return pool;
    }

    private DefaultResourcePool(PoolConfig config, ResourceFactory<R> factory) {
        this.config = config;
        this.factory = factory;
        name = config.name();
        listener = config.listener();
        ticker = config.ticker();
        acquireTimeoutNanos = config.acquireTimeout().toNanos();
        validateAfterIdle = config.validateAfterIdle().toNanos();
        leaksWanted = !config.leakThreshold().isZero();
        transactional = config.transactions() != NoTransactions.INSTANCE;

        Owner owner = new Owner();
        boolean everyTime = leaksWanted || validateAfterIdle == 0;
        epoch = new Epoch(ticker, tickNanos(validateAfterIdle, everyTime), everyTime, this::tick);
        waiters = new WaiterQueue<>(name, config.maxWaiting(), ticker);
        available = new AvailableQueue<>(config.maxSize(), owner, waiters, ticker);
        sets = new HolderSets<>(available);
        transactionLeases =
                new TransactionLeases<>(
                        name, config.transactions(), sets, owner, this::acquirePlain);
        permits = new CreationPermits(config.maxSize());
        threads = new CreatorThreads(name);
        grower = new Grower<>(config, factory, threads, permits, waiters, owner);
        destroyer = new Destroyer<>(factory, threads, ticker, config.closeTimeout().toNanos());
        housekeeping = new Housekeeping<>(config, epoch, sets, owner);
    }

    private static long tickNanos(long validateAfterIdle, boolean everyTime) {
        return everyTime
                ? LONGEST_TICK_NANOS
                : Math.max(
                        SHORTEST_TICK_NANOS, Math.min(validateAfterIdle / 2, LONGEST_TICK_NANOS));
    }

    // acquire

    @Override
    public Holder<R> acquire() throws InterruptedException {
        if (transactional) {
            return transactionLeases.acquire(acquireTimeoutNanos);
        }
        ResourceHolder<R> holder = available.poll();
        if (holder != null && holder.seen == epoch.value) {
            return holder;
        }
        return acquireSlowly(holder, acquireTimeoutNanos);
    }

    @Override
    public Holder<R> acquire(Duration timeout) throws InterruptedException {
        long nanos = Math.max(0, TimeUnit.NANOSECONDS.convert(timeout));
        return transactional ? transactionLeases.acquire(nanos) : acquirePlain(nanos);
    }

    private ResourceHolder<R> acquirePlain(long timeoutNanos) throws InterruptedException {
        ResourceHolder<R> holder = available.poll();
        if (holder != null && holder.seen == epoch.value) {
            return holder;
        }
        return acquireSlowly(holder, timeoutNanos);
    }

    /** Looks at what was found, or waits for something, until there is a holder fit to serve. */
    private ResourceHolder<R> acquireSlowly(@Nullable ResourceHolder<R> found, long timeoutNanos)
            throws InterruptedException {
        long arrivedAt = ticker.nanos();
        ResourceHolder<R> holder = found != null ? found : await(arrivedAt, timeoutNanos);
        while (!isFit(holder)) {
            if (ticker.nanos() - arrivedAt >= timeoutNanos) {
                throw timedOut(arrivedAt, timeoutNanos); // looking took that long
            }
            ResourceHolder<R> another = available.poll();
            holder = another != null ? another : await(arrivedAt, timeoutNanos);
        }
        return holder;
    }

    private ResourceHolder<R> await(long arrivedAt, long timeoutNanos) throws InterruptedException {
        ResourceHolder<R> holder = available.await(arrivedAt, arrivedAt + timeoutNanos);
        if (holder == null) {
            throw timedOut(arrivedAt, timeoutNanos);
        }
        return holder;
    }

    /**
     * The slow side of acquire, for a holder whose lease is the calling thread's. What is not fit
     * is on its way out.
     */
    private boolean isFit(ResourceHolder<R> holder) {
        long stamp = holder.stamp();
        try {
            return isFit(holder, stamp);
        } catch (Throwable e) {
            // Closed, or something that nobody foresaw: either way the lease ends here.
            endLease(holder, stamp, DiscardReason.BROKEN, e);
            throw e;
        }
    }

    private boolean isFit(ResourceHolder<R> holder, long stamp) {
        long now = epoch.now();
        long seen = epoch.touch(); // before anything that a change of the epoch announces
        refuseIfClosed(holder, stamp);
        if (now >= holder.expiresAt) {
            endLease(holder, stamp, DiscardReason.LIFETIME, null);
            return false;
        }
        int current = generation.get();
        if (holder.generation != current
                || now - Math.max(holder.seen, holder.validatedAt) >= validateAfterIdle) {
            if (!isValid(holder, stamp)) {
                return false;
            }
            holder.generation = current;
            holder.validatedAt = epoch.now();
            // A close may have run out of patience with the validation.
            refuseIfClosed(holder, stamp);
        }
        holder.seen = seen;
        if (leaksWanted) {
            holder.site = new Throwable("acquired by " + Thread.currentThread().getName());
            housekeeping.leased();
        }
        return true;
    }

    private void refuseIfClosed(ResourceHolder<R> holder, long stamp) {
        if (sets.isClosed()) {
            endLease(holder, stamp, DiscardReason.POOL_CLOSED, null);
            throw closed();
        }
    }

    private boolean isValid(ResourceHolder<R> holder, long stamp) {
        try {
            factory.validate(holder.resource);
            return true;
        } catch (Throwable e) {
            // A driver may throw anything; whatever it is, the resource did not pass.
            keepInterrupt(e);
            endLease(holder, stamp, DiscardReason.INVALID, e);
            return false;
        }
    }

    private static void keepInterrupt(Throwable failure) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends a lease that the application never saw, and its holder with it. */
    private void endLease(
            ResourceHolder<R> holder, long stamp, DiscardReason reason, @Nullable Throwable cause) {
        if (holder.accessibleToReserved(stamp)) {
            discard(holder, reason, cause);
        }
    }

    private AcquireTimeoutException timedOut(long arrivedAt, long limitNanos) {
        long waitedNanos = ticker.nanos() - arrivedAt;
        PoolSnapshot snapshot = snapshot();
        Grower.Failure failure = grower.lastFailure();
        String lastFailure =
                failure == null
                        ? ""
                        : "; the last attempt to create one failed "
                                + millis(ticker.nanos() - failure.at())
                                + " ms ago: "
                                + failure.cause().getMessage();
        return new AcquireTimeoutException(
                "Pool "
                        + name
                        + ": no resource became available within "
                        + millis(waitedNanos)
                        + " ms (acquireTimeout "
                        + millis(limitNanos)
                        + " ms): "
                        + snapshot
                        + lastFailure,
                snapshot,
                failure == null ? null : failure.cause());
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    private PoolClosedException closed() {
        return new PoolClosedException(
                "Pool " + name + " is closed; nothing can be acquired from it any more");
    }

    // the way back

    /** Looks at a holder that comes home clean and reserved, and puts it to use. */
    private void requeue(ResourceHolder<R> holder) {
        long seen = epoch.touch();
        if (holder.generation == generation.get()) {
            holder.seen = seen; // else its next acquire must find a difference, and validate
        }
        holder.site = null;
        if (sets.isClosed()) {
            discard(holder, DiscardReason.POOL_CLOSED, null);
        } else if (epoch.now() >= holder.expiresAt) {
            discard(holder, DiscardReason.LIFETIME, null);
        } else {
            publish(holder);
        }
    }

    /** Hands a reserved holder over or makes it available; a doomed one is discarded. */
    private void publish(ResourceHolder<R> holder) {
        if (!available.handOverOrOffer(holder)) {
            ResourceHolder.Doom doom = holder.whyDoomed();
            discard(holder, doom.reason(), doom.cause());
        }
    }

    /** A reserved holder leaves; its permit comes back when the resource is destroyed. */
    private void discard(
            ResourceHolder<R> holder, DiscardReason reason, @Nullable Throwable cause) {
        discard(holder, reason, cause, /* abort= */ false);
    }

    private void discard(
            ResourceHolder<R> holder,
            DiscardReason reason,
            @Nullable Throwable cause,
            boolean abort) {
        if (sets.leave(holder)) {
            destroy(holder.resource, reason, cause, abort);
        }
    }

    /** Destroys a resource that has a permit, and gives the permit back. */
    private void destroy(
            R resource, DiscardReason reason, @Nullable Throwable cause, boolean abort) {
        destroyer.destroy(
                resource,
                abort,
                () -> {
                    permits.destroyed();
                    grower.demand(); // freed capacity reaches who waits
                    terminateIfEmpty();
                },
                failure -> {
                    tell(told -> told.onDiscard(name, resource, reason, cause));
                    tell(told -> told.onDestroy(name, resource, failure));
                });
    }

    private void tell(Consumer<PoolListener> event) {
        try {
            event.accept(listener);
        } catch (Throwable e) { // a listener's failure is its own
            LOG.log(System.Logger.Level.WARNING, "Pool " + name + ": the listener failed", e);
        }
    }

    // time

    private void tick() {
        available.tick();
    }

    private long lifetimeEnd(long createdAt) {
        long lifetime = config.maxLifetime().toNanos();
        if (lifetime == 0) {
            return Long.MAX_VALUE;
        }
        double shortened = 1 - config.lifetimeJitter() * ThreadLocalRandom.current().nextDouble();
        return createdAt + Math.max(1, (long) (lifetime * shortened));
    }

    private void keepAlive(List<ResourceHolder<R>> due) {
        threads.execute(
                () -> {
                    try {
                        for (ResourceHolder<R> holder : due) {
                            if (waiters.waiting > 0) {
                                return; // who waits will use them soon enough
                            }
                            if (holder.availableToReserved()) {
                                keepAlive(holder);
                            }
                        }
                    } finally {
                        housekeeping.keptAlive();
                    }
                });
    }

    private void keepAlive(ResourceHolder<R> holder) {
        if (housekeeping.isKeepaliveDue(holder)) { // or it was used while others were kept alive
            int current = generation.get();
            try {
                factory.validate(holder.resource);
            } catch (Throwable e) { // a driver may throw anything; whatever it is, the resource did
                // not pass
                keepInterrupt(e);
                discard(holder, DiscardReason.INVALID, e);
                return;
            }
            holder.generation = current;
            holder.validatedAt = epoch.now();
        }
        publish(holder); // seen stays as it is: being kept alive is not being used
    }

    // the pool as a whole

    @Override
    public void createFirst() {
        if (sets.isClosed()) {
            throw closed();
        }
        grower.createFirst();
    }

    @Override
    public void suspectAll() {
        long now = epoch.now();
        long began = generationBegan.get();
        if (now - began >= GENERATION_NANOS && generationBegan.compareAndSet(began, now)) {
            generation.incrementAndGet();
            epoch.bump(); // after the generation: who misses it finds another epoch next time
        }
    }

    @Override
    public PoolSnapshot snapshot() {
        Map<ResourceState, Integer> counts = sets.count();
        long created = permits.get();
        return new PoolSnapshot(
                name,
                CreationPermits.total(created),
                config.maxSize(),
                CreationPermits.creating(created),
                counts.getOrDefault(ResourceState.AVAILABLE, 0),
                counts.getOrDefault(ResourceState.ACCESSIBLE, 0),
                counts.getOrDefault(ResourceState.INACCESSIBLE, 0),
                counts.getOrDefault(ResourceState.RESERVED, 0),
                waiters.waiting);
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
        if (!sets.close()) {
            return closed.join(); // somebody else is at it, or was
        }
        try {
            epoch.bump();
            waiters.close(this::closed);
            grower.close(closed());
            housekeeping.close();
            for (ResourceHolder<R> holder : sets.members()) {
                holder.doom(DiscardReason.POOL_CLOSED, null);
            }
            terminateIfEmpty();
            awaitTermination(TimeUnit.NANOSECONDS.convert(drain));
            PoolSnapshot drained = snapshot();
            endByForce();
            awaitTermination(config.closeTimeout().toNanos());
            closed.complete(drained);
            return drained;
        } finally {
            closed.complete(snapshot()); // whatever happened, nobody waits for ever
            threads.end();
            ticker.close();
        }
    }

    /**
     * The drain is over: leases are taken away; what the pool itself works on hangs, and is aborted
     * so that its owner fails.
     */
    private void endByForce() {
        for (ResourceHolder<R> holder : sets.members()) {
            if (sets.takeAway(holder)) {
                discard(holder, DiscardReason.POOL_CLOSED, null, /* abort= */ true);
            } else {
                threads.run(() -> abort(holder.resource), ticker);
            }
        }
    }

    private void abort(R resource) {
        try {
            factory.abort(resource);
        } catch (Throwable e) { // a driver may throw anything; its owner still has to end
            LOG.log(
                    System.Logger.Level.WARNING,
                    "Pool " + name + ": a resource could not be aborted",
                    e);
        }
    }

    private void terminateIfEmpty() {
        if (sets.isClosed() && CreationPermits.total(permits.get()) == 0) {
            terminated.complete(null);
        }
    }

    private void awaitTermination(long limitNanos) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        Ticker.Alarm alarm = ticker.schedule(() -> over.complete(null), limitNanos);
        try {
            CompletableFuture.anyOf(terminated, over).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // close by force from here on
        } catch (ExecutionException e) {
            throw new AssertionError("nobody completes them exceptionally", e);
        } finally {
            alarm.cancel();
        }
    }

    @Override
    public String toString() {
        return "ResourcePool[" + name + "]";
    }

    /** What the parts of the pool call back. */
    private final class Owner implements HolderOwner<R>, Grower.Site<R>, Housekeeping.Work<R> {

        @Override
        public void requeue(ResourceHolder<R> holder) {
            DefaultResourcePool.this.requeue(holder);
        }

        @Override
        public void discard(
                ResourceHolder<R> holder, DiscardReason reason, @Nullable Throwable cause) {
            DefaultResourcePool.this.discard(holder, reason, cause);
        }

        @Override
        public boolean releaseInTransaction(ResourceHolder<R> holder, long stamp) {
            return transactionLeases.release(holder, stamp);
        }

        @Override
        public void demand() {
            grower.demand();
        }

        @Override
        public void created(R resource, int bornIn) {
            long now = epoch.now();
            ResourceHolder<R> holder =
                    new ResourceHolder<>(
                            resource, epoch, waiters, this, now, lifetimeEnd(now), bornIn);
            try {
                factory.joined(resource, holder);
            } catch (Throwable e) { // it never becomes a member, and must not stay open
                destroy(resource, DiscardReason.BROKEN, e, /* abort= */ false);
                throw e;
            }
            if (!sets.join(holder)) {
                destroy(resource, DiscardReason.POOL_CLOSED, null, /* abort= */ false);
                return;
            }
            publish(holder);
            housekeeping.joined(holder);
            grower.demand(); // what is told next must not keep others waiting
            tell(told -> told.onCreate(name, resource));
        }

        @Override
        public void createdTooLate(R resource) {
            destroyer.destroy(resource, /* abort= */ false, () -> {}, failure -> {});
            grower.demand();
        }

        @Override
        public void creationFailed(Throwable failure) {
            threads.run(() -> tell(told -> told.onCreateFailure(name, failure)), ticker);
        }

        @Override
        public int reserved() {
            return available.reserved();
        }

        @Override
        public int spareCapacity() {
            return permits.maxSize() - CreationPermits.total(permits.get());
        }

        @Override
        public int generation() {
            return generation.get();
        }

        @Override
        public boolean isClosed() {
            return sets.isClosed();
        }

        @Override
        public void publish(ResourceHolder<R> holder) {
            DefaultResourcePool.this.publish(holder);
        }

        @Override
        public void discard(ResourceHolder<R> holder, DiscardReason reason) {
            DefaultResourcePool.this.discard(holder, reason, null);
        }

        @Override
        public void keepAlive(List<ResourceHolder<R>> due) {
            DefaultResourcePool.this.keepAlive(due);
        }

        @Override
        public void leaked(ResourceHolder<R> holder, Throwable site) {
            threads.run(() -> tell(told -> told.onLeak(name, holder.resource, site)), ticker);
        }
    }
}
