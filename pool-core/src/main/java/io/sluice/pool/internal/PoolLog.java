package io.sluice.pool.internal;

import io.sluice.pool.PoolListener;
import io.sluice.pool.spi.DiscardReason;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Logs what happens in a pool: what its operator should know of as a warning, the rest for who
 * looks into it. Thread-safe.
 */
final class PoolLog implements PoolListener {

    private static final System.Logger LOG = System.getLogger("io.sluice.pool");

    /**
     * Failures since a resource was created. Counted as they happen: they are told on other
     * threads, perhaps when a resource was created.
     */
    private final AtomicInteger failures = new AtomicInteger();

    @Override
    public void onCreate(String pool, Object resource) {
        int before = failures.getAndSet(0);
        if (before > 0) {
            LOG.log(
                    Level.INFO,
                    () ->
                            "Pool "
                                    + pool
                                    + " creates resources again, after failing "
                                    + before
                                    + " times");
        }
        LOG.log(Level.DEBUG, () -> "Pool " + pool + ": new resource " + resource);
    }

    /** Counts a failure; returns whether it is the first since a resource was created. */
    boolean creationFails() {
        return failures.getAndIncrement() == 0;
    }

    /** The first failure is worth a warning, the next hundred say nothing new. */
    void creationFailed(String pool, Throwable failure, boolean isFirst) {
        Level level = isFirst ? Level.WARNING : Level.DEBUG;
        LOG.log(
                level,
                () ->
                        "Pool "
                                + pool
                                + " cannot create a resource, and tries again while there is"
                                + " demand",
                failure);
    }

    @Override
    public void onDiscard(
            String pool, Object resource, DiscardReason reason, @Nullable Throwable cause) {
        boolean expected = reason != DiscardReason.BROKEN && reason != DiscardReason.INVALID;
        Level level = expected ? Level.DEBUG : Level.WARNING;
        if (!LOG.isLoggable(level)) {
            return;
        }
        String text = "Pool " + pool + ": resource " + resource + " is discarded: " + reason;
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
                    () -> "Pool " + pool + ": resource " + resource + " failed to close",
                    failure);
        }
    }

    @Override
    public void onLeak(String pool, Object resource, Throwable site) {
        LOG.log(
                Level.WARNING,
                "Pool "
                        + pool
                        + ": resource "
                        + resource
                        + " is in use for longer than leakThreshold; it was acquired here",
                site);
    }
}
