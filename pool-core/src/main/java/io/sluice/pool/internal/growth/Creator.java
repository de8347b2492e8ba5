package io.sluice.pool.internal.growth;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.pool.ResourceCreationException;
import io.sluice.pool.internal.base.FailureText;
import io.sluice.pool.internal.base.SafeLog;
import io.sluice.pool.internal.holder.Generations;
import io.sluice.pool.internal.jfr.FlightRecorder;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the attempts to create. An attempt that takes too long is <em>late</em>: its permit goes to
 * another. A resource that it brings within its time limit takes a permit like any other if it is
 * needed, and is destroyed otherwise.
 */
final class Creator<R> {

    /** So many attempts may be late; beside them only one more runs at a time. */
    static final int MOST_LATE = 32;

    /**
     * The additional pause for each late attempt beyond that. A hanging attempt may keep its thread
     * for good: a day then adds some four hundred, and the pause is seven minutes.
     */
    private static final long PAUSE_FOR_EACH_NANOS = Duration.ofSeconds(1).toNanos();

    private enum Stage {
        /** Has a permit. */
        ON_TIME,
        /** Has none. */
        LATE,
        /** Has none, and its failure was reported: its time limit is over. */
        FAILED,
        /** Returned from the driver. */
        BACK
    }

    private final String poolName;
    private final Ticker ticker;
    private final long connectTimeoutNanos;
    private final ResourceFactory<R> factory;
    private final String noun;
    private final FlightRecorder recorder;
    private final Generations generations;
    private final WaiterQueue<R> waiters;
    private final CreationBackoff backoff;
    private final FirstCreation first;
    private final CreationSite<R> site;
    private final BooleanSupplier permitForLate;
    private final Runnable demand;

    // Created in advance: a thread that must give a permit back may be out of memory.
    private final Runnable givePermitBack;
    private final Runnable countAsExisting;
    private final Runnable noPermit = Creator::nothing;

    /**
     * The attempts that have not come back from the driver. Shared: concurrent set; iterated by
     * creators. Partner: none (an attempt that an iteration misses stays as it is).
     */
    private final Set<Attempt> attempts = ConcurrentHashMap.newKeySet();

    /**
     * How many attempts are late and have not come back. Shared: atomic adds, by the thread that
     * has made it late and by the creator that finds it; volatile read by demand. Partner: {@code
     * CreationPermits.word}. It may be too low for a moment; where it is too high, the end of that
     * attempt looks at demand.
     */
    private final AtomicInteger late = new AtomicInteger();

    /**
     * @param permitForLate takes a permit for the resource of a late attempt, if it is needed
     * @param demand checks demand; called after a permit was given back
     */
    Creator(
            PoolConfig config,
            ResourceFactory<R> factory,
            FlightRecorder recorder,
            Generations generations,
            CreationPermits permits,
            WaiterQueue<R> waiters,
            CreationBackoff backoff,
            FirstCreation first,
            CreationSite<R> site,
            BooleanSupplier permitForLate,
            Runnable demand) {
        this.poolName = config.name();
        this.ticker = config.ticker();
        this.connectTimeoutNanos = config.connectTimeout().toNanos();
        this.factory = factory;
        this.noun = Objects.requireNonNull(factory.noun(), "ResourceFactory.noun returned null");
        this.recorder = recorder;
        this.generations = generations;
        this.waiters = waiters;
        this.backoff = backoff;
        this.first = first;
        this.site = site;
        this.permitForLate = permitForLate;
        this.demand = demand;
        this.givePermitBack = permits::creationFailed;
        this.countAsExisting = permits::created;
    }

    private static void nothing() {}

    int late() {
        return late.get();
    }

    /** Whether the driver seems to ignore time-outs, so that each attempt may cost a thread. */
    boolean tooManyAreLate() {
        return late.get() >= MOST_LATE;
    }

    /** Takes the permit of an attempt on time, which is then late; false if there is none. */
    boolean takePermitOfAnother() {
        for (Attempt attempt : attempts) {
            if (attempt.losePermit()) {
                return true;
            }
        }
        return false;
    }

    /** Creates a resource on the calling thread, which has a permit. */
    void run() {
        Attempt attempt;
        try {
            attempt = new Attempt();
        } catch (Throwable e) { // out of memory: give the permit back
            neverBegan(e);
            return;
        }
        if (site.isSuspended()) { // asked after it was counted: else a flush waits for it
            attempt.withdraw();
            return;
        }
        attempt.run();
        attempts.forEach(Attempt::becomeLate); // one may have waited until fewer are late
    }

    /** An attempt that has a permit could not begin. */
    void neverBegan(Throwable failure) {
        failed(
                failure,
                /* permanent= */ false,
                ticker.nanos(),
                /* wasLate= */ false,
                givePermitBack);
    }

    private final class Attempt {

        private final long beganAt = ticker.nanos();
        private final long lateAfter = backoff.lateAfter();

        /**
         * Shared: CAS out of {@code ON_TIME} or {@code LATE}; atomic exchange by the creator.
         * Partner: {@code CreationPermits.word}. The thread that takes it out of {@code ON_TIME}
         * has the permit.
         */
        private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.ON_TIME);

        /** Counted last: a flush would wait for an attempt for which there is no memory. */
        private final int generation = generations.creationBegins();

        /**
         * Ends it before it has begun to connect: the pool was suspended meanwhile. Should it be
         * resumed by now, this thread takes the permit again, see {@code createWhileNeeded}.
         */
        void withdraw() {
            generations.creationEnded(generation);
            givePermitBack.run();
            generations.gone(generation);
        }

        void run() {
            Ticker.Alarm limit = null;
            Ticker.Alarm lateness = null;
            R resource;
            try {
                attempts.add(this);
                limit = ticker.schedule(this::limitIsOver, connectTimeoutNanos);
                lateness = ticker.schedule(this::becomeLate, lateAfter);
                resource = recorded();
            } catch (Throwable e) { // a driver may throw anything; give the permit back
                fails(e);
                return;
            } finally {
                cancel(limit);
                cancel(lateness);
            }
            // Outside the try block: a failure of the pool to use the resource is not a failed
            // creation.
            arrives(resource);
        }

        private void fails(Throwable failure) {
            try {
                Stage before = comeBack();
                if (before != Stage.FAILED) {
                    hasFailed(failure, isPermanent(failure), before == Stage.LATE);
                }
            } finally { // a flush may wait for it
                generations.creationEnded(generation);
                generations.gone(generation);
            }
            if (failure instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
        }

        private void arrives(R resource) {
            Stage before = comeBack();
            if (before == Stage.ON_TIME || (before == Stage.LATE && isWelcome())) {
                putToUse(resource, generation, beganAt);
            } else {
                generations.creationEnded(generation);
                site.createdTooLate(resource, generation);
                demand.run();
            }
        }

        private boolean isWelcome() {
            try {
                return !generations.isOutdated(generation) && permitForLate.getAsBoolean();
            } catch (Throwable e) { // out of memory: the resource must be destroyed
                return false;
            }
        }

        private Stage comeBack() {
            attempts.remove(this);
            Stage before = stage.getAndSet(Stage.BACK);
            if (before != Stage.ON_TIME) {
                late.getAndDecrement();
            }
            return before;
        }

        /** The caller has the permit if this is true. */
        boolean losePermit() {
            if (!stage.compareAndSet(Stage.ON_TIME, Stage.LATE)) {
                return false;
            }
            late.getAndIncrement();
            backoff.late(beganAt);
            return true;
        }

        /** Runs on the timer thread, or on that of a creator that is done. */
        private void becomeLate() {
            boolean isDue = ticker.nanos() - beganAt >= lateAfter;
            if (isDue && !tooManyAreLate() && losePermit()) {
                givePermitBack.run();
                demand.run();
            }
        }

        /** Runs on the timer thread. The creator hangs in the driver. */
        private void limitIsOver() {
            boolean wasLate = !stage.compareAndSet(Stage.ON_TIME, Stage.FAILED);
            if (!wasLate) {
                late.getAndIncrement();
            } else if (!stage.compareAndSet(Stage.LATE, Stage.FAILED)) {
                return; // it is back
            }
            hasFailed(tooLong(), /* permanent= */ false, wasLate);
        }

        private void hasFailed(Throwable failure, boolean permanent, boolean wasLate) {
            failed(failure, permanent, beganAt, wasLate, wasLate ? noPermit : givePermitBack);
        }

        private Throwable tooLong() {
            try {
                return new TimeoutException(
                        "creating a "
                                + noun
                                + " took longer than connectTimeout, "
                                + Duration.ofNanos(connectTimeoutNanos)
                                + "; the attempt was abandoned, and a late result is destroyed");
            } catch (Throwable e) { // out of memory; the permit must be given back
                return e;
            }
        }
    }

    private static void cancel(Ticker.@Nullable Alarm alarm) {
        if (alarm != null) {
            alarm.cancel();
        }
    }

    private R recorded() throws Exception {
        Object begun = recorder.createBegins();
        R resource;
        try {
            resource =
                    Objects.requireNonNull(
                            factory.create(), "ResourceFactory.create returned null");
        } catch (Throwable e) {
            recordEnd(begun, e);
            throw e;
        }
        recordEnd(begun, null);
        return resource;
    }

    /** A failing recorder must neither cost the resource nor hide the failure. */
    private void recordEnd(@Nullable Object begun, @Nullable Throwable failure) {
        try {
            recorder.createEnded(begun, failure);
        } catch (Throwable e) {
            SafeLog.write(
                    System.Logger.Level.WARNING,
                    "Pool " + poolName + ": Flight Recorder failed to record a creation",
                    e);
        }
    }

    /** An error in the classification must not hide the failure itself. */
    private boolean isPermanent(Throwable failure) {
        try {
            return factory.isPermanent(failure);
        } catch (Throwable e) { // such as a stack overflow on an endless chain of causes
            FailureText.with(failure, e);
            return false;
        }
    }

    private void putToUse(R resource, int generation, long beganAt) {
        CreationSite.Refusal refusal;
        try {
            refusal = site.created(resource, generation);
        } catch (Throwable e) { // unexpected; must not be retried in a loop
            failed(e, /* permanent= */ false, beganAt, /* wasLate= */ false, noPermit);
            first.ended(e); // even if it is no news: a caller may wait for its publication
            return;
        }
        if (refusal != null) {
            // Rejected, but it exists until it is destroyed. The destruction checks demand; by then
            // the backoff must be in force.
            try {
                failed(
                        refusal.cause(),
                        /* permanent= */ false,
                        beganAt,
                        /* wasLate= */ false,
                        countAsExisting);
            } finally { // it must be destroyed in any case
                site.refused(resource, refusal, generation);
            }
            return;
        }
        long took = ticker.nanos() - beganAt;
        backoff.succeeded(beganAt);
        first.ended(null);
        demand.run();
        site.announce(resource, took);
    }

    /**
     * An attempt has failed.
     *
     * @param settle accounts for its permit
     */
    private void failed(
            Throwable failure, boolean permanent, long beganAt, boolean wasLate, Runnable settle) {
        boolean isNews = true;
        boolean isPlanned = false;
        // First, because the next attempt may begin and succeed before this failure is reported.
        boolean isFirst = site.creationFails();
        Supplier<PoolException> refusal = permanent ? refusal(failure) : null;
        long leastPause = PAUSE_FOR_EACH_NANOS * Math.max(0, late.get() - MOST_LATE);
        try {
            isNews = backoff.failed(failure, refusal, beganAt, wasLate, leastPause);
            isPlanned = true;
        } finally { // waiters are told even if no retry can be planned
            settle.run();
            if (!isPlanned) { // out of memory: no retry will come
                waiters.signal();
            }
            tell(failure, permanent, isNews, isFirst);
        }
        demand.run(); // a permit was given back
    }

    private void tell(Throwable failure, boolean permanent, boolean isNews, boolean isFirst) {
        boolean isTold = isNews && first.ended(permanent ? reasonOf(failure) : failure);
        site.creationFailed(failure, isFirst, isTold);
    }

    private @Nullable Supplier<PoolException> refusal(Throwable failure) {
        try {
            return () -> permanentFailure(failure);
        } catch (Throwable e) { // out of memory: waiters wait, and the permit is given back
            return null;
        }
    }

    private Throwable reasonOf(Throwable failure) {
        try {
            return permanentFailure(failure);
        } catch (Throwable e) { // out of memory: those that wait must be told
            return failure;
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
}
