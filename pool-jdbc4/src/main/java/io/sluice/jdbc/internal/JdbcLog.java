package io.sluice.jdbc.internal;

import org.jspecify.annotations.Nullable;

/** What this package tells the log where its work must go on though even the log fails. */
final class JdbcLog {

    private JdbcLog() {}

    /** What is done counts, and not what can be said of it: this never fails. */
    static void log(System.Logger.Level level, String text, @Nullable Throwable failure) {
        try {
            PoolRules.LOG.log(level, text, failure);
        } catch (Throwable e) {
            // There is nobody left to tell.
        }
    }
}
