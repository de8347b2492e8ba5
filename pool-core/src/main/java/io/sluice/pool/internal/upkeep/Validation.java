package io.sluice.pool.internal.upkeep;

import io.sluice.pool.internal.base.CreatorThreads;
import io.sluice.pool.internal.disposal.Destroyer;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Validates resources on the calling thread within a time limit. If a validation hangs, another
 * thread aborts the resource, so that the call returns.
 */
public final class Validation<R> {

    /**
     * The least time for a validation, however little its caller has left: a working resource must
     * not be discarded because a caller was late.
     */
    public static final long LEAST_NANOS = Duration.ofMillis(20).toNanos();

    /** How long a validation may exceed its limit before the resource is aborted. */
    public static final long GRACE_NANOS = Duration.ofMillis(10).toNanos();

    private final ResourceFactory<R> factory;
    private final String noun;
    private final Destroyer<R> destroyer;
    private final Ticker ticker;
    private final long timeoutNanos;

    /**
     * Why a resource must not be used again.
     *
     * @param concernsOthers whether other resources may be affected too
     */
    record Refusal(Throwable cause, boolean concernsOthers) {}

    /**
     * @param timeoutNanos the longest time for a validation
     */
    public Validation(
            ResourceFactory<R> factory, Destroyer<R> destroyer, Ticker ticker, long timeoutNanos) {
        this.factory = factory;
        this.noun = Objects.requireNonNull(factory.noun(), "ResourceFactory.noun returned null");
        this.destroyer = destroyer;
        this.ticker = ticker;
        this.timeoutNanos = timeoutNanos;
    }

    /**
     * Validates a resource that no other thread uses; returns why it must not be used again, or
     * null. An interrupt flag stays set.
     *
     * @param nanosLeft the caller's remaining time
     */
    @Nullable Refusal refusal(R resource, long nanosLeft) {
        long began = ticker.nanos();
        Duration limit = Duration.ofNanos(Math.min(timeoutNanos, Math.max(LEAST_NANOS, nanosLeft)));
        // Decides between this thread and the alarm. If the alarm wins, the resource is aborted and
        // must not be used, even if it answered at the same moment.
        AtomicBoolean over = new AtomicBoolean();
        CreatorThreads.Task abort = destroyer.abortOf(resource); // the alarm may lack memory
        Ticker.Alarm alarm = null;
        Throwable failure = null;
        try {
            alarm = ticker.schedule(() -> giveUp(abort, over), limit.toNanos() + GRACE_NANOS);
            factory.validate(resource, limit);
        } catch (Throwable e) {
            // A driver may throw anything; in any case the validation failed.
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

    /** A resource that did not get the full time may be fine, and says nothing about others. */
    private boolean isWhole(Duration limit) {
        return limit.toNanos() == timeoutNanos;
    }

    /** An error in the classification must not hide the failure itself. */
    private boolean mayConcernOthers(Throwable failure) {
        if (failure instanceof InterruptedException) {
            return false;
        }
        try {
            return factory.mayConcernOthers(failure);
        } catch (Throwable e) { // if unknown, yes: it costs one validation of each
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

    private TimeoutException tooLate(Duration limit, @Nullable Throwable failure) {
        TimeoutException late =
                new TimeoutException(
                        "validating a "
                                + noun
                                + " took longer than "
                                + limit.toMillis()
                                + " ms (validationTimeout, or less if its caller had less time left);"
                                + " it was aborted and is replaced");
        if (failure != null) {
            late.addSuppressed(failure);
        }
        return late;
    }
}
