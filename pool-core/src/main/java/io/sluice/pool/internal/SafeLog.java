package io.sluice.pool.internal;

import org.jspecify.annotations.Nullable;

/**
 * The log, for those whose work must go on though even the log fails. Throws nothing. A logger by
 * its type only: java.util.logging looks for the source of a record below the frames of loggers.
 */
abstract class SafeLog implements System.Logger {

    private static final System.Logger LOG = System.getLogger("io.sluice.pool");

    private SafeLog() {}

    /** Loads what {@link #write} needs, while there is memory for it. */
    static void prepare() {}

    static void write(System.Logger.Level level, String text, @Nullable Throwable failure) {
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
            // Out of memory, for example: nothing is left to tell it to.
        }
    }
}
