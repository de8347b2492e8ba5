package io.sluice.jdbc.internal.connect;

import org.jspecify.annotations.Nullable;

/**
 * Logging that never fails, for work that must go on even if the log does. A logger by its type
 * only: java.util.logging looks for the source of a record below the frames of loggers.
 */
public abstract class JdbcLog implements System.Logger {

    private JdbcLog() {}

    /** What is done counts, and not what can be said of it: this never fails. */
    public static void write(System.Logger.Level level, String text, @Nullable Throwable failure) {
        try {
            PoolRules.LOG.log(level, text, failure);
        } catch (Throwable e) {
            // There is nowhere left to report it.
        }
    }
}
