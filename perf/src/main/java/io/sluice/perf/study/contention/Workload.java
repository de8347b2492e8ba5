package io.sluice.perf.study.contention;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Threads that acquire a connection, work a little and release it, over and over, until they are
 * stopped. Thread-safe.
 */
final class Workload {

    /** In the stack of a thread that acquires. */
    static final String ACQUIRE = Workload.class.getName() + ".acquire";

    /** In the stack of a thread that releases. */
    static final String RELEASE = Workload.class.getName() + ".release";

    private final DataSource source;
    private final int tokens;
    private final LongAdder leases = new LongAdder();
    private final ExecutorService executor;
    private final List<Future<?>> clients = new ArrayList<>();
    private volatile boolean stopped;

    private Workload(DataSource source, ContentionRow row) {
        this.source = source;
        tokens = row.tokens();
        executor = Executors.newFixedThreadPool(row.threads());
    }

    /** Lets the threads begin. */
    static Workload start(DataSource source, ContentionRow row) {
        Workload workload = new Workload(source, row);
        for (int i = 0; i < row.threads(); i++) {
            workload.clients.add(
                    workload.executor.submit(
                            () -> {
                                workload.work();
                                return null;
                            }));
        }
        return workload;
    }

    private void work() throws SQLException {
        while (!stopped) {
            Connection connection = acquire();
            Blackhole.consumeCPU(tokens);
            release(connection);
            leases.increment();
        }
    }

    private Connection acquire() throws SQLException {
        return source.getConnection();
    }

    private static void release(Connection connection) throws SQLException {
        connection.close();
    }

    /** Returns how many leases have ended. */
    long leases() {
        return leases.sum();
    }

    /** Stops the threads, waits for them, and fails if one of them has. */
    void stop() throws InterruptedException, ExecutionException {
        stopped = true;
        executor.shutdown();
        for (Future<?> client : clients) {
            client.get();
        }
    }
}
