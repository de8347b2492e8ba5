package io.sluice.pool.internal.growth;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.internal.base.FailureText;
import io.sluice.pool.internal.base.SafeLog;
import io.sluice.pool.internal.holder.Generations;
import io.sluice.pool.internal.jfr.FlightRecorder;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs the attempts to create, each with a time limit. An attempt that hangs in the driver is given
 * up; a resource that it still delivers is destroyed.
 */
public final class Creator<R> {

    /** With this many hanging attempts, only one more may run at a time. */
    private static final int TOO_MANY_HANGING = 32;

    /**
     * The additional pause for each hanging attempt beyond that. A hanging attempt may keep its
     * thread for good: a day then adds some four hundred, and the pause is seven minutes.
     */
    private static final long PAUSE_FOR_EACH_NANOS = Duration.ofSeconds(1).toNanos();

    /**
     * An attempt hangs, rather than being slow like others, if it has taken this many times as long
     * as a later one.
     */
    private static final int MUCH_LONGER = 2;

    /** Receives the results of attempts. Called without any lock held. */
    public interface Outcome<R> {

        /** An attempt begins. */
        void begun();

        /**
         * The attempt has succeeded.
         *
         * @param generation in which the attempt began
         */
        void created(R resource, int generation, long beganAt);

        /**
         * The attempt failed or was given up. May run on the timer thread or another creator's.
         *
         * @param hasPermit whether the attempt gives a permit back
         */
        void failed(Throwable failure, boolean permanent, long beganAt, boolean hasPermit);

        /**
         * The attempt was given up because it took much longer than a later one. Not reported as a
         * failure: it may merely be slow; if it hangs, it fails at its time-out.
         *
         * @param hasPermit whether the attempt gives a permit back
         */
        void overtaken(boolean hasPermit);

        /** Takes a permit for a resource that exists already; false if there is none. */
        boolean takePermit();

        /** A resource arrived after its attempt was given up; it has no permit. */
        void createdTooLate(R resource, int generation);
    }

    private static final VarHandle STAGE;

    static {
        try {
            STAGE =
                    MethodHandles.lookup()
                            .findVarHandle(Creator.Attempt.class, "stage", Stage.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final String poolName;
    private final Ticker ticker;
    private final long connectTimeoutNanos;
    private final ResourceFactory<R> factory;
    private final String noun;
    private final FlightRecorder recorder;
    private final Generations generations;
    private final Outcome<R> outcome;

    /**
     * The attempts that have not come back from the driver, given up or not. Shared: concurrent
     * set; iterated by a creator that has succeeded, and by demand. Partner: none (a creator that
     * misses an attempt leaves it to the next).
     */
    private final Set<Attempt> attempts = ConcurrentHashMap.newKeySet();

    /**
     * How many attempts have not come back although their limit is over. Shared: atomic adds, by
     * the alarm after it has set {@code HANGING} and by the creator that finds it; volatile read by
     * demand. Partner: {@code CreationPermits.word}. It may be too low for a moment; where it is
     * too high, the end of that attempt looks at demand.
     */
    private final AtomicInteger hanging = new AtomicInteger();

    /**
     * How many attempts without a permit are under way. Shared: atomic adds; volatile read by
     * demand. Partner: none (a bound).
     */
    private final AtomicInteger withoutPermit = new AtomicInteger();

    public Creator(
            PoolConfig config,
            ResourceFactory<R> factory,
            FlightRecorder recorder,
            Generations generations,
            Outcome<R> outcome) {
        this.poolName = config.name();
        this.ticker = config.ticker();
        this.connectTimeoutNanos = config.connectTimeout().toNanos();
        this.factory = factory;
        this.noun = Objects.requireNonNull(factory.noun(), "ResourceFactory.noun returned null");
        this.recorder = recorder;
        this.generations = generations;
        this.outcome = outcome;
    }

    /**
     * Whether so many attempts hang that only one more may run at a time: the driver ignores
     * time-outs, and each attempt may cost a thread.
     */
    boolean tooManyHang() {
        return hanging.get() >= TOO_MANY_HANGING;
    }

    /** Returns the shortest pause after a failed attempt. */
    long leastPause() {
        return PAUSE_FOR_EACH_NANOS * Math.max(0, hanging.get() - TOO_MANY_HANGING);
    }

    /** Creates a resource on the calling thread, which holds a permit. */
    public void run() {
        Attempt attempt;
        long beganAt = ticker.nanos();
        try {
            attempt = new Attempt(/* hasPermit= */ true);
        } catch (Throwable e) { // out of memory: give the permit back
            outcome.failed(e, /* permanent= */ false, beganAt, /* hasPermit= */ true);
            return;
        }
        attempt.run();
    }

    /**
     * Like {@link #run}, without a permit, because hanging attempts hold them all. A success takes
     * over the permit of one of them, or comes too late if none hangs any more.
     */
    public void runWithoutPermit() {
        withoutPermit.getAndIncrement();
        try {
            new Attempt(/* hasPermit= */ false).run();
        } finally {
            withoutPermit.getAndDecrement();
        }
    }

    /**
     * Whether an attempt may run without a permit: only if one with a permit hangs. The number is
     * limited together with that of hanging attempts.
     */
    public boolean mayRunWithoutPermit() {
        if (hanging.get() + withoutPermit.get() >= TOO_MANY_HANGING) {
            return false;
        }
        Attempt oldest = oldestWithPermit();
        return oldest != null && oldest.hangs(/* took= */ 0);
    }

    private @Nullable Attempt oldestWithPermit() {
        Attempt oldest = null;
        for (Attempt attempt : attempts) {
            if (attempt.hasPermit
                    && attempt.stage == Stage.UNDER_WAY
                    && (oldest == null || attempt.beganAt - oldest.beganAt < 0)) {
                oldest = attempt;
            }
        }
        return oldest;
    }

    /**
     * Gives up the oldest attempt with a permit, if it hangs.
     *
     * @param took how long the successful attempt took
     * @return whether one was given up
     */
    private boolean giveUpOldest(long took) {
        for (; ; ) {
            Attempt oldest = oldestWithPermit();
            if (oldest == null || !oldest.hangs(took)) {
                return false;
            }
            if (STAGE.compareAndSet(oldest, Stage.UNDER_WAY, Stage.OVERTAKEN)) {
                return true;
            }
        }
    }

    /**
     * Gives up older attempts that have run for much longer than a successful one: they hang, and
     * their permits are needed for others.
     *
     * @param beganAt when the successful attempt began
     * @param slowAfter attempts that have run for less are left alone
     */
    void giveUpOvertaken(long beganAt, long slowAfter) {
        long now = ticker.nanos();
        long took = now - beganAt;
        long limit = Math.max(slowAfter, MUCH_LONGER * took);
        for (Attempt attempt : attempts) {
            if (attempt.beganAt - beganAt < 0 && now - attempt.beganAt >= limit) {
                attempt.giveUpOvertaken();
            }
        }
    }

    /** The state of an attempt. */
    private enum Stage {
        UNDER_WAY,
        /** Given up before its time-out. */
        OVERTAKEN,
        /** Given up and past its time-out; counts as hanging. */
        HANGING,
        /** Returned from the driver. */
        BACK
    }

    private final class Attempt {

        private final int generation = generations.creationBegins();
        private final long beganAt = ticker.nanos();
        private final boolean hasPermit;

        /**
         * Shared: CAS out of {@code UNDER_WAY} or {@code OVERTAKEN}; atomic exchange by the
         * creator. Partner: {@code CreationPermits.word}. The thread that takes it out of {@code
         * UNDER_WAY} has the permit, if there is one, and tells the outcome.
         */
        private volatile Stage stage = Stage.UNDER_WAY;

        Attempt(boolean hasPermit) {
            this.hasPermit = hasPermit;
        }

        void run() {
            Ticker.Alarm limit = null;
            R resource;
            try {
                attempts.add(this);
                limit = ticker.schedule(this::limitIsOver, connectTimeoutNanos);
                outcome.begun();
                resource = recorded();
            } catch (Throwable e) { // a driver may throw anything; give the permit back
                try {
                    if (comeBack()) { // else its failure was reported when it was given up
                        outcome.failed(e, isPermanent(e), beganAt, hasPermit);
                    }
                } finally { // a flush may wait for it
                    generations.gone(generation);
                }
                if (e instanceof InterruptedException) {
                    Thread.currentThread().interrupt();
                }
                return;
            } finally {
                if (limit != null) {
                    limit.cancel();
                }
            }
            // Outside the try block: a failure of the pool to use the resource is not a failed
            // creation.
            if (!comeBack()) {
                outcome.createdTooLate(resource, generation);
            } else if (hasPermit || outcome.takePermit()) {
                outcome.created(resource, generation, beganAt);
            } else {
                createdInPlaceOfAnother(resource);
            }
        }

        private void createdInPlaceOfAnother(R resource) {
            long took = ticker.nanos() - beganAt;
            boolean isSeated;
            try {
                isSeated = giveUpOldest(took);
            } catch (Throwable e) { // out of memory: the resource must be destroyed
                isSeated = false;
            }
            if (!isSeated) {
                outcome.createdTooLate(resource, generation);
                return;
            }
            outcome.created(resource, generation, beganAt); // with the permit of the other
        }

        /** Whether it hangs, judged by an attempt that took so long. */
        private boolean hangs(long took) {
            return ticker.nanos() - beganAt
                    >= Math.max(CreationBackoff.SUSPECT_NANOS, MUCH_LONGER * took);
        }

        /** Notes its return from the driver; false if it was given up meanwhile. */
        private boolean comeBack() {
            attempts.remove(this);
            generations.creationEnded(generation);
            Stage before = (Stage) STAGE.getAndSet(this, Stage.BACK);
            if (before == Stage.HANGING) {
                hanging.getAndDecrement();
            }
            return before == Stage.UNDER_WAY;
        }

        /**
         * Runs on the timer thread. The creator hangs in the driver; a resource that it still
         * delivers is destroyed.
         */
        private void limitIsOver() {
            if (STAGE.compareAndSet(this, Stage.UNDER_WAY, Stage.HANGING)) {
                hanging.getAndIncrement();
                outcome.failed(tooLong(), /* permanent= */ false, beganAt, hasPermit);
            } else if (STAGE.compareAndSet(this, Stage.OVERTAKEN, Stage.HANGING)) {
                hanging.getAndIncrement();
                outcome.failed(tooLong(), /* permanent= */ false, beganAt, /* hasPermit= */ false);
            }
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

        void giveUpOvertaken() {
            if (STAGE.compareAndSet(this, Stage.UNDER_WAY, Stage.OVERTAKEN)) {
                outcome.overtaken(hasPermit);
            }
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
}
