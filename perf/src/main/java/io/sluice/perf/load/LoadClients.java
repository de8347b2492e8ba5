package io.sluice.perf.load;

import io.sluice.perf.command.Failures;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.ThreadKind;
import io.sluice.perf.turn.Phases;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The threads that put one contestant under load for one turn. They share histograms: one for each
 * of ten thousand threads would be most of the heap.
 */
final class LoadClients {

    /**
     * How long a client waits after a failure: a database that refuses at once would make it a busy
     * loop.
     */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final DataSource source;
    private final TpcbTables tables;
    private final Duration acquireTimeout;
    private final Phases phases = new Phases();
    private final Histogram transactions = new ConcurrentHistogram(3);
    private final Histogram acquires = new ConcurrentHistogram(3);
    private final Histogram late = new ConcurrentHistogram(3);
    private final AtomicReference<@Nullable String> firstError = new AtomicReference<>();

    /**
     * Prepares clients.
     *
     * @param acquireTimeout how long an acquire may wait
     */
    LoadClients(DataSource source, TpcbTables tables, Duration acquireTimeout) {
        this.source = source;
        this.tables = tables;
        this.acquireTimeout = acquireTimeout;
    }

    /**
     * Runs all clients: warms up, measures, stops; returns the figures.
     *
     * @param watchesHeap whether the heap is collected and read meanwhile, which takes its time
     */
    Printed run(
            int round,
            int threads,
            ThreadKind kind,
            Duration warmUp,
            Duration time,
            boolean watchesHeap)
            throws InterruptedException {
        // The same transactions for every contestant, different ones for every thread and round.
        List<Client> clients =
                IntStream.range(0, threads)
                        .mapToObj(i -> new Client(round * 1_000_003L + i))
                        .toList();
        List<Long> heap = new ArrayList<>();
        double seconds =
                phases.run(
                        kind.executor(threads),
                        clients,
                        warmUp,
                        time,
                        watchesHeap ? () -> heap.add(bytesAfterCollection()) : () -> {});
        Printed figures =
                Printed.begin()
                        .with("transactions", transactions.getTotalCount())
                        .with("transactionsPerSecond", transactions.getTotalCount() / seconds)
                        .with("errors", clients.stream().mapToLong(client -> client.errors).sum());
        put(figures.figures(), "transactionMicros", transactions);
        put(figures.figures(), "acquireMicros", acquires);
        figures.with("acquireMicrosMean", acquires.getMean() / 1e3)
                .with("acquireMicrosMax", acquires.getMaxValue() / 1e3)
                .with("clientsUnserved", clients.stream().filter(Client::isUnserved).count())
                .with("acquiresFailed", late.getTotalCount())
                .with("lateMicrosP99", late.getValueAtPercentile(99) / 1e3)
                .with("lateMicrosMax", late.getMaxValue() / 1e3);
        if (watchesHeap) {
            figures.with("heapBytesStart", heap.get(0))
                    .with("heapBytesHalf", heap.get(1))
                    .with("heapBytesEnd", heap.get(2));
        }
        String error = firstError.get();
        if (error != null) {
            figures.figures().put("firstError", error);
        }
        return figures;
    }

    private static long bytesAfterCollection() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }

    static void put(Map<String, Object> figures, String name, Histogram nanos) {
        figures.put(name + "P50", nanos.getValueAtPercentile(50) / 1e3);
        figures.put(name + "P99", nanos.getValueAtPercentile(99) / 1e3);
        figures.put(name + "P999", nanos.getValueAtPercentile(99.9) / 1e3);
    }

    /** One thread: its figures are its own until it has ended. */
    private final class Client implements Phases.Client {

        private final TpcbTransaction transaction;
        private boolean served;
        private long errors;

        Client(long seed) {
            transaction = new TpcbTransaction(tables, seed);
        }

        @Override
        public void work(boolean counts) {
            try {
                run(counts);
            } catch (SQLException e) {
                errors++;
                if (firstError.get() == null) { // a text for each would load the processors
                    firstError.compareAndSet(null, Failures.oneLine(e));
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }

        boolean isUnserved() {
            return !served;
        }

        private void run(boolean counts) throws SQLException {
            long start = System.nanoTime();
            long acquired;
            try (Connection connection = acquire(start, counts)) {
                acquired = System.nanoTime();
                try {
                    transaction.run(connection);
                } catch (SQLException e) {
                    rollBack(connection, e);
                    throw e;
                }
            }
            long end = System.nanoTime();
            // A transaction that ends after the time is over does not count: only a part of its
            // time would.
            if (counts && phases.counts()) {
                served = true;
                acquires.recordValue(acquired - start);
                transactions.recordValue(end - start);
            }
        }

        private Connection acquire(long start, boolean counts) throws SQLException {
            try {
                return source.getConnection();
            } catch (SQLException e) {
                if (counts && phases.counts()) {
                    long over = System.nanoTime() - start - acquireTimeout.toNanos();
                    late.recordValue(Math.max(0, over));
                }
                throw e;
            }
        }

        /** Rolls back here, since not every pool does that for unfinished transactions. */
        private static void rollBack(Connection connection, SQLException failure) {
            try {
                connection.rollback();
            } catch (SQLException e) {
                failure.addSuppressed(e);
            }
        }
    }
}
