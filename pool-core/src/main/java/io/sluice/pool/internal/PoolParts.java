package io.sluice.pool.internal;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.internal.base.CreatorThreads;
import io.sluice.pool.internal.base.DrainSignal;
import io.sluice.pool.internal.disposal.AbandonedLeases;
import io.sluice.pool.internal.disposal.Destroyer;
import io.sluice.pool.internal.disposal.Discarder;
import io.sluice.pool.internal.growth.CreationBackoff;
import io.sluice.pool.internal.growth.Demand;
import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.Generations;
import io.sluice.pool.internal.holder.HolderReturn;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.jfr.FlightRecorder;
import io.sluice.pool.internal.jfr.FlightRecorders;
import io.sluice.pool.internal.queue.Admission;
import io.sluice.pool.internal.queue.AvailableQueue;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.DetachedWaiters;
import io.sluice.pool.internal.queue.HolderSets;
import io.sluice.pool.internal.queue.HolderSlots;
import io.sluice.pool.internal.queue.Suspension;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.internal.report.DrainReporter;
import io.sluice.pool.internal.report.LeaseDiagnostics;
import io.sluice.pool.internal.report.PoolEvents;
import io.sluice.pool.internal.report.SizeWatch;
import io.sluice.pool.internal.report.Snapshots;
import io.sluice.pool.internal.report.TimeoutReporter;
import io.sluice.pool.internal.report.Timings;
import io.sluice.pool.internal.upkeep.FitnessCheck;
import io.sluice.pool.internal.upkeep.Flush;
import io.sluice.pool.internal.upkeep.Housekeeping;
import io.sluice.pool.internal.upkeep.Keepalive;
import io.sluice.pool.internal.upkeep.Newcomers;
import io.sluice.pool.internal.upkeep.Resizing;
import io.sluice.pool.internal.upkeep.Validation;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of one pool, connected. It implements the callbacks of the lower parts. */
final class PoolParts<R>
        implements HolderReturn<ResourceHolder<R>>, Housekeeping.Work<R>, Epoch.Pulse {

    private static final long LONGEST_TICK_NANOS = Duration.ofMillis(250).toNanos();
    private static final long SHORTEST_TICK_NANOS = Duration.ofMillis(1).toNanos();

    private final Ticker ticker;

    final CreatorThreads threads;
    final Epoch epoch;
    final HolderSlots<R> slots;
    final WaiterQueue<R> waiters;
    private final DetachedWaiters<R> requests;
    final AvailableQueue<R> available;
    final HolderSets<R> sets;
    final Suspension<R> suspension;
    final PoolEvents<R> events;
    final Snapshots<R> snapshots;
    final TimeoutReporter<R> timeouts;
    final Timings timings;
    final LeaseDiagnostics<R> diagnostics;
    final SizeWatch sizes = new SizeWatch();
    final DrainReporter<R> drainReporter;
    final Demand<R> demand;
    final Discarder<R> discarder;
    final AbandonedLeases<R> abandonedLeases;
    final FitnessCheck<R> fitnessCheck;
    private final CreationPermits permits;
    private final Keepalive<R> keepalive;
    final Housekeeping<R> housekeeping;
    final Flush<R> flush;
    final Resizing<R> resizing;
    final TransactionLeases<R> transactionLeases;
    final AsyncAcquires<R> asyncAcquires;

    /**
     * @param leases begins the leases that a transaction may own
     */
    PoolParts(PoolConfig config, ResourceFactory<R> factory, TransactionLeases.Source<R> leases) {
        ticker = config.ticker();
        String name = config.name();
        FlightRecorder recorder = FlightRecorders.of(name);
        permits = new CreationPermits(config.minSize(), config.maxSize());

        threads = new CreatorThreads(name, ticker);
        epoch = newEpoch(config);
        DrainSignal drains = new DrainSignal(ticker);
        Generations generations = new Generations(drains);
        slots = new HolderSlots<>(config.maxSize());
        waiters =
                new WaiterQueue<>(
                        name,
                        ticker,
                        slots,
                        new Admission(name, config.maxWaiting(), permits),
                        this::threadWaits);
        requests = new DetachedWaiters<>(waiters);
        available = new AvailableQueue<>(slots, waiters, ticker);
        sets = new HolderSets<>(slots, waiters, permits);
        suspension = new Suspension<>(epoch, sets, waiters);

        events = new PoolEvents<>(name, factory, config.listener(), recorder, threads, ticker);
        timings = new Timings(name, recorder);
        config.observers().forEach(timings::observe);
        snapshots = new Snapshots<>(name, sets, permits, waiters, suspension, events, timings);
        diagnostics = new LeaseDiagnostics<>(epoch, sets, waiters, requests, snapshots::take);
        timeouts =
                new TimeoutReporter<>(
                        name,
                        factory.noun(),
                        ticker,
                        waiters,
                        this::lastFailure,
                        diagnostics,
                        suspension::isSuspended);
        drainReporter = new DrainReporter<>(name, diagnostics);

        Destroyer<R> destroyer =
                new Destroyer<>(name, factory, threads, ticker, config.closeTimeout().toNanos());
        discarder =
                new Discarder<>(
                        sets, permits, destroyer, generations, drains, events, this::roomIsFree);
        abandonedLeases = new AbandonedLeases<>(name, slots, discarder, epoch);
        housekeeping = new Housekeeping<>(config, epoch, sets, permits::minSize, this);
        fitnessCheck =
                new FitnessCheck<>(
                        config,
                        new Validation<>(
                                factory, destroyer, ticker, config.validationTimeout().toNanos()),
                        epoch,
                        generations,
                        sets,
                        suspension,
                        waiters,
                        discarder,
                        housekeeping,
                        timings,
                        threads);
        keepalive = new Keepalive<>(fitnessCheck, waiters, threads);
        Newcomers<R> newcomers =
                new Newcomers<>(
                        config,
                        factory,
                        epoch,
                        generations,
                        waiters,
                        this,
                        slots,
                        sets,
                        suspension,
                        fitnessCheck,
                        housekeeping,
                        discarder,
                        events,
                        timings,
                        this::sampleSizes);
        demand =
                new Demand<>(
                        config,
                        factory,
                        threads,
                        permits,
                        waiters,
                        recorder,
                        generations,
                        newcomers);
        flush =
                new Flush<>(
                        sets,
                        generations,
                        drains,
                        discarder,
                        drainReporter,
                        destroyer.longestNanos());
        resizing = new Resizing<>(epoch, sets, housekeeping, demand);
        transactionLeases =
                new TransactionLeases<>(
                        name, config.transactions(), factory, this, events, epoch, leases);
        asyncAcquires =
                new AsyncAcquires<>(
                        ticker,
                        epoch,
                        available,
                        waiters,
                        requests,
                        fitnessCheck,
                        threads,
                        timeouts,
                        timings,
                        events);
    }

    /** Whether each acquire takes the slow path. */
    static boolean checksEachLease(PoolConfig config) {
        return config.validateAfterIdle().isZero() || !config.leakThreshold().isZero();
    }

    private Epoch newEpoch(PoolConfig config) {
        long validateAfterIdle = config.validateAfterIdle().toNanos();
        boolean everyTime = checksEachLease(config);
        long tick =
                everyTime
                        ? LONGEST_TICK_NANOS
                        : Math.max(
                                SHORTEST_TICK_NANOS,
                                Math.min(validateAfterIdle / 2, LONGEST_TICK_NANOS));
        return new Epoch(config.ticker(), tick, /* fixed= */ everyTime, this);
    }

    /** Called after a resource has gone. */
    private void roomIsFree() {
        demand.check();
        sampleSizes(); // last, since it needs memory
    }

    /** Called after a waiter was counted, see {@link #isNeeded}, and for one that is refused. */
    private void threadWaits() {
        epoch.touch(); // ticks continue while threads wait
        demand.check();
    }

    private CreationBackoff.@Nullable Failure lastFailure() {
        return demand.lastFailure();
    }

    // the tick

    /** Runs on the timer thread. */
    @Override
    public void tick() {
        threads.startPending();
        abandonedLeases.end();
        if (waiters.waiting > 0) { // one notified may have no processor, or a wake-up was lost
            waiters.tell(slots.available());
        }
        slots.narrow();
        housekeeping.tick();
        resizing.tick();
        if (waiters.waiting > 0) {
            demand.check(); // a retry may be lost for lack of memory
        }
        if (epoch.isDormant() || sizes.isDue(epoch.now())) { // dormant: this is the last tick
            sampleSizes(); // last, since it needs memory
        }
    }

    private void sampleSizes() {
        long number = sizes.begin();
        long now = epoch.now();
        int existing = CreationPermits.total(permits.get());
        boolean isFull = existing >= permits.maxSize();
        sizes.take(
                new SizeWatch.Sample(
                        number, now, existing, sets.countLeased(), waiters.waiting, isFull));
    }

    @Override
    public boolean isNeeded() {
        return waiters.waiting > 0 || resizing.isUnfinished();
    }

    // what a holder asks for

    @Override
    public void requeue(ResourceHolder<R> holder) {
        fitnessCheck.requeue(holder);
    }

    @Override
    public void publish(ResourceHolder<R> holder) {
        fitnessCheck.publish(holder);
    }

    @Override
    public void discard(ResourceHolder<R> holder, DiscardReason reason, @Nullable Throwable cause) {
        discarder.discard(holder, reason, cause);
    }

    @Override
    public boolean releaseInTransaction(ResourceHolder<R> holder, long stamp) {
        return transactionLeases.release(holder, stamp);
    }

    @Override
    public void runAside(Runnable task) {
        threads.run(task, ticker);
    }

    // what housekeeping asks for

    @Override
    public void keepAlive(List<ResourceHolder<R>> due) {
        keepalive.start(due, housekeeping);
    }

    @Override
    public void leaked(ResourceHolder<R> holder, Throwable site) {
        events.leaked(holder.resource, site);
    }
}
