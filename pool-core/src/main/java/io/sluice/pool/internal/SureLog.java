package io.sluice.pool.internal;

import org.jspecify.annotations.Nullable;

/** The log, for those whose work must go on though even the log fails. */
final class SureLog {

    private static final System.Logger LOG = System.getLogger("io.sluice.pool");

    private SureLog() {}

    static void log(System.Logger.Level level, String text, @Nullable Throwable failure) {
        try {
            LOG.log(level, text, failure);
        } catch (Throwable e) { // there is nobody left to tell
            if (failure != null && failure != e) {
                failure.addSuppressed(e);
            }
        }
    }
}
