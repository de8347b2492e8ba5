package io.sluice.jdbc.internal.connect;

import io.sluice.jdbc.internal.config.Secrets;
import org.jspecify.annotations.Nullable;

/**
 * The log of this module, without secrets in failures. It throws nothing, since a commit, a
 * recovery or a close must continue even if logging fails. It implements Logger because
 * java.util.logging looks for the source of a record below the frames of loggers.
 */
public abstract class JdbcLog implements System.Logger {

    private static final System.Logger LOG = System.getLogger("io.sluice.jdbc");

    private JdbcLog() {}

    /** Writes a line about a pool, which the line names first. */
    public static void write(
            System.Logger.Level level, String poolName, String text, @Nullable Throwable failure) {
        write(level, "Pool " + poolName + ": " + text, failure);
    }

    /** Writes a line that names its pool itself, or that no single pool is concerned by. */
    public static void write(System.Logger.Level level, String text, @Nullable Throwable failure) {
        try {
            LOG.log(level, text, failure == null ? null : Secrets.shown(failure));
        } catch (Throwable e) {
            // There is nowhere left to report it.
        }
    }
}
