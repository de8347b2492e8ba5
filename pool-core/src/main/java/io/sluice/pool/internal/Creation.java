package io.sluice.pool.internal;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.internal.jfr.FlightRecorder;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One creation after the other, each with its time limit: what hangs in the driver is given up, and
 * what it may still bring comes too late.
 */
final class Creation<R> {

    /** How many creations that were given up may hang in the driver before no other is begun. */
    private static final int MOST_HANGING = 32;

    /** What becomes of a creation. Called without any lock held. */
    interface Outcome<R> {

        /**
         * It begins.
         *
         * @return the generation that the resource belongs to
         */
        int begun();

        void created(R resource, int generation, long beganAt);

        /** It failed, or was given up. May come on the timer thread. */
        void failed(Throwable failure, boolean permanent, long beganAt);

        /** It arrived after it was given up. It has no permit. */
        void createdTooLate(R resource);
    }

    private final String poolName;
    private final Ticker ticker;
    private final long connectTimeoutNanos;
    private final ResourceFactory<R> factory;
    private final FlightRecorder recorder;
    private final Outcome<R> outcome;

    /** Creations given up that have not come back. */
    private final AtomicInteger hanging = new AtomicInteger();

    Creation(
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

    boolean tooManyHang() {
        return hanging.get() >= MOST_HANGING;
    }

    /** Creates a resource on the calling thread. */
    void run() {
        // Decides between the creator and the alarm: who sets it first tells the outcome.
        AtomicBoolean settled = new AtomicBoolean();
        Ticker.Alarm limit = null;
        long beganAt = ticker.nanos();
        int generation;
        R resource;
        try {
            limit = ticker.schedule(() -> giveUp(settled, beganAt), connectTimeoutNanos);
            generation = outcome.begun();
            resource = recorded();
        } catch (Throwable e) { // a driver may throw anything, and the permit must come back
            if (settled.compareAndSet(false, true)) {
                outcome.failed(e, isPermanent(e), beganAt);
            } else {
                hanging.decrementAndGet(); // its failure was told when it was given up
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
        if (settled.compareAndSet(false, true)) {
            outcome.created(resource, generation, beganAt);
        } else {
            hanging.decrementAndGet();
            outcome.createdTooLate(resource);
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
            SureLog.log(
                    System.Logger.Level.WARNING,
                    "Pool " + poolName + ": a creation could not be recorded",
                    e);
        }
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
        outcome.failed(
                new TimeoutException(
                        "creating a resource took longer than connectTimeout, "
                                + Duration.ofNanos(connectTimeoutNanos)
                                + "; it was given up, and will be destroyed should it still arrive"),
                /* permanent= */ false,
                beganAt);
    }

    private boolean isPermanent(Throwable failure) {
        try {
            return factory.isPermanent(failure);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
            return false;
        }
    }
}
