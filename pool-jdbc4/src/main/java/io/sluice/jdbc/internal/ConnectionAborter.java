package io.sluice.jdbc.internal;

import io.sluice.jdbc.internal.config.Durations;
import io.sluice.jdbc.internal.connect.DirtyState;
import io.sluice.jdbc.internal.connect.PoolRules;
import io.sluice.pool.spi.Ticker;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Ends connections by force that an application may still be using: what the server does for it is
 * cancelled first, and then the connection aborted, whatever became of the cancel. Thread-safe.
 *
 * <p>The abort alone ends the connection on this side. A server that is in the middle of a
 * statement learns of that when it is through.
 */
final class ConnectionAborter {

    /**
     * How long the server is given to answer at the most. It is one exchange on a connection of its
     * own; and where the server is silent, who wants to be rid of its connections waits in vain.
     */
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private final Ticker ticker;
    private final long limitNanos;

    /**
     * @param closeTimeout how long the whole end may take: half of it is left for the abort
     */
    ConnectionAborter(Duration closeTimeout, Ticker ticker) {
        this.ticker = ticker;
        this.limitNanos = Math.min(LONGEST.toNanos(), closeTimeout.toNanos() / 2);
    }

    /** Called on a thread of the pool's, once the connection can be had by nobody any more. */
    void abort(PhysicalConnection physical) throws SQLException {
        boolean cancel = physical.isToBeCancelled();
        physical.end(); // first: what fails on it from now on says nothing about other connections
        try {
            if (cancel) {
                cancel(physical);
            }
        } finally {
            physical.forgetStatements();
            physical.connection().abort(DirtyState.SAME_THREAD);
        }
    }

    /** On another thread, for a driver's cancel may hang as well. */
    private void cancel(PhysicalConnection physical) {
        CompletableFuture<Boolean> answered = new CompletableFuture<>();
        Ticker.Alarm limit = ticker.schedule(() -> answered.complete(false), limitNanos);
        try {
            physical.runAside(
                    () -> {
                        try {
                            physical.cancelOnServer();
                        } catch (Throwable e) { // a driver may throw anything
                            PoolRules.LOG.log(
                                    Level.DEBUG, "Nothing is cancelled by " + physical, e);
                        } finally {
                            answered.complete(true);
                        }
                    });
            if (!answered.join()) {
                PoolRules.LOG.log(
                        Level.WARNING,
                        "Pool "
                                + physical.poolName()
                                + ": a connection is taken away, and the server has not confirmed"
                                + " within "
                                + Durations.format(Duration.ofNanos(limitNanos))
                                + " that it cancels what it does for it, which may go on to its end");
            }
        } finally {
            limit.cancel();
        }
    }
}
