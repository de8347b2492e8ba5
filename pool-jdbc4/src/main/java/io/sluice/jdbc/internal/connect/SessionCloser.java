package io.sluice.jdbc.internal.connect;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.pool.spi.Ticker;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Closes sessions that have not become connections of the pool, and aborts those whose close hangs.
 * Thread-safe.
 */
public final class SessionCloser {

    private final String poolName;
    private final Ticker ticker;
    private final long limitNanos;

    /** Creates the closer of a pool, whose {@code closeTimeout} is the limit of each close. */
    public SessionCloser(JdbcPoolConfig config, Ticker ticker) {
        this.poolName = config.name();
        this.ticker = ticker;
        this.limitNanos = config.closeTimeout().toNanos();
    }

    /**
     * Closes a session on the calling thread, which may hang until the session is aborted.
     *
     * @return what failed, or null
     */
    public @Nullable Throwable close(DriverSession session) {
        Ticker.Alarm limit = null;
        try {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            limit = ticker.schedule(() -> abortAside(session, loader), limitNanos);
        } catch (Throwable e) { // out of memory: close it without a limit
            limit = null;
        }
        try {
            session.close();
            return null;
        } catch (Throwable e) { // a driver may throw anything
            return e;
        } finally {
            if (limit != null) {
                limit.cancel();
            }
        }
    }

    /** Runs on the timer thread, which an abort must not block. */
    private void abortAside(DriverSession session, @Nullable ClassLoader loader) {
        try {
            Thread aborter =
                    new Thread(
                            null,
                            () -> abort(session),
                            "sluice-" + poolName + "-aborter",
                            0,
                            /* inheritThreadLocals= */ false);
            aborter.setDaemon(true);
            aborter.setContextClassLoader(loader); // drivers may need it
            aborter.start();
        } catch (Throwable e) { // out of memory or threads, which may pass
            ticker.schedule(() -> abortAside(session, loader), limitNanos);
        }
    }

    private void abort(DriverSession session) {
        try {
            session.connection().abort(RestingState.SAME_THREAD);
        } catch (SQLException | RuntimeException | Error e) { // a driver may throw anything
            JdbcLog.write(Level.WARNING, poolName, "a connection could not be aborted", e);
        }
    }
}
