package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A data source on HSQLDB, whose driver resets the session at the end of a request. */
@Timeout(60)
class HsqldbDataSourceTest {

    private static final String URL = "jdbc:hsqldb:mem:requests;hsqldb.tx=mvcc";
    private static final String COUNT = "SELECT count(*) FROM other.item";

    private Connection admin;
    private SluiceDataSource pool;

    @BeforeEach
    void makeTable() throws SQLException {
        admin = DriverManager.getConnection(URL, "SA", "");
        run(admin, "CREATE SCHEMA IF NOT EXISTS other");
        run(admin, "CREATE TABLE other.item (id int PRIMARY KEY)");
    }

    @AfterEach
    void closePool() throws SQLException {
        if (pool != null) {
            pool.close();
        }
        run(admin, "SHUTDOWN");
    }

    private static JdbcPoolConfig.Builder settings() {
        return JdbcPoolConfig.builder().url(URL).username("SA").password("").maxSize(1);
    }

    private void open(JdbcPoolConfig.Builder settings) throws SQLException {
        pool = SluiceDataSource.create(settings.build());
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }

    @Test
    void everyLeaseIsLikeTheFirst() throws SQLException {
        open(settings().autoCommit(false).schema("OTHER").isolation(Isolation.SERIALIZABLE));
        for (int lease = 0; lease < 4; lease++) {
            try (Connection connection = pool.getConnection()) {
                assertThat(connection.getAutoCommit()).as("lease %d", lease).isFalse();
                assertThat(connection.getSchema()).as("lease %d", lease).isEqualTo("OTHER");
                assertThat(connection.getTransactionIsolation())
                        .as("lease %d", lease)
                        .isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
            }
        }
        assertThat(pool.snapshot().total()).isEqualTo(1);
    }

    @Test
    void whatInitSqlDidIsDoneAgain() throws SQLException {
        open(settings().initSql("SET SCHEMA OTHER"));
        for (int lease = 0; lease < 3; lease++) {
            try (Connection connection = pool.getConnection()) {
                assertThat(connection.getSchema()).as("lease %d", lease).isEqualTo("OTHER");
                connection.setSchema("PUBLIC");
            }
        }
    }

    /** What it did is still there: HSQLDB keeps the tables of a session that it resets. */
    @Test
    void initSqlThatCannotBeRepeatedRunsOnNewConnectionsOnly() throws SQLException {
        open(settings().schema("OTHER").initSql("DECLARE LOCAL TEMPORARY TABLE note (id int)"));
        for (int lease = 0; lease < 3; lease++) {
            try (Connection connection = pool.getConnection()) {
                assertThat(ask(connection, "SELECT count(*) FROM session.note")).isEqualTo("0");
                assertThat(connection.getSchema()).as("lease %d", lease).isEqualTo("OTHER");
            }
        }
        assertThat(pool.snapshot().total()).isEqualTo(1);
    }

    @Test
    void whatWasNotCommittedIsGoneInEveryLease() throws SQLException {
        open(settings().autoCommit(false).schema("OTHER"));
        for (int lease = 0; lease < 3; lease++) {
            try (Connection connection = pool.getConnection()) {
                run(connection, "INSERT INTO other.item VALUES (" + lease + ")");
            }
            assertThat(ask(admin, COUNT)).as("after lease %d", lease).isEqualTo("0");
        }
    }

    @Test
    void whatWasChangedInAutoCommitModeIsGoneToo() throws SQLException {
        open(settings().schema("OTHER"));
        for (int lease = 0; lease < 3; lease++) {
            try (Connection connection = pool.getConnection()) {
                assertThat(connection.getAutoCommit()).as("lease %d", lease).isTrue();
                connection.setSchema("PUBLIC");
                connection.setAutoCommit(false);
                run(connection, "INSERT INTO other.item VALUES (" + lease + ")");
            }
            assertThat(ask(admin, COUNT)).as("after lease %d", lease).isEqualTo("0");
        }
        try (Connection connection = pool.getConnection()) {
            assertThat(connection.getSchema()).isEqualTo("OTHER");
        }
    }

    @Test
    void statementsThatTheResetHasClosedServeNoMore() throws SQLException {
        open(settings().statementCacheSize(10));
        for (int lease = 0; lease < 4; lease++) {
            try (Connection connection = pool.getConnection()) {
                for (int use = 0; use < 2; use++) {
                    try (PreparedStatement statement = connection.prepareStatement(COUNT);
                            ResultSet result = statement.executeQuery()) {
                        assertThat(result.next()).isTrue();
                    }
                }
            }
        }
    }

    @Test
    void aSetterThatTheDriverRefusesCostsNoConnection() throws SQLException {
        RememberingDataSource source = new RememberingDataSource(URL, "SA", "");
        pool =
                SluiceDataSource.create(
                        JdbcPoolConfig.builder().dataSource(source).maxSize(1).build());
        for (int lease = 0; lease < 4; lease++) {
            try (Connection connection = pool.getConnection()) {
                assertThatThrownBy(() -> connection.setNetworkTimeout(Runnable::run, 1000))
                        .isInstanceOf(SQLFeatureNotSupportedException.class);
            }
        }
        assertThat(source.connections()).hasSize(1);
    }
}
