package io.sluice.perf.spike;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.fork.Step;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.stub.Meter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** One spike: a pool, and threads that all ask it at once. */
final class Spike {

    /** A pool in which no connect is under way for so long is at rest. */
    private static final Duration REST = Duration.ofMillis(150);

    private static final Duration LONGEST_START = Duration.ofSeconds(30);

    private final Step<SpikeRow> step;
    private final PeerSettings settings;
    private final Meter meter;
    private final CountDownLatch begin = new CountDownLatch(1);
    private final CountDownLatch ready;
    private volatile long began;

    /**
     * Prepares a spike.
     *
     * @param step who, where and in which round
     * @param settings what the pool is opened with; its URL is the meter's
     * @param meter counts the connections
     */
    Spike(Step<SpikeRow> step, PeerSettings settings, Meter meter) {
        this.step = step;
        this.settings = settings;
        this.meter = meter;
        ready = new CountDownLatch(step.row().requests());
    }

    /** Opens the pool, lets all threads ask, and waits until the pool is at rest again. */
    SpikeTurn run() throws SQLException, InterruptedException, ExecutionException {
        try (OpenPeer open = step.peer().open(settings)) {
            rest();
            checkStart();
            ExecutorService executor = Executors.newFixedThreadPool(step.row().requests());
            try {
                return run(open.sourceForClient(), executor);
            } finally {
                executor.shutdownNow();
            }
        }
    }

    private SpikeTurn run(DataSource source, ExecutorService executor)
            throws InterruptedException, ExecutionException {
        int before = meter.made();
        List<Future<Lease>> leases = new ArrayList<>();
        for (int i = 0; i < step.row().requests(); i++) {
            leases.add(executor.submit(() -> lease(source)));
        }
        ready.await();
        began = System.nanoTime();
        begin.countDown();
        long end = 0;
        Throwable firstError = null;
        List<SpikeTurn.Wait> waits = new ArrayList<>();
        for (Future<Lease> future : leases) {
            Lease lease = future.get();
            waits.add(new SpikeTurn.Wait(lease.asked, lease.answered, lease.error == null));
            end = Math.max(end, lease.ended);
            firstError = firstError == null ? lease.error : firstError;
        }
        rest();
        return new SpikeTurn(
                step.row(),
                step.peer(),
                step.round(),
                end,
                meter.made() - before,
                waits,
                firstError);
    }

    /** What one thread saw, in nanoseconds since the begin. */
    private record Lease(long asked, long answered, long ended, @Nullable Throwable error) {}

    private Lease lease(DataSource source) throws InterruptedException {
        ready.countDown();
        begin.await();
        long asked = sinceBegin();
        long answered = -1;
        try (Connection connection = source.getConnection()) {
            answered = sinceBegin();
            hold(connection);
        } catch (SQLException e) {
            long now = sinceBegin();
            return new Lease(asked, answered < 0 ? now : answered, now, e);
        }
        return new Lease(asked, answered, sinceBegin(), null);
    }

    private long sinceBegin() {
        return System.nanoTime() - began;
    }

    /** Does what takes the time of a hold; the processor is free for others meanwhile. */
    private void hold(Connection connection) throws SQLException {
        if (connection.isClosed()) {
            throw new SQLException("the connection was closed when it was acquired");
        }
        long nanos = step.row().hold().toNanos();
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Waits until no connect has been under way for a while. */
    private void rest() throws InterruptedException {
        int made = meter.made();
        long since = System.nanoTime();
        while (System.nanoTime() - since < REST.toNanos()) {
            TimeUnit.MILLISECONDS.sleep(5);
            if (meter.connecting() > 0 || meter.made() != made) {
                made = meter.made();
                since = System.nanoTime();
            }
        }
    }

    private void checkStart() throws InterruptedException {
        int start = step.row().start();
        long since = System.nanoTime();
        while (meter.made() < start) {
            if (System.nanoTime() - since > LONGEST_START.toNanos()) {
                break;
            }
            rest();
        }
        if (meter.made() != start) {
            throw new MeasurementException(
                    step.peer()
                            + " made "
                            + meter.made()
                            + " connections before the spike, not "
                            + start
                            + "; does the database refuse some?");
        }
    }
}
