package io.sluice.jdbc.internal;

import io.sluice.jdbc.internal.config.Durations;
import io.sluice.jdbc.internal.connect.JdbcLog;
import io.sluice.jdbc.internal.connect.RestingState;
import io.sluice.pool.spi.Ticker;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Forcibly ends connections that an application may still be using. Cancels what the server does
 * for them, and then aborts them, even if the cancel has failed. Thread-safe.
 *
 * <p>The abort alone ends the connection on this side. A server that is executing a statement
 * notices it only when the statement ends.
 */
final class ConnectionAborter {

    /**
     * The longest wait for the answer to a cancel, which is one exchange on a connection of its
     * own. If the server is silent, the wait is in vain and only delays the caller.
     */
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private final Ticker ticker;
    private final long limitNanos;

    /**
     * Creates an aborter.
     *
     * @param closeTimeout the limit for the whole end; half of it is left for the abort
     */
    ConnectionAborter(Duration closeTimeout, Ticker ticker) {
        this.ticker = ticker;
        this.limitNanos = Math.min(LONGEST.toNanos(), closeTimeout.toNanos() / 2);
    }

    /** Called on a thread of the pool, once the connection can no longer be acquired. */
    void abort(PhysicalConnection physical) throws SQLException {
        boolean cancel = physical.isToBeCancelled();
        physical.end(); // first: later failures on it say nothing about other connections
        try {
            physical.runAtEnd();
            if (cancel) {
                cancel(physical);
            }
        } finally {
            physical.forgetStatements();
            physical.connection().abort(RestingState.SAME_THREAD);
        }
    }

    /** Runs on another thread, since a driver's cancel may hang as well. */
    private void cancel(PhysicalConnection physical) {
        CompletableFuture<Boolean> answered = new CompletableFuture<>();
        Ticker.Alarm limit = ticker.schedule(() -> answered.complete(false), limitNanos);
        try {
            physical.runAside(
                    () -> {
                        try {
                            physical.cancelOnServer();
                        } catch (Throwable e) { // a driver may throw anything
                            JdbcLog.write(
                                    Level.DEBUG,
                                    physical.poolName(),
                                    "the server could not cancel the statement of " + physical,
                                    e);
                        } finally {
                            answered.complete(true);
                        }
                    });
            if (!answered.join()) {
                JdbcLog.write(
                        Level.WARNING,
                        physical.poolName(),
                        "a connection was taken away, and the server has not confirmed within "
                                + Durations.format(Duration.ofNanos(limitNanos))
                                + " that its statement is cancelled; the statement may run to"
                                + " completion",
                        null);
            }
        } finally {
            limit.cancel();
        }
    }
}
