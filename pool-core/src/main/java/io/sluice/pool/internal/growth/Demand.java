package io.sluice.pool.internal.growth;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.pool.internal.base.Once;
import io.sluice.pool.internal.holder.Generations;
import io.sluice.pool.internal.jfr.FlightRecorder;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Decides how many resources are created for waiting threads: as many at once as the waiters need
 * and the configuration allows. {@link Creator} creates them, on creator threads and outside every
 * lock.
 *
 * <p>Demand is checked again before each creation, so a burst that releases have served by then
 * creates nothing. {@link CreationBackoff} limits the attempts after failures and beside late ones,
 * {@link CreationThrottle} while existing resources serve the queue fast enough.
 */
public final class Demand<R> {

    /**
     * How long growth waits for resources that the pool itself works on, for example to validate
     * them.
     */
    private static final long SOON_NANOS = Duration.ofMillis(10).toNanos();

    private final Ticker ticker;
    private final Executor threads;
    private final CreationPermits permits;
    private final WaiterQueue<R> waiters;
    private final CreationSite<R> site;
    private final CreationBackoff backoff;
    private final CreationThrottle throttle;
    private final FirstCreation first;
    private final Creator<R> creator;

    /**
     * Whether an alarm is set that checks demand again, this time without counting on the resources
     * that were expected back soon. Shared: CAS by the thread that schedules it; cleared by the
     * alarm before it looks, or by a thread that could not schedule. Partner: {@code
     * WaitSignals.waiting}. A demand put off is looked at again.
     */
    private final AtomicBoolean lookingAgain = new AtomicBoolean();

    public Demand(
            PoolConfig config,
            ResourceFactory<R> factory,
            Executor threads,
            CreationPermits permits,
            WaiterQueue<R> waiters,
            FlightRecorder recorder,
            Generations generations,
            CreationSite<R> site) {
        this.ticker = config.ticker();
        this.threads = threads;
        this.permits = permits;
        this.waiters = waiters;
        this.site = site;
        backoff = new CreationBackoff(config, permits, waiters, site, this::checkAgain);
        throttle =
                new CreationThrottle(
                        config,
                        permits,
                        waiters,
                        site,
                        backoff,
                        this::isLineTooLong,
                        this::checkAgain);
        first =
                new FirstCreation(
                        config.name(),
                        factory.noun(),
                        permits,
                        ticker,
                        site::isSuspended,
                        this::check);
        creator =
                new Creator<>(
                        config,
                        factory,
                        recorder,
                        generations,
                        permits,
                        waiters,
                        backoff,
                        first,
                        site,
                        this::takePermit,
                        this::checkAgain);
    }

    /**
     * Starts as many creators as needed and allowed. Called when a thread begins to wait, and after
     * the permit counts have decreased.
     */
    public void check() {
        startWhileNeeded(/* othersReturnSoon= */ true);
    }

    /** Checks demand for an alarm or an attempt that has ended. */
    private void checkAgain() {
        startOrLeave(/* othersReturnSoon= */ true);
    }

    private void startOrLeave(boolean othersReturnSoon) {
        try {
            startWhileNeeded(othersReturnSoon);
        } catch (Throwable e) { // out of memory, and perhaps no other alarm pending
            waiters.signal(); // a woken waiter checks demand itself
            throw e;
        }
    }

    private void startWhileNeeded(boolean othersReturnSoon) {
        Once task = tryBegin(othersReturnSoon);
        while (task != null) {
            start(task);
            task = tryBegin(othersReturnSoon);
        }
    }

    /**
     * Takes a permit to create, if one more is needed and allowed.
     *
     * @return the task to run with the permit, or null if none is needed or allowed. The task is
     *     allocated first: a permit must not be lost for lack of memory
     */
    private @Nullable Once tryBegin(boolean othersReturnSoon) {
        for (; ; ) {
            long counts = permits.get();
            int creating = CreationPermits.creating(counts);
            boolean isPaced = isPaced(counts);
            if (!hasRoom(counts)
                    || !(isPaced || backoff.allows(creating))
                    || !isNeeded(counts, creating)) {
                return null;
            }
            if (othersReturnSoon && !isNeeded(counts, creating + site.reserved())) {
                lookAgainSoon();
                return null;
            }
            if (isPaced && creating >= throttle.atOnce()) {
                return null;
            }
            Once task = new Once(this::createWhileNeeded);
            if (permits.tryBegin(counts)) {
                return task;
            }
        }
    }

    /**
     * Whether a permit is free. Late attempts have none; but where nothing is known of the server,
     * each may bring a resource, and the server may have room for the maximum only. Beside too many
     * late ones only one more may run: its end or its time-out checks demand.
     */
    private boolean hasRoom(long counts) {
        int room = permits.room(counts) - (backoff.knowsTheServer() ? 0 : creator.late());
        return room > 0 && !(creator.tooManyAreLate() && CreationPermits.creating(counts) > 0);
    }

    /**
     * Takes a permit for the resource of a late attempt, if it is needed: a free one, or that of an
     * attempt on time, which is late from then on.
     */
    private boolean takePermit() {
        for (; ; ) {
            long counts = permits.get();
            long existing = counts - CreationPermits.creating(counts); // the others may hang
            if (!isNeeded(existing, /* others= */ 0)) {
                return false;
            }
            if (permits.room(counts) <= 0) {
                return creator.takePermitOfAnother();
            }
            if (permits.tryBegin(counts)) {
                return true;
            }
        }
    }

    /**
     * Whether one more resource is needed besides those available and {@code others}, which are in
     * creation or expected back soon.
     */
    private boolean isNeeded(long counts, int others) {
        return !site.isClosed()
                && !site.isSuspended()
                && (waiters.outnumber(others + site.available())
                        || isMinimumWanted(counts)
                        || (others == 0 && (first.isWanted(counts) || backoff.isWanted())));
    }

    private boolean isMinimumWanted(long counts) {
        int coming = CreationPermits.total(counts) + CreationPermits.creating(counts);
        return coming < permits.minSize() && backoff.isMinimumDue();
    }

    /**
     * Whether the throttle decides about growth, because members exist that may serve the waiters
     * fast enough. False while the minimum is missing or an outage lasts.
     */
    private boolean isPaced(long counts) {
        int total = CreationPermits.total(counts);
        return total > 0
                && total + CreationPermits.creating(counts) >= permits.minSize()
                && backoff.isOver();
    }

    private boolean isLineTooLong() {
        long counts = permits.get();
        return isPaced(counts)
                && hasRoom(counts)
                && isNeeded(counts, CreationPermits.creating(counts));
    }

    /**
     * Resources being reset or validated mostly return at once, so growth waits for them. They may
     * hang, so it waits only briefly.
     */
    private void lookAgainSoon() {
        if (!lookingAgain.compareAndSet(false, true)) {
            return;
        }
        try {
            ticker.schedule(this::lookAgain, SOON_NANOS);
        } catch (Throwable e) { // out of memory: no alarm will come
            lookingAgain.set(false);
            throw e;
        }
    }

    /** Runs on the timer thread. */
    private void lookAgain() {
        lookingAgain.set(false);
        startOrLeave(/* othersReturnSoon= */ false);
    }

    private void start(Once task) {
        try {
            threads.execute(task);
        } catch (Throwable e) {
            // No thread available: handled like a failed creation, so it is retried.
            if (task.begin()) { // else it has run nonetheless, see Once
                creator.neverBegan(e);
            }
        }
    }

    /** The work of a creator thread, which has one permit. */
    private void createWhileNeeded() {
        do {
            if (!confirmNeeded()) {
                check(); // a waiter may have counted on this permit
                return;
            }
            creator.run(); // uses up the permit
        } while (tryBegin(/* othersReturnSoon= */ true) != null);
    }

    /** Whether the permit of this thread is needed; gives it back if not. */
    private boolean confirmNeeded() {
        try {
            for (; ; ) {
                long counts = permits.get();
                long others = counts - 1;
                if (isNeeded(others, CreationPermits.creating(others))) {
                    return true;
                }
                if (permits.tryCancel(counts)) {
                    return false;
                }
            }
        } catch (Throwable e) { // out of memory while the JVM links code: give the permit back
            creator.neverBegan(e);
            throw e;
        }
    }

    /** Waits until a creation has succeeded; see {@link FirstCreation#await}. */
    public void createFirst() {
        first.await();
    }

    /** Waits until the minimum exists; see {@link FirstCreation#awaitMinimum}. */
    public boolean createMinimum(long limitNanos) {
        long beganAt = ticker.nanos();
        first.await();
        return first.awaitMinimum(limitNanos - (ticker.nanos() - beganAt));
    }

    /** The pool is closed: no more retries, and threads that wait for the first resource fail. */
    public void close(PoolException closed) {
        backoff.close();
        first.close(closed);
    }

    /**
     * The pool is suspended: creation stops, waiters are no longer refused because of its failures,
     * and threads that wait for the first resource fail.
     */
    public void suspend() {
        backoff.suspend();
        first.suspend();
    }

    public CreationBackoff.@Nullable Failure lastFailure() {
        return backoff.lastFailure();
    }
}
