package io.sluice.perf.load;

import io.sluice.perf.peer.Peer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The threads that put one contestant under load for one turn. */
final class LoadClients {

    /**
     * How long a client waits after a failure: a database that refuses at once would make it a busy
     * loop.
     */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final int WARM_UP = 0;
    private static final int MEASURE = 1;
    private static final int STOP = 2;

    private final DataSource source;
    private final TpcbTables tables;
    private volatile int phase = WARM_UP;

    LoadClients(DataSource source, TpcbTables tables) {
        this.source = source;
        this.tables = tables;
    }

    /** Lets time pass. */
    interface Clock {
        /** Waits for the given time, and may show that it goes by. */
        void pass(Duration time) throws InterruptedException;
    }

    /** Runs all clients: warms up, measures, stops. */
    LoadTurn run(Peer peer, int round, int threads, Duration warmUp, Duration time, Clock clock)
            throws InterruptedException, ExecutionException {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Client>> clients = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                // The same transactions for every contestant, different ones for every thread and
                // round.
                long seed = round * 1_000_003L + i;
                clients.add(executor.submit(() -> new Client(seed).work()));
            }
            clock.pass(warmUp);
            phase = MEASURE;
            long start = System.nanoTime();
            clock.pass(time);
            phase = STOP;
            double seconds = (System.nanoTime() - start) / 1e9;
            return sum(peer, round, seconds, clients);
        } finally {
            phase = STOP;
            executor.shutdownNow();
        }
    }

    private static LoadTurn sum(Peer peer, int round, double seconds, List<Future<Client>> clients)
            throws InterruptedException, ExecutionException {
        Histogram transactions = new Histogram(3);
        Histogram acquires = new Histogram(3);
        long errors = 0;
        Throwable firstError = null;
        for (Future<Client> future : clients) {
            Client client = future.get();
            transactions.add(client.transactions);
            acquires.add(client.acquires);
            errors += client.errors;
            firstError = firstError == null ? client.firstError : firstError;
        }
        return new LoadTurn(peer, round, seconds, transactions, acquires, errors, firstError);
    }

    /** One thread: its figures are its own until it has ended. */
    private final class Client {

        private final TpcbTransaction transaction;
        private final Histogram transactions = new Histogram(3);
        private final Histogram acquires = new Histogram(3);
        private long errors;
        private @Nullable Throwable firstError;

        Client(long seed) {
            transaction = new TpcbTransaction(tables, seed);
        }

        Client work() {
            while (true) {
                int now = phase;
                if (now == STOP) {
                    return this;
                }
                try {
                    work(now == MEASURE);
                } catch (SQLException e) {
                    errors++;
                    firstError = firstError == null ? e : firstError;
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        }

        private void work(boolean counts) throws SQLException {
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
            if (counts && phase == MEASURE) {
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
