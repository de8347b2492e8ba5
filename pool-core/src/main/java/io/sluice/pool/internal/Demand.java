package io.sluice.pool.internal;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.pool.ResourceCreationException;
import io.sluice.pool.internal.jfr.FlightRecorder;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates resources beside those who wait for them, outside every lock: as many at once as waiters
 * need and the configuration allows.
 *
 * <p>Demand is looked at again before each creation, so a burst that returns have covered by then
 * creates nothing. How many are allowed at once tells the {@link CreationBackoff}, how many the
 * line is worth the {@link CreationThrottle}.
 */
final class Demand<R> {

    /**
     * How long a resource may be in the pool's own hands before waiters no longer count on its
     * return.
     */
    private static final long SOON_NANOS = Duration.ofMillis(10).toNanos();

    /** What the grower needs of its pool. Called without any lock held. */
    interface Site<R> {

        /** Why a resource that was created is not accepted after all. */
        record Refusal(Throwable cause, DiscardReason reason) {

            private static final Refusal WITHOUT_MEMORY =
                    new Refusal(new NoMemory(), DiscardReason.BROKEN);

            /** Without a stack trace, which would keep the classes of the first caller. */
            private static final class NoMemory extends Exception {

                private static final long serialVersionUID = 1L;

                NoMemory() {
                    super("there was no memory to say why", null, false, false);
                }
            }

            /** Never fails: its permit must come back. */
            static Refusal broken(Throwable cause) {
                try {
                    return new Refusal(cause, DiscardReason.BROKEN);
                } catch (OutOfMemoryError e) {
                    return WITHOUT_MEMORY;
                }
            }
        }

        /**
         * A resource was created. The site seats it, counts its permit as existing, and publishes
         * it; or destroys it.
         *
         * @param fate to be told when it has joined the pool, is destroyed or was given up
         * @return null; or why it was not accepted, by the factory or for it fails its first
         *     validation: the permit counts as in creation still, and {@link #refused} follows
         */
        @Nullable Refusal created(R resource, int generation, Fate<R> fate);

        /**
         * Destroys what was not accepted. Its permit counts as existing until then; no other
         * attempt begins before the retry.
         */
        void refused(R resource, Refusal why, Fate<R> fate);

        /**
         * Tells who listens of a resource that was created. Demand has been looked at: this may
         * take its time.
         */
        void announce(R resource);

        /** A resource arrived after its creation was given up. It has no permit. */
        void createdTooLate(R resource, Fate<R> fate);

        /**
         * Counts a failure to create. Comes before the next attempt; must not throw.
         *
         * @return whether it is the first since a resource was created
         */
        boolean creationFails();

        /**
         * Creation failed. May come on the timer thread; must not throw.
         *
         * @param isTold whether the caller of {@link #createFirst} is told, so that the log need
         *     not
         */
        void creationFailed(Throwable failure, boolean isFirst, boolean isTold);

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

    private final String poolName;
    private final int minSize;
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
     * Whether a second look at demand is due, at what was expected to return soon. Compare-and-set
     * by who schedules it.
     */
    private final AtomicBoolean lookingAgain = new AtomicBoolean();

    /**
     * Whether an attempt is due that has not begun yet. Set by the timer and by who was to begin it
     * in vain; cleared by who starts a creator for one, by compare-and-set if that has no permit.
     * Partner: none, who is held out relies on the timer.
     */
    private final AtomicBoolean attemptDue = new AtomicBoolean();

    // Made once: a thread that holds a permit may have no memory for them.
    private final Runnable givePermitBack;
    private final Runnable countAsExisting;
    private final Runnable noPermit = Demand::nothing;

    Demand(
            PoolConfig config,
            ResourceFactory<R> factory,
            Executor threads,
            CreationPermits permits,
            WaiterQueue<R> waiters,
            FlightRecorder recorder,
            Site<R> site) {
        this.poolName = config.name();
        this.minSize = config.minSize();
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
        throttle = new CreationThrottle(ticker, new Line(), this::checkOnTimer);
        first = new FirstCreation(poolName, permits, site::isSuspended, this::check);
        creation = new Creator<>(config, factory, recorder, new Outcome());
    }

    private static void nothing() {}

    /**
     * Starts as many creators as are needed and allowed. Called by who begins to wait, and after
     * whatever lowered the permits.
     */
    void check() {
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
        } catch (Throwable e) { // out of memory, and no other alarm may be pending
            leaveToAWaiter();
            throw e;
        }
    }

    /** A waiter that is woken looks at demand itself. */
    private void leaveToAWaiter() {
        waiters.signal();
    }

    /**
     * Whether another attempt is needed and attempts that hang have all permits. It is made without
     * one: nobody else would find out that it is over with that.
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
            attemptDue.set(false); // this is the one
            start(creator, givePermitBack);
            creator = tryBegin(othersReturnSoon);
        }
    }

    /**
     * Takes a permit to create, if one more is needed and allowed.
     *
     * @return what creates with it, made before it is taken: it must come back though there is no
     *     memory; null if there is no permit
     */
    private @Nullable Once tryBegin(boolean othersReturnSoon) {
        for (; ; ) {
            long counts = permits.get();
            int promising = backoff.promising(counts);
            if (!backoff.allowsBeside(promising)
                    || isHeldUp(counts)
                    || roomIn(counts) <= 0
                    || !isNeeded(counts, promising)) {
                return null;
            }
            if (othersReturnSoon && !isNeeded(counts, promising + site.reserved())) {
                lookAgainSoon();
                return null;
            }
            if (isPaced(counts) && promising >= throttle.atOnce()) {
                return null;
            }
            Once creator = new Once(this::createWhileNeeded);
            if (permits.tryBegin(counts)) {
                return creator;
            }
        }
    }

    /**
     * Whether so many attempts hang for ever that one is begun at a time only: when the one before
     * has ended, or its limit is over. Either looks at demand.
     */
    private boolean isHeldUp(long counts) {
        return creation.tooManyHang() && CreationPermits.creating(counts) > 0;
    }

    private int roomIn(long counts) {
        return permits.maxSize() - CreationPermits.total(counts) - CreationPermits.creating(counts);
    }

    /** Whether one more is needed beside those that others are creating or about to return. */
    private boolean isNeeded(long counts, int others) {
        return !site.isClosed()
                && !site.isSuspended()
                && (waiters.outnumber(others + site.available())
                        || isMinimumWanted(counts)
                        || (others == 0 && (first.isWanted(counts) || backoff.isWanted())));
    }

    private boolean isMinimumWanted(long counts) {
        int coming = CreationPermits.total(counts) + CreationPermits.creating(counts);
        return coming < minSize && backoff.isMinimumDue();
    }

    /**
     * Whether members are there that may serve those who wait. Neither is the minimum their
     * business, nor can anything be expected of them before an outage is over.
     */
    private boolean isPaced(long counts) {
        int total = CreationPermits.total(counts);
        return total > 0 && total + CreationPermits.creating(counts) >= minSize && backoff.isOver();
    }

    /** What the pace sees of the pool. */
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
        public long returned() {
            return site.returned();
        }
    }

    /**
     * What is being reset or validated mostly returns at once, and growing for its sake would be in
     * vain; but it may hang.
     */
    private void lookAgainSoon() {
        if (!lookingAgain.compareAndSet(false, true)) {
            return;
        }
        try {
            ticker.schedule(this::lookAgain, SOON_NANOS);
        } catch (Throwable e) { // out of memory: nobody must rely on a look that does not come
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
            // No thread to be had: as good as a failed creation, and tried again like one.
            if (creator.begin()) { // else it has run all the same: see Once
                failed(e, /* permanent= */ false, ticker.nanos(), settle);
            }
        }
    }

    private void createWithoutPermit() {
        if (isHeldOut()) {
            creation.runWithoutPermit();
        } else {
            attemptDue.set(true); // for who is held out next
        }
        check();
    }

    /** A creator's work; it holds one permit to create. */
    private void createWhileNeeded() {
        do {
            if (!confirmNeeded()) {
                check(); // who began to wait before the permit was given back relied on it
                return;
            }
            creation.run(); // uses up the permit
        } while (tryBegin(/* othersReturnSoon= */ true) != null);
    }

    private boolean confirmNeeded() {
        try {
            return isNeededOrCancelled();
        } catch (Throwable e) { // out of memory while code is linked: the permit must come back
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

    /** What a creator is told. */
    private final class Outcome implements Creator.Outcome<R> {

        @Override
        public int generation() {
            return site.generation();
        }

        @Override
        public void begun() {
            backoff.begun();
        }

        @Override
        public void created(R resource, int generation, long beganAt, Fate<R> fate) {
            putToUse(resource, generation, beganAt, fate);
        }

        @Override
        public void createdTooLate(R resource, Fate<R> fate) {
            site.createdTooLate(resource, fate);
        }

        @Override
        public void failed(Throwable failure, boolean permanent, long beganAt, boolean hasPermit) {
            Runnable settle = hasPermit ? givePermitBack : noPermit;
            Demand.this.failed(failure, permanent, beganAt, settle);
        }

        @Override
        public void overtaken(boolean hasPermit) {
            backoff.overtaken(hasPermit ? givePermitBack : noPermit);
            check(); // its permit has come back
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

    private void putToUse(R resource, int generation, long beganAt, Fate<R> fate) {
        Site.Refusal refusal;
        try {
            refusal = site.created(resource, generation, fate);
        } catch (Throwable e) { // nobody foresees any, and it must not be tried in a loop
            failed(e, /* permanent= */ false, beganAt, noPermit);
            return;
        }
        if (refusal != null) {
            // Created, but not accepted. It exists until it is destroyed, which
            // looks at demand: by then no attempt may be allowed.
            try {
                failed(refusal.cause(), /* permanent= */ false, beganAt, countAsExisting);
            } finally { // it must be destroyed, whatever fails
                site.refused(resource, refusal, fate);
            }
            return;
        }
        throttle.created(ticker.nanos() - beganAt);
        try {
            creation.giveUpOvertaken(beganAt, backoff.succeeded(beganAt));
        } finally { // those who wait get what is there, whether or not an alarm can be set
            first.ended(null);
            check();
            site.announce(resource);
        }
    }

    private void failed(Throwable failure, boolean permanent, long beganAt, Runnable settle) {
        boolean isNews = true;
        // Before the next may begin, which may succeed before this one is told.
        boolean isFirst = site.creationFails();
        Supplier<PoolException> refusal = permanent ? refusal(failure) : null;
        try {
            isNews = backoff.failed(failure, refusal, beganAt, creation.leastPause(), settle);
        } catch (Throwable e) { // as in checkOnTimer: no retry comes
            leaveToAWaiter();
            throw e;
        } finally { // those who wait are told, whether or not a retry can be planned
            tell(failure, permanent, isNews, isFirst);
        }
    }

    private void tell(Throwable failure, boolean permanent, boolean isNews, boolean isFirst) {
        boolean isTold = false;
        if (isNews) {
            isTold = first.ended(permanent ? permanentFailure(failure) : failure);
        } else {
            check(); // its permit has come back, and no retry follows
        }
        site.creationFailed(failure, isFirst, isTold);
    }

    private @Nullable Supplier<PoolException> refusal(Throwable failure) {
        try {
            return () -> permanentFailure(failure);
        } catch (Throwable e) { // out of memory: nobody is refused, and the permit comes back
            return null;
        }
    }

    private PoolException permanentFailure(Throwable failure) {
        return new ResourceCreationException(
                "Pool "
                        + poolName
                        + " has no resource and cannot create one, and waiting would not help: "
                        + FailureText.of(failure),
                failure,
                /* permanent= */ true);
    }

    /** Waits until a creation has succeeded; see {@link FirstCreation#await}. */
    void createFirst() {
        first.await();
    }

    /**
     * The pool is closed: no retry any more, and who waits for the first resource waits in vain.
     */
    void close(PoolException closed) {
        backoff.close();
        first.close(closed);
    }

    /**
     * The pool is suspended: nothing is created, so nobody is refused because that fails, and who
     * waits for the first resource waits in vain.
     */
    void suspend() {
        backoff.suspend();
        first.suspend();
    }

    /** The attempts of an earlier generation; see {@link Creator#begunBefore}. */
    List<Creator<R>.Attempt> begunBefore(int generation) {
        return creation.begunBefore(generation);
    }

    CreationBackoff.@Nullable Failure lastFailure() {
        return backoff.lastFailure();
    }
}
