package io.sluice.pool.internal.report;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.PoolListener;
import io.sluice.pool.SizingReport;
import io.sluice.pool.internal.base.FailureText;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Ticker;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Logs the events of a pool: warnings for operators, the rest for diagnosis. Thread-safe. */
final class PoolLog implements PoolListener {

    private static final System.Logger LOG = System.getLogger("io.sluice.pool");

    private static final long WARNING_NANOS = Duration.ofMinutes(1).toNanos();

    /**
     * Failures since a resource was created. Counted as they happen: they are told on other
     * threads, perhaps when a resource was created. Shared: atomic adds. Partner: none (it tells
     * the first failure, which is a warning).
     */
    private final AtomicInteger failures = new AtomicInteger();

    /**
     * When the last warning was given that resources are wanting, in the ticker's time. Shared: CAS
     * by the thread that is to warn; volatile, by the first failure. Partner: none (of two threads
     * at once one warns).
     */
    private final AtomicLong lastWarning;

    private final String noun;
    private final Ticker ticker;

    PoolLog(String noun, Ticker ticker) {
        this.noun = noun;
        this.ticker = ticker;
        lastWarning = new AtomicLong(ticker.nanos() - WARNING_NANOS);
    }

    @Override
    public void onCreate(String pool, Object resource) {
        int before = failures.getAndSet(0);
        if (before > 0) {
            LOG.log(
                    Level.INFO,
                    () ->
                            "Pool "
                                    + pool
                                    + " can create "
                                    + noun
                                    + "s again after "
                                    + before
                                    + (before == 1 ? " failure" : " failures"));
        }
        LOG.log(Level.DEBUG, () -> "Pool " + pool + ": new " + noun + " " + resource);
    }

    /** Counts a failure; returns whether it is the first since a resource was created. */
    boolean creationFails() {
        return failures.getAndIncrement() == 0;
    }

    /**
     * Warns of the first failure with its stack trace, then once a minute while creation keeps
     * failing.
     *
     * @param isTold whether a caller gets the failure, so that the log need not repeat it
     */
    void creationFailed(String pool, Throwable failure, boolean isFirst, boolean isTold) {
        if (isTold) {
            LOG.log(Level.DEBUG, () -> "Pool " + pool + " cannot create a " + noun, failure);
        } else if (isFirst) {
            lastWarning.set(ticker.nanos());
            LOG.log(
                    Level.WARNING,
                    "Pool "
                            + pool
                            + " cannot create a "
                            + noun
                            + "; it retries while one is needed",
                    failure);
        } else if (isWarningDue()) {
            LOG.log(
                    Level.WARNING,
                    "Pool "
                            + pool
                            + " still cannot create a "
                            + noun
                            + " after "
                            + failures.get()
                            + " failures: "
                            + FailureText.of(failure));
        } else {
            LOG.log(Level.DEBUG, () -> "Pool " + pool + " cannot create a " + noun, failure);
        }
    }

    void opened(String pool, Object source, int minSize, int maxSize) {
        LOG.log(Level.INFO, "Pool " + pool + " opens: " + source + sizes(minSize, maxSize));
    }

    void resized(String pool, int minSize, int maxSize) {
        LOG.log(Level.INFO, "Pool " + pool + " is resized" + sizes(minSize, maxSize));
    }

    private static String sizes(int minSize, int maxSize) {
        return ", minSize " + minSize + ", maxSize " + maxSize;
    }

    void sized(String pool, SizingReport sizing) {
        LOG.log(Level.INFO, "Pool " + pool + ": " + sizing);
    }

    void closed(String pool, Duration uptime, long leases, long timeouts) {
        LOG.log(
                Level.INFO,
                "Pool "
                        + pool
                        + " is closed, after "
                        + uptime.toSeconds()
                        + " s, "
                        + leases
                        + " leases and "
                        + timeouts
                        + " time-outs");
    }

    /** Warns of a time-out; {@link #isWarningDue} was asked before. */
    void timedOut(AcquireTimeoutException failure) {
        LOG.log(
                Level.WARNING,
                failure.getMessage() + "\nTime-outs are logged at most once a minute");
    }

    /** True for one caller a minute, across all warnings of missing resources. */
    boolean isWarningDue() {
        long last = lastWarning.get();
        long now = ticker.nanos();
        return now - last >= WARNING_NANOS && lastWarning.compareAndSet(last, now);
    }

    @Override
    public void onDiscard(
            String pool, Object resource, DiscardReason reason, @Nullable Throwable cause) {
        boolean expected = reason != DiscardReason.BROKEN && reason != DiscardReason.INVALID;
        Level level = expected ? Level.DEBUG : Level.WARNING;
        if (!LOG.isLoggable(level)) {
            return;
        }
        String text = "Pool " + pool + ": " + noun + " " + resource + " is discarded: " + reason;
        if (cause == null) {
            LOG.log(level, text);
        } else if (LOG.isLoggable(Level.DEBUG)) {
            LOG.log(level, text, cause);
        } else {
            LOG.log(level, text + ", " + cause);
        }
    }

    @Override
    public void onDestroy(String pool, Object resource, @Nullable Throwable failure) {
        if (failure != null) {
            LOG.log(
                    Level.DEBUG,
                    () -> "Pool " + pool + ": " + noun + " " + resource + " could not be closed",
                    failure);
        }
    }

    @Override
    public void onLeak(String pool, Object resource, Throwable site) {
        LOG.log(
                Level.WARNING,
                "Pool "
                        + pool
                        + ": "
                        + noun
                        + " "
                        + resource
                        + " has been in use for longer than leakThreshold; it was acquired here",
                site);
    }
}
