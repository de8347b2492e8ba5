package io.sluice.pool.internal;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.internal.jfr.FlightRecorder;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The attempts to create, each with its time limit: what hangs in the driver is given up, and what
 * it may still bring comes too late.
 */
final class Creator<R> {

    /** So many attempts that hang in the driver beyond their limit are too many. */
    private static final int TOO_MANY_HANGING = 32;

    /**
     * By how much longer the pause is for each beyond that. Each may keep its thread for ever: in a
     * day they are some four hundred, and the pause is seven minutes.
     */
    private static final long PAUSE_FOR_EACH_NANOS = Duration.ofSeconds(1).toNanos();

    /**
     * An attempt hangs, rather than being slow as others are, if it has taken this many times as
     * long as one that was begun after it.
     */
    private static final int MUCH_LONGER = 2;

    /** What becomes of a creation. Called without any lock held. */
    interface Outcome<R> {

        /** The generation that a resource belongs to whose creation begins after this. */
        int generation();

        /** It begins. */
        void begun();

        /**
         * It has succeeded.
         *
         * @param fate to be told when the resource has joined the pool, is destroyed or was given
         *     up
         */
        void created(R resource, int generation, long beganAt, Fate<R> fate);

        /**
         * It failed, or was given up. May come on the timer thread, or on that of another creation.
         *
         * @param hasPermit whether it gives a permit to create back
         */
        void failed(Throwable failure, boolean permanent, long beganAt, boolean hasPermit);

        /**
         * It was given up because it took much longer than one that was begun later. Nothing to be
         * told of: it may merely be slower, and fails when its limit is over if it hangs.
         *
         * @param hasPermit whether it gives a permit to create back
         */
        void overtaken(boolean hasPermit);

        /** Takes a permit to create for what is there already; false if there is none. */
        boolean takePermit();

        /**
         * It arrived after it was given up. It has no permit.
         *
         * @param fate to be told when the resource is destroyed or was given up
         */
        void createdTooLate(R resource, Fate<R> fate);
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
    private final FlightRecorder recorder;
    private final Outcome<R> outcome;

    /**
     * The attempts that have not come back from the driver, be they given up or not, and those
     * whose resource is there and has not joined the pool. Added to by their creators before they
     * ask the driver, removed from when their fate is told, after the resource has joined; iterated
     * by who has created something, and by who flushes, after the generation was raised and before
     * the members are. Partners: {@code FitnessCheck.generation}, {@code HolderSets}.
     */
    private final Set<Attempt> attempts = ConcurrentHashMap.newKeySet();

    /** How many attempts have not come back although their limit is over. Atomic adds. */
    private final AtomicInteger hanging = new AtomicInteger();

    /** How many attempts without a permit are under way. Atomic adds; a bound, with no partner. */
    private final AtomicInteger withoutPermit = new AtomicInteger();

    Creator(
            PoolConfig config,
            ResourceFactory<R> factory,
            FlightRecorder recorder,
            Outcome<R> outcome) {
        this.poolName = config.name();
        this.ticker = config.ticker();
        this.connectTimeoutNanos = config.connectTimeout().toNanos();
        this.factory = factory;
        this.recorder = recorder;
        this.outcome = outcome;
    }

    /**
     * Whether so many hang in a driver that does not keep to any limit that each other that may do
     * the same, and keep its thread, had better be the only one.
     */
    boolean tooManyHang() {
        return hanging.get() >= TOO_MANY_HANGING;
    }

    /** How long the next is put off, at the least, when an attempt has ended in vain. */
    long leastPause() {
        return PAUSE_FOR_EACH_NANOS * Math.max(0, hanging.get() - TOO_MANY_HANGING);
    }

    /** Creates a resource on the calling thread, which has a permit to create. */
    void run() {
        Attempt attempt;
        long beganAt = ticker.nanos();
        try {
            attempt = new Attempt(/* hasPermit= */ true);
        } catch (Throwable e) { // out of memory: the permit must come back
            outcome.failed(e, /* permanent= */ false, beganAt, /* hasPermit= */ true);
            return;
        }
        attempt.run();
    }

    /**
     * The same without a permit, where attempts that hang have them all. If it succeeds it takes
     * over that of one of them, or comes too late if none hangs any more.
     */
    void runWithoutPermit() {
        withoutPermit.getAndIncrement();
        try {
            new Attempt(/* hasPermit= */ false).run();
        } finally {
            withoutPermit.getAndDecrement();
        }
    }

    /**
     * Whether another may be made without a permit: if one that has a permit hangs. Those without
     * are bounded with those that hang.
     */
    boolean mayRunWithoutPermit() {
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
     * Gives up the oldest of those that have a permit, for the sake of that, if it hangs.
     *
     * @param took how long the attempt that has succeeded has taken
     * @return whether there was one
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
     * The attempts whose resource belongs to an earlier generation than this: those under way, and
     * those whose resource has not joined the pool and is not destroyed yet.
     */
    List<Attempt> begunBefore(int generation) {
        return attempts.stream().filter(attempt -> attempt.generation < generation).toList();
    }

    /**
     * An attempt has succeeded: what began before it and is under way for much longer hangs, and
     * does not keep its permit from those that would succeed as well.
     *
     * @param beganAt when the attempt that has succeeded began
     * @param slowAfter what takes no longer than this is let alone
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

    /** What has become of an attempt. */
    private enum Stage {
        UNDER_WAY,
        /** Given up before its limit was over. */
        OVERTAKEN,
        /** Given up, its limit is over, and it counts as hanging. */
        HANGING,
        /** Back from the driver. */
        BACK
    }

    final class Attempt {

        /** Read before the attempt is among {@code attempts}: who misses it there is not later. */
        private final int generation = outcome.generation();

        private final long beganAt = ticker.nanos();
        private final boolean hasPermit;

        /** Told when it has failed, or by who has the resource it brought. */
        final Fate<R> fate = new Fate<>(() -> attempts.remove(this));

        /**
         * Who takes it out of {@code UNDER_WAY} tells the outcome. Volatile; compare-and-set, and
         * exchanged by the creator. Partner: the permit.
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
            } catch (Throwable e) { // a driver may throw anything, and the permit must come back
                try {
                    if (comeBack()) { // else its failure was told when it was given up
                        outcome.failed(e, isPermanent(e), beganAt, hasPermit);
                    }
                } finally { // who flushes waits for it
                    fate.gone();
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
            // Outside: what the pool fails at with a resource that is there is no failed creation.
            if (!comeBack()) {
                outcome.createdTooLate(resource, fate);
            } else if (hasPermit || outcome.takePermit()) {
                outcome.created(resource, generation, beganAt, fate);
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
                outcome.createdTooLate(resource, fate);
                return;
            }
            outcome.created(resource, generation, beganAt, fate); // with the permit of the other
        }

        /** Whether it hangs, beside one that took so long. */
        private boolean hangs(long took) {
            return ticker.nanos() - beganAt
                    >= Math.max(CreationBackoff.SUSPECT_NANOS, MUCH_LONGER * took);
        }

        /** Whether it has not come back from the driver, be it given up or not. */
        boolean isUnderWay() {
            return stage != Stage.BACK;
        }

        /** Comes back from the driver; false if it was given up meanwhile. */
        private boolean comeBack() {
            Stage before = (Stage) STAGE.getAndSet(this, Stage.BACK);
            if (before == Stage.HANGING) {
                hanging.getAndDecrement();
            }
            return before == Stage.UNDER_WAY;
        }

        /**
         * Runs on the timer thread. The creator hangs in the driver; what it may still bring is
         * destroyed.
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
                        "creating a resource took longer than connectTimeout, "
                                + Duration.ofNanos(connectTimeoutNanos)
                                + "; it was given up, and will be destroyed should it still"
                                + " arrive");
            } catch (Throwable e) { // out of memory, and the permit must come back
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

    /** A recorder that fails must not cost the resource, nor hide why there is none. */
    private void recordEnd(@Nullable Object begun, @Nullable Throwable failure) {
        try {
            recorder.createEnded(begun, failure);
        } catch (Throwable e) {
            SafeLog.write(
                    System.Logger.Level.WARNING,
                    "Pool " + poolName + ": a creation could not be recorded",
                    e);
        }
    }

    /** Who cannot judge a failure, in whatever way, must not hide it. */
    private boolean isPermanent(Throwable failure) {
        try {
            return factory.isPermanent(failure);
        } catch (Throwable e) { // an overflow of the stack by a chain of causes that has no end
            Destroyer.with(failure, e);
            return false;
        }
    }
}
