package io.sluice.perf.cycle;

import io.sluice.perf.fork.Client;
import io.sluice.perf.fork.Rates;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What does it cost to acquire a connection and to release it again?
 *
 * <p>The driver is a stub that answers at once, so nothing but the pool is measured. The handle is
 * given to the {@link Blackhole}: the compiler cannot prove that it stays on the stack, and each
 * contestant pays for allocating it, as it would in an application.
 *
 * <p>Run it with {@code perf/run cycle}; {@link Rates} starts it, one fork per contestant in turn.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class CycleBenchmark {

    /** Acquires a connection, works, and releases it. */
    @Benchmark
    public void cycle(Client client, Blackhole blackhole) throws SQLException {
        Connection connection = client.acquire();
        blackhole.consume(connection);
        client.work();
        connection.close();
    }

    /** The same in the shape of an application's method, with its result given away. */
    @Benchmark
    public Connection cycleInApplication(Client client) throws SQLException {
        try (Connection connection = client.source().getConnection()) {
            client.work();
            return connection;
        }
    }
}
