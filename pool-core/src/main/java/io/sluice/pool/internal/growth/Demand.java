package io.sluice.pool.internal.growth;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.pool.ResourceCreationException;
import io.sluice.pool.internal.base.FailureText;
import io.sluice.pool.internal.base.Once;
import io.sluice.pool.internal.holder.Generations;
import io.sluice.pool.internal.jfr.FlightRecorder;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates resources for waiting threads, on creator threads and outside every lock: as many at once
 * as the waiters need and the configuration allows.
 *
 * <p>Demand is checked again before each creation, so a burst that releases have served by then
 * creates nothing. {@link CreationBackoff} limits the attempts after failures, {@link
 * CreationThrottle} while existing resources serve the queue fast enough.
 */
public final class Demand<R> {

    /**
     * How long growth waits for resources that the pool itself works on, for example to validate
     * them.
     */
    private static final long SOON_NANOS = Duration.ofMillis(10).toNanos();

    /** What this class needs of its pool. Called without any lock held. */
    public interface Site<R> {

        /** Why a created resource is rejected. */
        record Refusal(Throwable cause, DiscardReason reason) {

            private static final Refusal WITHOUT_MEMORY =
                    new Refusal(new NoMemory(), DiscardReason.BROKEN);

            /** No stack trace: it would keep the classes of the first caller reachable. */
            private static final class NoMemory extends Exception {

                private static final long serialVersionUID = 1L;

                NoMemory() {
                    super("out of memory: the failure could not be described", null, false, false);
                }
            }

            /** Never fails: the attempt's permit must be given back. */
            public static Refusal broken(Throwable cause) {
                try {
                    return new Refusal(cause, DiscardReason.BROKEN);
                } catch (OutOfMemoryError e) {
                    return WITHOUT_MEMORY;
                }
            }
        }

        /**
         * A resource was created. The site adds it to the pool, counts its permit as existing and
         * publishes it; or destroys it.
         *
         * @param generation in which its creation began
         * @return null; or why it was rejected, by the factory or by its first validation: its
         *     permit still counts as in creation, and {@link #refused} follows
         */
        @Nullable Refusal created(R resource, int generation);

        /**
         * Destroys a rejected resource, whose permit counts as existing until then. No other
         * attempt begins before the retry.
         */
        void refused(R resource, Refusal why, int generation);

        /** Reports a created resource to the listener. May take long: demand has been checked. */
        void announce(R resource);

        /** A resource arrived after its creation was given up; it has no permit. */
        void createdTooLate(R resource, int generation);

        /**
         * Counts a failed creation, before the next attempt begins. Must not throw.
         *
         * @return whether it is the first since a resource was created
         */
        boolean creationFails();

        /**
         * Reports a failed creation. May run on the timer thread; must not throw.
         *
         * @param isTold whether the caller of {@link #createFirst} gets the failure, so that it
         *     need not be logged
         */
        void creationFailed(Throwable failure, boolean isFirst, boolean isTold);

        /** How many members are available; a thread woken for one may not have taken it yet. */
        int available();

        /**
         * How many members are reserved: the pool itself works on them, and most become available
         * soon.
         */
        int reserved();

        /** How many leases the members have had, not counting each member's first. */
        long returned();

        boolean isClosed();

        boolean isSuspended();
    }

    private final String poolName;
    private final String noun;
    private final Ticker ticker;
    private final Executor threads;
    private final CreationPermits permits;
    private final WaiterQueue<R> waiters;
    private final Site<R> site;
    private final CreationBackoff backoff;
    private final CreationThrottle throttle;
    private final FirstCreation first;
    private final Creator<R> creation;

    /**
     * Whether an alarm is set that checks demand again, this time without counting on the resources
     * that were expected back soon. Shared: CAS by the thread that schedules it; cleared by the
     * alarm before it looks, or by a thread that could not schedule. Partner: {@code
     * WaitSignals.waiting}. A demand put off is looked at again.
     */
    private final AtomicBoolean lookingAgain = new AtomicBoolean();

    /**
     * Whether an attempt is due that has not begun yet. Shared: volatile, set by the timer and by a
     * thread that failed to begin one; cleared by a thread that starts a creator, by CAS if that
     * has no permit. Partner: none (a demand held out relies on the timer, which sets it before it
     * looks).
     */
    private final AtomicBoolean attemptDue = new AtomicBoolean();

    // Created in advance: a thread that must give a permit back may be out of memory.
    private final Runnable givePermitBack;
    private final Runnable countAsExisting;
    private final Runnable noPermit = Demand::nothing;

    public Demand(
            PoolConfig config,
            ResourceFactory<R> factory,
            Executor threads,
            CreationPermits permits,
            WaiterQueue<R> waiters,
            FlightRecorder recorder,
            Generations generations,
            Site<R> site) {
        this.poolName = config.name();
        this.noun = factory.noun();
        this.ticker = config.ticker();
        this.threads = threads;
        this.permits = permits;
        this.givePermitBack = permits::creationFailed;
        this.countAsExisting = permits::created;
        this.waiters = waiters;
        this.site = site;
        backoff =
                new CreationBackoff(
                        config,
                        permits,
                        waiters,
                        site::isClosed,
                        site::isSuspended,
                        this::attemptIsDue);
        throttle =
                new CreationThrottle(ticker, config.maxCreating(), new Line(), this::checkOnTimer);
        creation = new Creator<>(config, factory, recorder, generations, new Outcome());
        first = new FirstCreation(poolName, noun, permits, ticker, site::isSuspended, this::check);
    }

    private static void nothing() {}

    /**
     * Starts as many creators as needed and allowed. Called when a thread begins to wait, and after
     * the permit counts have decreased.
     */
    public void check() {
        if (waiters.isRefusing() && waiters.waiting > 0) {
            backoff.wanted();
        }
        startWhileNeeded(/* othersReturnSoon= */ true);
        if (attemptDue.get() && isHeldOut()) {
            Once creator = new Once(this::createWithoutPermit);
            if (attemptDue.compareAndSet(true, false)) {
                start(creator, noPermit);
            }
        }
    }

    /** Runs on the timer thread. */
    private void attemptIsDue() {
        attemptDue.set(true);
        checkOnTimer();
    }

    /** Runs on the timer thread. */
    private void checkOnTimer() {
        try {
            check();
        } catch (Throwable e) { // out of memory, and perhaps no other alarm pending
            leaveToAWaiter();
            throw e;
        }
    }

    /** A woken waiter checks demand itself. */
    private void leaveToAWaiter() {
        waiters.signal();
    }

    /**
     * Whether demand is held out: another attempt is needed, but hanging attempts have all permits.
     * That attempt runs without a permit; otherwise the end of the outage would go unnoticed.
     */
    private boolean isHeldOut() {
        long counts = permits.get();
        return roomIn(counts) <= 0
                && CreationPermits.creating(counts) > 0
                && creation.mayRunWithoutPermit()
                && backoff.promising(counts) == 0
                && backoff.isHangLikely()
                && isNeeded(counts, /* others= */ 0);
    }

    private void startWhileNeeded(boolean othersReturnSoon) {
        Once creator = tryBegin(othersReturnSoon);
        while (creator != null) {
            attemptDue.set(false); // the due attempt begins here
            start(creator, givePermitBack);
            creator = tryBegin(othersReturnSoon);
        }
    }

    /**
     * Takes a permit to create, if one more is needed and allowed.
     *
     * @return the creator to run with the permit, or null if none is needed or allowed. The creator
     *     is allocated first: a permit must not be lost for lack of memory
     */
    private @Nullable Once tryBegin(boolean othersReturnSoon) {
        for (; ; ) {
            long counts = permits.get();
            int promising = backoff.promising(counts);
            if (isHeldUp(counts)
                    || roomIn(counts) <= 0
                    || !(backoff.isHealthy() || backoff.allowsBeside(promising))
                    || !isNeeded(counts, promising)) {
                return null;
            }
            if (othersReturnSoon && !isNeeded(counts, promising + site.reserved())) {
                lookAgainSoon();
                return null;
            }
            boolean isAllowed =
                    isPaced(counts)
                            ? promising < throttle.atOnce()
                            : backoff.allowsBeside(promising);
            if (!isAllowed) {
                return null;
            }
            Once creator = new Once(this::createWhileNeeded);
            if (permits.tryBegin(counts)) {
                return creator;
            }
        }
    }

    /**
     * Whether so many attempts hang for good that only one more may run at a time. Its end or its
     * time-out checks demand.
     */
    private boolean isHeldUp(long counts) {
        return creation.tooManyHang() && CreationPermits.creating(counts) > 0;
    }

    private int roomIn(long counts) {
        return permits.maxSize() - CreationPermits.total(counts) - CreationPermits.creating(counts);
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

    /** The queue of waiters as the throttle sees it. */
    private final class Line implements CreationThrottle.Line {

        @Override
        public boolean isTooLong() {
            long counts = permits.get();
            return isPaced(counts)
                    && roomIn(counts) > 0
                    && isNeeded(counts, backoff.promising(counts));
        }

        @Override
        public int waiting() {
            return waiters.waiting;
        }

        @Override
        public int members() {
            return CreationPermits.total(permits.get());
        }

        @Override
        public long returned() {
            return site.returned();
        }
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
        try {
            startWhileNeeded(/* othersReturnSoon= */ false);
        } catch (Throwable e) { // as in checkOnTimer
            leaveToAWaiter();
            throw e;
        }
    }

    private void start(Once creator, Runnable settle) {
        try {
            threads.execute(creator);
        } catch (Throwable e) {
            // No thread available: handled like a failed creation, so it is retried.
            if (creator.begin()) { // else it has run nonetheless, see Once
                failed(e, /* permanent= */ false, ticker.nanos(), settle);
            }
        }
    }

    private void createWithoutPermit() {
        if (isHeldOut()) {
            creation.runWithoutPermit();
        } else {
            attemptDue.set(true); // for the next check that is held out
        }
        check();
    }

    /** The work of a creator, which holds one permit. */
    private void createWhileNeeded() {
        do {
            if (!confirmNeeded()) {
                check(); // a waiter may have counted on this permit
                return;
            }
            creation.run(); // uses up the permit
        } while (tryBegin(/* othersReturnSoon= */ true) != null);
    }

    private boolean confirmNeeded() {
        try {
            return isNeededOrCancelled();
        } catch (Throwable e) { // out of memory while the JVM links code: give the permit back
            failed(e, /* permanent= */ false, ticker.nanos(), givePermitBack);
            throw e;
        }
    }

    private boolean isNeededOrCancelled() {
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
        return isNeeded(withoutThis, backoff.promising(withoutThis));
    }

    /** Receives the results of attempts. */
    private final class Outcome implements Creator.Outcome<R> {

        @Override
        public void begun() {
            backoff.begun();
        }

        @Override
        public void created(R resource, int generation, long beganAt) {
            putToUse(resource, generation, beganAt);
        }

        @Override
        public void createdTooLate(R resource, int generation) {
            site.createdTooLate(resource, generation);
            check();
        }

        @Override
        public void failed(Throwable failure, boolean permanent, long beganAt, boolean hasPermit) {
            Runnable settle = hasPermit ? givePermitBack : noPermit;
            Demand.this.failed(failure, permanent, beganAt, settle);
        }

        @Override
        public void overtaken(boolean hasPermit) {
            backoff.overtaken(hasPermit ? givePermitBack : noPermit);
            check(); // a permit was given back
        }

        @Override
        public boolean takePermit() {
            for (; ; ) {
                long counts = permits.get();
                if (roomIn(counts) <= 0) {
                    return false;
                }
                if (permits.tryBegin(counts)) {
                    return true;
                }
            }
        }
    }

    private void putToUse(R resource, int generation, long beganAt) {
        Site.Refusal refusal;
        try {
            refusal = site.created(resource, generation);
        } catch (Throwable e) { // unexpected; must not be retried in a loop
            failed(e, /* permanent= */ false, beganAt, noPermit);
            return;
        }
        if (refusal != null) {
            // Rejected, but it exists until it is destroyed. The destruction checks demand; by then
            // the backoff must be in force.
            try {
                failed(refusal.cause(), /* permanent= */ false, beganAt, countAsExisting);
            } finally { // it must be destroyed in any case
                site.refused(resource, refusal, generation);
            }
            return;
        }
        throttle.created(ticker.nanos() - beganAt);
        try {
            creation.giveUpOvertaken(beganAt, backoff.succeeded(beganAt));
        } finally { // waiters are served even if an alarm cannot be set
            first.ended(null);
            check();
            site.announce(resource);
        }
    }

    private void failed(Throwable failure, boolean permanent, long beganAt, Runnable settle) {
        boolean isNews = true;
        // First, because the next attempt may begin and succeed before this failure is reported.
        boolean isFirst = site.creationFails();
        Supplier<PoolException> refusal = permanent ? refusal(failure) : null;
        try {
            isNews = backoff.failed(failure, refusal, beganAt, creation.leastPause(), settle);
        } catch (Throwable e) { // as in checkOnTimer: no retry will come
            leaveToAWaiter();
            throw e;
        } finally { // waiters are told even if no retry can be planned
            tell(failure, permanent, isNews, isFirst);
        }
    }

    private void tell(Throwable failure, boolean permanent, boolean isNews, boolean isFirst) {
        boolean isTold = false;
        if (isNews) {
            isTold = first.ended(permanent ? permanentFailure(failure) : failure);
        } else {
            check(); // a permit was given back, and no retry follows
        }
        site.creationFailed(failure, isFirst, isTold);
    }

    private @Nullable Supplier<PoolException> refusal(Throwable failure) {
        try {
            return () -> permanentFailure(failure);
        } catch (Throwable e) { // out of memory: waiters wait, and the permit is given back
            return null;
        }
    }

    private PoolException permanentFailure(Throwable failure) {
        return new ResourceCreationException(
                "Pool "
                        + poolName
                        + " is empty and cannot create a "
                        + noun
                        + "; the failure is permanent: "
                        + FailureText.of(failure),
                failure,
                /* permanent= */ true);
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
