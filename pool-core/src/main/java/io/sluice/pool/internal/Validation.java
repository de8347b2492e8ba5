package io.sluice.pool.internal;

import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Asks resources whether they still serve, on the calling thread and within a limit: what hangs is
 * aborted from another thread, so that the call returns.
 */
final class Validation<R> {

    /**
     * What a validation is given at the least, however little time its caller has left: a good
     * resource must not go because somebody came late.
     */
    static final long LEAST_NANOS = Duration.ofMillis(20).toNanos();

    /** How much longer than its limit a validation may take before the resource is aborted. */
    static final long GRACE_NANOS = Duration.ofMillis(10).toNanos();

    private final ResourceFactory<R> factory;
    private final Destroyer<R> destroyer;
    private final Ticker ticker;
    private final long timeoutNanos;

    /**
     * Why a resource must not serve again.
     *
     * @param concernsOthers whether they may have been hit as well
     */
    record Refusal(Throwable cause, boolean concernsOthers) {}

    /**
     * @param timeoutNanos how long a validation may take at the most
     */
    Validation(
            ResourceFactory<R> factory, Destroyer<R> destroyer, Ticker ticker, long timeoutNanos) {
        this.factory = factory;
        this.destroyer = destroyer;
        this.ticker = ticker;
        this.timeoutNanos = timeoutNanos;
    }

    /**
     * Asks a resource that nobody else uses; returns why it must not serve again, or null. An
     * interrupt stays visible on the thread.
     *
     * @param nanosLeft how much time the caller has left
     */
    @Nullable Refusal refusal(R resource, long nanosLeft) {
        long began = ticker.nanos();
        Duration limit = Duration.ofNanos(Math.min(timeoutNanos, Math.max(LEAST_NANOS, nanosLeft)));
        // Decides between who asks and the alarm: what the alarm has won is aborted, and must not
        // serve even if its answer came at the same moment.
        AtomicBoolean over = new AtomicBoolean();
        CreatorThreads.Task abort = destroyer.abortOf(resource); // the alarm may have no memory
        Ticker.Alarm alarm = null;
        Throwable failure = null;
        try {
            alarm = ticker.schedule(() -> giveUp(abort, over), limit.toNanos() + GRACE_NANOS);
            factory.validate(resource, limit);
        } catch (Throwable e) {
            // A driver may throw anything; whatever it is, the resource did not pass.
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            failure = e;
        }
        if (alarm != null) {
            alarm.cancel();
        }
        if (!over.compareAndSet(false, true)) {
            return new Refusal(tooLate(limit, failure), isWhole(limit));
        }
        if (failure == null) {
            return null;
        }
        boolean inTime = ticker.nanos() - began < limit.toNanos();
        return new Refusal(failure, inTime ? mayConcernOthers(failure) : isWhole(limit));
    }

    /** A resource that was not given all its time may be well, and says nothing of others. */
    private boolean isWhole(Duration limit) {
        return limit.toNanos() == timeoutNanos;
    }

    /** Who cannot judge a failure, in whatever way, must not hide it. */
    private boolean mayConcernOthers(Throwable failure) {
        if (failure instanceof InterruptedException) {
            return false;
        }
        try {
            return factory.mayConcernOthers(failure);
        } catch (Throwable e) { // in doubt: it costs each of them one validation
            if (e != failure) {
                failure.addSuppressed(e);
            }
            return true;
        }
    }

    /** Runs on the timer thread. */
    private void giveUp(CreatorThreads.Task abort, AtomicBoolean over) {
        if (over.compareAndSet(false, true)) {
            destroyer.start(abort);
        }
    }

    private static TimeoutException tooLate(Duration limit, @Nullable Throwable failure) {
        TimeoutException late =
                new TimeoutException(
                        "validating a resource took longer than "
                                + limit.toMillis()
                                + " ms, which is validationTimeout or what was left of the caller's"
                                + " time; it was aborted and another takes its place");
        if (failure != null) {
            late.addSuppressed(failure);
        }
        return late;
    }
}
