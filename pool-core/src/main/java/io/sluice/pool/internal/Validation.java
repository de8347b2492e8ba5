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
    @Nullable Throwable refusal(R resource, long nanosLeft) {
        Duration limit = Duration.ofNanos(Math.min(timeoutNanos, Math.max(LEAST_NANOS, nanosLeft)));
        // Decides between who asks and the alarm: what the alarm has won is aborted, and must not
        // serve even if its answer came at the same moment.
        AtomicBoolean over = new AtomicBoolean();
        Ticker.Alarm alarm = null;
        Throwable failure = null;
        try {
            alarm = ticker.schedule(() -> giveUp(resource, over), limit.toNanos() + GRACE_NANOS);
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
        return over.compareAndSet(false, true) ? failure : tooLate(limit, failure);
    }

    /** Runs on the timer thread. */
    private void giveUp(R resource, AtomicBoolean over) {
        if (over.compareAndSet(false, true)) {
            destroyer.abort(resource);
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
