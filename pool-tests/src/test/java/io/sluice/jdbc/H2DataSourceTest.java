package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A data source on H2, in memory. */
@Timeout(120)
class H2DataSourceTest {

    private SluiceDataSource pool;

    @BeforeEach
    void openPool() throws SQLException {
        pool = open();
        try (Connection connection = pool.getConnection()) {
            run(connection, "DROP ALL OBJECTS");
            run(connection, "CREATE TABLE item (id int PRIMARY KEY)");
            run(connection, "CREATE SCHEMA other");
        }
    }

    private static SluiceDataSource open() throws SQLException {
        return SluiceDataSource.create(
                JdbcPoolConfig.builder()
                        .url("jdbc:h2:mem:datasource;DB_CLOSE_DELAY=-1")
                        .username("sa")
                        .password("")
                        .maxSize(2)
                        .validateAfterIdle(Duration.ZERO)
                        .build());
    }

    @AfterEach
    void closePool() {
        pool.close(Duration.ZERO);
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int count(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT count(*) FROM item")) {
            result.next();
            return result.getInt(1);
        }
    }

    @Test
    void whatWasNotCommittedIsRolledBackOnReturn() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            run(connection, "INSERT INTO item VALUES (1)");
        }
        try (Connection connection = pool.getConnection()) {
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(count(connection)).isZero();
        }
    }

    @Test
    void everyAttributeOfItIsReset() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            connection.setSchema("OTHER");
            connection.setHoldability(ResultSet.CLOSE_CURSORS_AT_COMMIT);
            connection.setReadOnly(true);
            connection.setNetworkTimeout(Runnable::run, 5);
            connection.setTypeMap(null);
        }
        try (Connection connection = pool.getConnection()) {
            assertThat(connection.getTransactionIsolation())
                    .isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
            assertThat(connection.getSchema()).isEqualTo("PUBLIC");
            assertThat(connection.getHoldability()).isEqualTo(ResultSet.HOLD_CURSORS_OVER_COMMIT);
            assertThat(connection.isReadOnly()).isFalse();
        }
        assertThat(pool.snapshot().total()).isEqualTo(1);
    }

    @Test
    void aDatabaseThatShutsDownMakesItsConnectionsFatal() throws SQLException {
        Connection first = pool.getConnection();
        Connection second = pool.getConnection();
        run(first, "SHUTDOWN IMMEDIATELY");
        assertThatThrownBy(() -> count(second)).isInstanceOf(SQLException.class);
        first.close();
        second.close();
        try (Connection connection = pool.getConnection()) {
            run(connection, "CREATE TABLE item (id int PRIMARY KEY)");
            assertThat(count(connection)).isZero();
        }
    }

    @Test
    void manyThreadsShareFewConnections() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                int first = thread * 100;
                all.add(
                        threads.submit(
                                () -> {
                                    for (int id = first; id < first + 100; id++) {
                                        insert(id);
                                    }
                                    return null;
                                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        try (Connection connection = pool.getConnection()) {
            // Every tenth was left uncommitted.
            assertThat(count(connection)).isEqualTo(720);
        }
        assertThat(pool.snapshot().total()).isLessThanOrEqualTo(2);
        assertThat(pool.snapshot().accessible()).isZero();
    }

    private void insert(int id) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            run(connection, "INSERT INTO item VALUES (" + id + ")");
            if (id % 10 != 0) {
                connection.commit();
            }
        }
    }

    @Test
    void aWrongPasswordFailsTheStart() {
        assertThatThrownBy(
                        () ->
                                SluiceDataSource.create(
                                        JdbcPoolConfig.builder()
                                                .url("jdbc:h2:mem:datasource;DB_CLOSE_DELAY=-1")
                                                .username("sa")
                                                .password("wrong")
                                                .build()))
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("28000");
    }
}
