package io.sluice.perf.statement;

import io.sluice.perf.fork.Client;
import io.sluice.perf.fork.Rates;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What does a statement cost through the pool, from the acquire to the release?
 *
 * <p>The driver is a stub that answers at once with ten rows. All three handles are given to the
 * {@link Blackhole}: the compiler cannot prove that they stay on the stack, and each contestant
 * pays for allocating them, as it would in an application that hands them on.
 *
 * <p>Run it with {@code perf/run statement}; {@link Rates} starts it, one fork per contestant in
 * turn.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class StatementBenchmark {

    private static final String SQL = "SELECT id, name FROM account WHERE branch = ?";

    /**
     * Acquires, prepares, executes, reads ten rows, and closes everything it opened.
     *
     * <p>Compiled by itself, as an application's method would be. Inside the loop of JMH it would
     * be compiled twice in one method; for the second half the compiler has no room left and calls
     * through interfaces, more or less of it from run to run.
     */
    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public long statement(Client client, Blackhole blackhole) throws SQLException {
        Connection connection = client.acquire();
        blackhole.consume(connection);
        client.work();
        PreparedStatement statement = connection.prepareStatement(SQL);
        blackhole.consume(statement);
        statement.setInt(1, 1);
        ResultSet results = statement.executeQuery();
        blackhole.consume(results);
        long sum = 0;
        while (results.next()) {
            sum += results.getInt(1);
            blackhole.consume(results.getString(2));
        }
        results.close();
        statement.close();
        connection.close();
        return sum;
    }

    /** The same in the shape of an application's method, with its result given away. */
    @Benchmark
    public long statementInApplication(Client client) throws SQLException {
        long sum = 0;
        try (Connection connection = client.source().getConnection();
                PreparedStatement statement = connection.prepareStatement(SQL)) {
            client.work();
            statement.setInt(1, 1);
            try (ResultSet results = statement.executeQuery()) {
                while (results.next()) {
                    sum += results.getInt(1) + results.getString(2).length();
                }
            }
        }
        return sum;
    }
}
