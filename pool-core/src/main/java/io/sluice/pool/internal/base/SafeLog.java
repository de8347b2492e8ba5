package io.sluice.pool.internal.base;

import org.jspecify.annotations.Nullable;

/**
 * A log that throws nothing, for callers that must continue even if logging fails. It implements
 * Logger because java.util.logging looks for the source of a record below the frames of loggers.
 */
public abstract class SafeLog implements System.Logger {

    private static final System.Logger LOG = System.getLogger("io.sluice.pool");

    private SafeLog() {}

    /** Loads what {@link #write} needs, while memory is available. */
    static void prepare() {}

    public static void write(System.Logger.Level level, String text, @Nullable Throwable failure) {
        try {
            LOG.log(level, text, failure);
        } catch (Throwable e) {
            addTo(failure, e);
        }
    }

    private static void addTo(@Nullable Throwable failure, Throwable ofTheLog) {
        try {
            if (failure != null && failure != ofTheLog) {
                failure.addSuppressed(ofTheLog);
            }
        } catch (Throwable e) {
            // Out of memory, for example: nothing more can be done.
        }
    }
}
