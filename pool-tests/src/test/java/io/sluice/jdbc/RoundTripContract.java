package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How often a lease goes to the server, with Sluice and beside it with HikariCP. */
@Timeout(60)
abstract class RoundTripContract {

    private static final String BYPASS = "com.zaxxer.hikari.aliveBypassWindowMs";

    /** What a lease does. */
    interface Work {
        void on(Connection connection) throws SQLException;
    }

    /** Connections whose round trips are counted. */
    abstract DataSource source() throws SQLException;

    /** Returns the round trips since the last call. */
    abstract int takeTrips();

    static void execute(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
        }
    }

    /** Counts a lease that is not the first, nor idle for long unless that is asked for. */
    private int count(DataSource pool, Work work) throws SQLException {
        int trips = 0;
        for (int lease = 0; lease < 3; lease++) {
            takeTrips();
            try (Connection connection = pool.getConnection()) {
                work.on(connection);
            }
            trips = takeTrips();
        }
        return trips;
    }

    final int sluice(boolean autoCommit, boolean idle, Work work) throws SQLException {
        try (SluiceDataSource pool =
                SluiceDataSource.create(
                        JdbcPoolConfig.builder()
                                .dataSource(source())
                                .maxSize(1)
                                .autoCommit(autoCommit)
                                .validateAfterIdle(idle ? Duration.ZERO : Duration.ofMinutes(5))
                                .build())) {
            return count(pool, work);
        }
    }

    final int hikari(boolean autoCommit, boolean idle, Work work) throws SQLException {
        String before = System.getProperty(BYPASS);
        System.setProperty(BYPASS, idle ? "-1" : "300000");
        HikariConfig config = new HikariConfig();
        config.setDataSource(source());
        config.setMaximumPoolSize(1);
        config.setAutoCommit(autoCommit);
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

    final void atMost(int expected, boolean autoCommit, boolean idle, Work work)
            throws SQLException {
        int ours = sluice(autoCommit, idle, work);
        int theirs = hikari(autoCommit, idle, work);
        assertThat(ours).as("HikariCP: %d", theirs).isLessThanOrEqualTo(theirs);
        assertThat(ours).isEqualTo(expected);
    }

    abstract int transaction();

    abstract int transactionWithIsolation();

    abstract int readOnlyTransaction();

    @Test
    void aTransactionAsSpringMakesIt() throws SQLException {
        atMost(
                transaction(),
                true,
                false,
                c -> {
                    c.setAutoCommit(false);
                    execute(c);
                    c.commit();
                    c.setAutoCommit(true);
                });
    }

    @Test
    void aTransactionWithIsolation() throws SQLException {
        atMost(
                transactionWithIsolation(),
                true,
                false,
                c -> {
                    int before = c.getTransactionIsolation();
                    c.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                    c.setAutoCommit(false);
                    execute(c);
                    c.commit();
                    c.setAutoCommit(true);
                    c.setTransactionIsolation(before);
                });
    }

    @Test
    void aReadOnlyTransactionWithAutoCommitOff() throws SQLException {
        atMost(
                readOnlyTransaction(),
                false,
                false,
                c -> {
                    c.setReadOnly(true);
                    execute(c);
                    c.commit();
                    c.setReadOnly(false);
                });
    }
}
