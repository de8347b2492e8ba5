package io.sluice.perf.load;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/**
 * A service whose requests arrive at a fixed rate, whether or not earlier ones are done: clients do
 * not slow down because a service does. Each request has a thread while there are threads.
 */
final class OpenLoop implements AutoCloseable {

    private final DataSource source;
    private final ThreadPoolExecutor threads;
    private final ThreadLocal<TpcbTransaction> transaction;

    OpenLoop(DataSource source, TpcbTables tables, int threads) {
        this.source = source;
        this.threads =
                new ThreadPoolExecutor(
                        threads, threads, 0, TimeUnit.SECONDS, new SynchronousQueue<>());
        this.threads.prestartAllCoreThreads();
        AtomicLong seeds = new AtomicLong();
        this.transaction =
                ThreadLocal.withInitial(() -> new TpcbTransaction(tables, seeds.incrementAndGet()));
    }

    /**
     * Lets requests arrive for a while; returns with the last one, which may be in progress. A
     * request counts from when it was due, even if this thread came late.
     *
     * @param arrivals notes what becomes of them
     */
    void offer(Arrivals arrivals, double perSecond, Duration time) {
        long interval = (long) (1e9 / perSecond);
        long begin = System.nanoTime();
        for (long at = 0; at < time.toNanos(); at += interval) {
            long due = begin + at;
            long left = due - System.nanoTime();
            while (left > 0) {
                LockSupport.parkNanos(left);
                left = due - System.nanoTime();
            }
            begin(arrivals, at, due);
        }
    }

    private void begin(Arrivals arrivals, long at, long due) {
        arrivals.arrived(at);
        try {
            threads.execute(() -> serve(arrivals, at, due));
        } catch (RejectedExecutionException e) {
            arrivals.withoutThread();
        }
    }

    private void serve(Arrivals arrivals, long at, long due) {
        try (Connection connection = source.getConnection()) {
            try {
                transaction.get().run(connection);
            } catch (SQLException e) {
                connection.rollback();
                throw e;
            }
        } catch (SQLException | RuntimeException e) { // not every pool keeps to JDBC
            arrivals.refused();
            return;
        }
        arrivals.served(at, System.nanoTime() - due);
    }

    @Override
    public void close() {
        finish();
    }

    /** Waits for the requests in progress, which end by their time limits. */
    void finish() {
        threads.shutdown();
        boolean ended;
        try {
            ended = threads.awaitTermination(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ended = false;
        }
        if (!ended) {
            threads.shutdownNow();
        }
    }
}
