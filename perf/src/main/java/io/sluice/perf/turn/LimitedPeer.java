package io.sluice.perf.turn;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.PoolCounts;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;

/**
 * A contestant whose close has a time limit: a close that hangs would end the whole measurement.
 * Thread-safe, except for closing.
 *
 * @param open the contestant
 * @param longestClose the limit
 */
public record LimitedPeer(OpenPeer open, Duration longestClose) implements OpenPeer {

    /** Generous: pools wait for connections that are out, and for connects in progress. */
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(30);

    /** Returns a contestant with the usual limit. */
    public static OpenPeer of(OpenPeer open) {
        return new LimitedPeer(open, LONGEST_CLOSE);
    }

    @Override
    public DataSource sourceForClient() throws SQLException {
        return open.sourceForClient();
    }

    @Override
    public PoolCounts counts() {
        return open.counts();
    }

    @Override
    public void close() {
        FutureTask<Boolean> closing =
                new FutureTask<>(
                        () -> {
                            open.close();
                            return true;
                        });
        Thread thread = new Thread(closing, "close");
        thread.setDaemon(true);
        thread.start();
        try {
            closing.get(longestClose.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            String place = Threads.firstPlace(List.of(thread));
            thread.interrupt();
            throw new MeasurementException(
                    "the pool did not close within %s ms; its thread was in %s"
                            .formatted(longestClose.toMillis(), place));
        } catch (ExecutionException e) {
            throw new MeasurementException("the pool did not close", e.getCause());
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
            throw new MeasurementException("interrupted while the pool closed", e);
        }
    }
}
