package io.sluice.perf.load;

import io.sluice.perf.command.Failures;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.ThreadKind;
import io.sluice.perf.turn.Phases;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The threads that put one contestant under load for one turn. */
record LoadClients(DataSource source, TpcbTables tables, Phases phases) {

    /**
     * How long a client waits after a failure: a database that refuses at once would make it a busy
     * loop.
     */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    LoadClients(DataSource source, TpcbTables tables) {
        this(source, tables, new Phases());
    }

    /** Runs all clients: warms up, measures, stops; returns the figures. */
    Printed run(int round, int threads, ThreadKind kind, Duration warmUp, Duration time)
            throws InterruptedException {
        // The same transactions for every contestant, different ones for every thread and round.
        List<Client> clients =
                IntStream.range(0, threads)
                        .mapToObj(i -> new Client(round * 1_000_003L + i))
                        .toList();
        double seconds = phases.run(kind.executor(threads), clients, warmUp, time);
        Histogram transactions = new Histogram(3);
        Histogram acquires = new Histogram(3);
        for (Client client : clients) {
            transactions.add(client.transactions);
            acquires.add(client.acquires);
        }
        Printed figures =
                Printed.begin()
                        .with("transactions", transactions.getTotalCount())
                        .with("transactionsPerSecond", transactions.getTotalCount() / seconds)
                        .with("errors", clients.stream().mapToLong(client -> client.errors).sum());
        put(figures.figures(), "transactionMicros", transactions);
        put(figures.figures(), "acquireMicros", acquires);
        figures.figures().put("acquireMicrosMax", acquires.getMaxValue() / 1e3);
        figures.figures()
                .put("clientsUnserved", clients.stream().filter(Client::isUnserved).count());
        clients.stream()
                .filter(client -> client.firstError != null)
                .findFirst()
                .ifPresent(client -> figures.figures().put("firstError", client.firstError));
        return figures;
    }

    static void put(Map<String, Object> figures, String name, Histogram nanos) {
        figures.put(name + "P50", nanos.getValueAtPercentile(50) / 1e3);
        figures.put(name + "P99", nanos.getValueAtPercentile(99) / 1e3);
        figures.put(name + "P999", nanos.getValueAtPercentile(99.9) / 1e3);
    }

    /** One thread: its figures are its own until it has ended. */
    private final class Client implements Phases.Client {

        private final TpcbTransaction transaction;
        private final Histogram transactions = new Histogram(3);
        private final Histogram acquires = new Histogram(3);
        private long errors;
        private @Nullable String firstError;

        Client(long seed) {
            transaction = new TpcbTransaction(tables, seed);
        }

        @Override
        public void work(boolean counts) {
            try {
                run(counts);
            } catch (SQLException e) {
                errors++;
                firstError = firstError == null ? Failures.oneLine(e) : firstError;
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }

        boolean isUnserved() {
            return transactions.getTotalCount() == 0;
        }

        private void run(boolean counts) throws SQLException {
            long start = System.nanoTime();
            long acquired;
            try (Connection connection = source.getConnection()) {
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
                acquires.recordValue(acquired - start);
                transactions.recordValue(end - start);
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
