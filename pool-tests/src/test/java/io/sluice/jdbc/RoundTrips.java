package io.sluice.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.function.IntSupplier;
import javax.sql.DataSource;

/**
 * Counts how often a lease goes to the server, with Sluice and with HikariCP.
 *
 * @param source makes connections whose round trips are counted
 * @param takeTrips returns the round trips since its last call
 */
record RoundTrips(Source source, IntSupplier takeTrips) {

    private static final String BYPASS = "com.zaxxer.hikari.aliveBypassWindowMs";

    /** Makes a source of connections. */
    interface Source {
        DataSource make() throws SQLException;
    }

    /** What a lease does. */
    interface Work {
        void on(Connection connection) throws SQLException;
    }

    static void execute(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
        }
    }

    /** Counts a lease that is not the first, nor idle for long unless that is asked for. */
    private int count(DataSource pool, Work work) throws SQLException {
        int trips = 0;
        for (int lease = 0; lease < 3; lease++) {
            int ignored = takeTrips.getAsInt();
            try (Connection connection = pool.getConnection()) {
                work.on(connection);
            }
            trips = takeTrips.getAsInt();
        }
        return trips;
    }

    int sluice(boolean autoCommit, boolean idle, Work work) throws SQLException {
        try (SluiceDataSource pool =
                SluiceDataSource.create(
                        JdbcPoolConfig.builder()
                                .dataSource(source.make())
                                .maxSize(1)
                                .autoCommit(autoCommit)
                                .validateAfterIdle(idle ? Duration.ZERO : Duration.ofMinutes(5))
                                .build())) {
            return count(pool, work);
        }
    }

    int hikari(boolean autoCommit, boolean idle, Work work) throws SQLException {
        String before = System.getProperty(BYPASS);
        System.setProperty(BYPASS, idle ? "-1" : "300000");
        HikariConfig config = new HikariConfig();
        config.setMaximumPoolSize(1);
        config.setAutoCommit(autoCommit);
        if (autoCommit) { // else setting them leaves a transaction open, and leases fail
            try (Connection connection = source.make().getConnection()) {
                // Without these it leaves what a lease has changed to the next one.
                config.setCatalog(connection.getCatalog());
                config.setSchema(connection.getSchema());
            }
        }
        config.setDataSource(source.make());
        try (HikariDataSource pool = new HikariDataSource(config)) {
            return count(pool, work);
        } finally {
            if (before == null) {
                System.clearProperty(BYPASS);
            } else {
                System.setProperty(BYPASS, before);
            }
        }
    }
}
