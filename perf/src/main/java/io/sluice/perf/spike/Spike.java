package io.sluice.perf.spike;

import io.sluice.perf.command.Failures;
import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.stub.Meter;
import io.sluice.perf.turn.LimitedPeer;
import io.sluice.perf.turn.Threads;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** One spike: a pool, and threads that all request a connection at once. */
final class Spike {

    /** A pool is at rest when no connect was in progress for this long. */
    private static final Duration REST = Duration.ofMillis(150);

    /** How long a pool may take to make its first connections, and to come to rest. */
    private static final Duration LONGEST_START = Duration.ofSeconds(30);

    /**
     * The time that a request may take besides its time-out, since all connections may be made
     * first.
     */
    private static final Duration LONGEST_WORK = Duration.ofSeconds(60);

    /**
     * How long a connection may stay open after its pool was closed: some pools close in threads.
     */
    private static final Duration LONGEST_END = Duration.ofSeconds(5);

    private final SpikeRow row;
    private final Peer peer;
    private final PeerSettings settings;
    private final Meter meter;
    private final ConcurrentLinkedQueue<Thread> clients = new ConcurrentLinkedQueue<>();
    private final CountDownLatch begin = new CountDownLatch(1);
    private final CountDownLatch ready;
    private volatile long began;

    /**
     * Prepares a spike.
     *
     * @param row the situation
     * @param peer the contestant
     * @param settings the settings of the pool, with the URL of the meter
     * @param meter counts the connections
     */
    Spike(SpikeRow row, Peer peer, PeerSettings settings, Meter meter) {
        this.row = row;
        this.peer = peer;
        this.settings = settings;
        this.meter = meter;
        ready = new CountDownLatch(row.requests());
    }

    /**
     * Opens the pool, lets all threads request a connection, waits until the pool is at rest again,
     * and closes it.
     */
    Printed run() throws SQLException, InterruptedException, ExecutionException {
        Printed figures = Printed.begin();
        try (OpenPeer open = LimitedPeer.of(peer.open(settings))) {
            awaitStart();
            ExecutorService executor = Executors.newFixedThreadPool(row.requests(), this::client);
            try {
                serve(open.sourceForClient(), executor, figures);
            } finally {
                executor.shutdownNow();
            }
        }
        return figures.with("leaked", leftOpen());
    }

    private Thread client(Runnable work) {
        Thread thread = new Thread(work, "client");
        thread.setDaemon(true); // otherwise a stuck thread would keep the process
        clients.add(thread);
        return thread;
    }

    private void serve(DataSource source, ExecutorService executor, Printed figures)
            throws InterruptedException, ExecutionException {
        int before = meter.made();
        List<Future<Lease>> futures = new ArrayList<>();
        for (int i = 0; i < row.requests(); i++) {
            futures.add(executor.submit(() -> lease(source)));
        }
        ready.await();
        began = System.nanoTime();
        begin.countDown();
        List<Lease> leases = ended(futures);
        rest();
        SpikeWaits waits = new SpikeWaits(leases.stream().map(lease -> lease.waited).toList());
        long last = leases.stream().mapToLong(lease -> lease.ended).max().orElse(0);
        figures.with("waits", waits)
                .with("serveAllMillis", last / 1e6)
                .with("connectionsMade", meter.made() - before)
                .with("waitMillisP99", waits.percentileMillis(99))
                .with("waitMillisLongest", waits.percentileMillis(100))
                .with("errors", waits.errors());
        leases.stream()
                .filter(lease -> lease.error != null)
                .findFirst()
                .ifPresent(lease -> figures.figures().put("firstError", lease.error));
    }

    /** Waits for all, but not forever: a pool may have forgotten one. */
    private List<Lease> ended(List<Future<Lease>> leases)
            throws InterruptedException, ExecutionException {
        Duration longest = settings.acquireTimeout().plus(LONGEST_WORK).plus(row.hold());
        List<Lease> ended = new ArrayList<>();
        for (Future<Lease> lease : leases) {
            try {
                long left = longest.toNanos() - sinceBegin();
                ended.add(lease.get(Math.max(0, left), TimeUnit.NANOSECONDS));
            } catch (TimeoutException e) {
                long stuck = leases.stream().filter(each -> !each.isDone()).count();
                String place = Threads.firstPlace(clients);
                throw new MeasurementException(
                        "%s of %s requests were stuck after %s s, one of them in %s"
                                .formatted(stuck, leases.size(), longest.toSeconds(), place));
            }
        }
        return ended;
    }

    /** The observations of one thread; times are in nanoseconds since the begin. */
    private record Lease(SpikeWaits.Wait waited, long ended, @Nullable String error) {}

    private Lease lease(DataSource source) throws InterruptedException {
        ready.countDown();
        begin.await();
        long asked = sinceBegin();
        long answered = -1;
        String error = null;
        try (Connection connection = source.getConnection()) {
            answered = sinceBegin();
            hold(connection);
        } catch (SQLException | RuntimeException e) { // a pool may throw anything
            error = Failures.oneLine(e);
        }
        long ended = sinceBegin();
        long until = answered < 0 ? ended : answered;
        return new Lease(new SpikeWaits.Wait(asked, until, error == null), ended, error);
    }

    private long sinceBegin() {
        return System.nanoTime() - began;
    }

    /** Takes the time of a hold; the processor is free for others meanwhile. */
    private void hold(Connection connection) throws SQLException, InterruptedException {
        if (connection.isClosed()) {
            throw new SQLException("the connection was closed when it was acquired");
        }
        TimeUnit.NANOSECONDS.sleep(row.hold().toNanos());
    }

    /** Waits until no connect has been in progress for a while. */
    private void rest() throws InterruptedException {
        int made = meter.made();
        long begun = System.nanoTime();
        long since = begun;
        while (System.nanoTime() - since < REST.toNanos()) {
            TimeUnit.MILLISECONDS.sleep(5);
            if (meter.connecting() > 0 || meter.made() != made) {
                made = meter.made();
                since = System.nanoTime();
            }
            if (System.nanoTime() - begun > LONGEST_START.toNanos()) {
                throw new MeasurementException(
                        "the pool still connects after %s s; it has made %s connections"
                                .formatted(LONGEST_START.toSeconds(), made));
            }
        }
    }

    /**
     * Waits until the pool has its first connections. It counts open connections, not those that
     * were made: one of the pools makes a connection only to close it, before the first request.
     */
    private void awaitStart() throws InterruptedException, SQLException {
        int start = row.start();
        long since = System.nanoTime();
        do {
            rest();
        } while (meter.open() != start && System.nanoTime() - since < LONGEST_START.toNanos());
        if (meter.open() != start) {
            throw new MeasurementException(
                    ("the pool had %s connections before the spike, not %s; does the"
                                    + " database refuse some?")
                            .formatted(meter.open(), start));
        }
    }

    /** Returns how many connections outlive their pool. */
    private int leftOpen() throws InterruptedException, SQLException {
        long since = System.nanoTime();
        while (meter.open() > 0 && System.nanoTime() - since < LONGEST_END.toNanos()) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        return meter.open();
    }
}
