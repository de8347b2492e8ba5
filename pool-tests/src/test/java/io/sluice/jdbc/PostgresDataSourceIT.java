package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;
import org.postgresql.ds.PGSimpleDataSource;

/** A data source on a real PostgreSQL. */
@Timeout(120)
class PostgresDataSourceIT {

    private static final String SESSIONS_LEFT =
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'ends with the pool'";

    private SluiceDataSource pool;

    @BeforeAll
    static void makeTable() throws SQLException {
        try (Connection connection = Postgres.direct()) {
            Postgres.run(connection, "CREATE TABLE IF NOT EXISTS item (id int PRIMARY KEY)");
            Postgres.run(connection, "GRANT ALL ON item TO " + Postgres.USER);
            Postgres.run(connection, "CREATE SCHEMA IF NOT EXISTS other");
            Postgres.run(connection, "GRANT ALL ON SCHEMA other TO " + Postgres.USER);
        }
    }

    @BeforeEach
    void emptyTable() throws SQLException {
        try (Connection connection = Postgres.direct()) {
            Postgres.run(connection, "TRUNCATE item");
        }
    }

    @AfterEach
    void closePool() {
        if (pool != null) {
            pool.close(Duration.ZERO);
        }
    }

    private static JdbcPoolConfig.Builder settings() {
        return JdbcPoolConfig.builder()
                .name("it")
                .url(Postgres.url())
                .username(Postgres.USER)
                .password(Postgres.PASSWORD)
                .maxSize(1);
    }

    private void open(JdbcPoolConfig.Builder settings) throws SQLException {
        pool = SluiceDataSource.create(settings.build());
    }

    private static int backendOf(Connection connection) throws SQLException {
        return connection.unwrap(PGConnection.class).getBackendPID();
    }

    private static void terminate(int backend) throws SQLException {
        try (Connection admin = Postgres.direct()) {
            // Waits until the backend is gone, so that nothing after it depends on time.
            assertThat(Postgres.ask(admin, "SELECT pg_terminate_backend(" + backend + ", 60000)"))
                    .isEqualTo("t");
        }
    }

    @Test
    void aLeaseWorksAndTheNextOneGetsTheSameConnection() throws SQLException {
        open(settings());
        int backend;
        try (Connection connection = pool.getConnection()) {
            backend = backendOf(connection);
            Postgres.run(connection, "INSERT INTO item VALUES (1)");
            assertThat(Postgres.ask(connection, "SELECT count(*) FROM item")).isEqualTo("1");
        }
        try (Connection connection = pool.getConnection()) {
            assertThat(backendOf(connection)).isEqualTo(backend);
        }
        assertThat(pool.snapshot().total()).isEqualTo(1);
    }

    @Test
    void whatWasNotCommittedIsRolledBackOnReturn() throws SQLException {
        open(settings());
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            Postgres.run(connection, "INSERT INTO item VALUES (1)");
            connection.commit();
            Postgres.run(connection, "INSERT INTO item VALUES (2)");
        }
        try (Connection connection = pool.getConnection()) {
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(Postgres.ask(connection, "SELECT count(*) FROM item")).isEqualTo("1");
        }
    }

    @Test
    void aTransactionThatFailedIsRolledBackOnReturn() throws SQLException {
        open(settings().autoCommit(false));
        int backend;
        try (Connection connection = pool.getConnection()) {
            backend = backendOf(connection);
            assertThatThrownBy(() -> Postgres.run(connection, "SELECT nonsense"));
        }
        try (Connection connection = pool.getConnection()) {
            assertThat(backendOf(connection)).isEqualTo(backend);
            assertThat(Postgres.ask(connection, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void everyAttributeIsReset() throws SQLException {
        open(settings());
        try (Connection connection = pool.getConnection()) {
            connection.setReadOnly(true);
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            connection.setHoldability(ResultSet.HOLD_CURSORS_OVER_COMMIT);
            connection.setSchema("other");
            connection.setNetworkTimeout(Runnable::run, 12_345);
            connection.setTypeMap(Map.of("item", String.class));
            connection.setClientInfo("ApplicationName", "changed");
            connection.setAutoCommit(false);
            Postgres.run(connection, "SELECT 1");
        }
        try (Connection connection = pool.getConnection()) {
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(connection.isReadOnly()).isFalse();
            assertThat(Postgres.ask(connection, "SHOW default_transaction_read_only"))
                    .isEqualTo("off");
            assertThat(connection.getTransactionIsolation())
                    .isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
            assertThat(connection.getHoldability()).isEqualTo(ResultSet.CLOSE_CURSORS_AT_COMMIT);
            assertThat(Postgres.ask(connection, "SHOW search_path")).isEqualTo("\"$user\", public");
            assertThat(connection.getNetworkTimeout()).isZero();
            assertThat(connection.getTypeMap().isEmpty()).isTrue();
            assertThat(Postgres.ask(connection, "SHOW application_name"))
                    .isEqualTo("PostgreSQL JDBC Driver");
        }
        assertThat(pool.snapshot().total()).isEqualTo(1);
    }

    @Test
    void whatIsResetStaysSoWithoutAutoCommit() throws SQLException {
        open(settings().autoCommit(false));
        try (Connection connection = pool.getConnection()) {
            connection.setSchema("other");
            connection.commit();
        }
        for (int i = 0; i < 2; i++) {
            try (Connection connection = pool.getConnection()) {
                assertThat(Postgres.ask(connection, "SHOW search_path"))
                        .isEqualTo("\"$user\", public");
            }
        }
    }

    @Test
    void configuredValuesAreThereAtTheStartAndComeBack() throws SQLException {
        open(
                settings()
                        .readOnly(true)
                        .isolation(Isolation.REPEATABLE_READ)
                        .schema("other")
                        .autoCommit(false)
                        .networkTimeout(Duration.ofSeconds(60))
                        .initSql("SET work_mem = '5MB'"));
        try (Connection connection = pool.getConnection()) {
            assertConfigured(connection);
            connection.rollback();
            connection.setReadOnly(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(true);
            connection.setSchema("public");
            connection.setNetworkTimeout(Runnable::run, 1_000);
        }
        try (Connection connection = pool.getConnection()) {
            assertConfigured(connection);
        }
        assertThat(pool.snapshot().total()).isEqualTo(1);
    }

    private static void assertConfigured(Connection connection) throws SQLException {
        assertThat(connection.getAutoCommit()).isFalse();
        assertThat(connection.isReadOnly()).isTrue();
        assertThat(connection.getSchema()).isEqualTo("other");
        assertThat(connection.getNetworkTimeout()).isEqualTo(60_000);
        assertThat(Postgres.ask(connection, "SHOW transaction_isolation"))
                .isEqualTo("repeatable read");
        assertThat(Postgres.ask(connection, "SHOW transaction_read_only")).isEqualTo("on");
        assertThat(Postgres.ask(connection, "SHOW work_mem")).isEqualTo("5MB");
    }

    @Test
    void resetSqlClearsWhatWasSetByText() throws SQLException {
        open(settings().resetSql("DISCARD ALL"));
        try (Connection connection = pool.getConnection()) {
            Postgres.run(connection, "SET work_mem = '7MB'");
            Postgres.run(connection, "CREATE TEMPORARY TABLE scratch (id int)");
        }
        try (Connection connection = pool.getConnection()) {
            assertThat(Postgres.ask(connection, "SHOW work_mem")).isEqualTo("4MB");
            assertThat(Postgres.ask(connection, "SELECT to_regclass('pg_temp.scratch')")).isNull();
        }
    }

    @Test
    void resetSqlThatRefusesATransactionLosesNothingThatIsConfigured() throws SQLException {
        open(
                settings()
                        .autoCommit(false)
                        .schema("other")
                        .isolation(Isolation.SERIALIZABLE)
                        .resetSql("DISCARD ALL"));
        Set<Integer> backends = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            try (Connection connection = pool.getConnection()) {
                backends.add(backendOf(connection));
                assertThat(connection.getAutoCommit()).isFalse();
                assertThat(Postgres.ask(connection, "SHOW search_path")).isEqualTo("other");
                assertThat(Postgres.ask(connection, "SHOW transaction_isolation"))
                        .isEqualTo("serializable");
            }
        }
        assertThat(backends).hasSize(1);
    }

    @Test
    void warningsAreClearedForTheNextLease() throws SQLException {
        open(settings());
        try (Connection connection = pool.getConnection()) {
            Postgres.run(connection, "DO $$ BEGIN RAISE WARNING 'watch out'; END $$");
        }
        try (Connection connection = pool.getConnection()) {
            assertThat((Object) connection.getWarnings()).isNull();
        }
    }

    @Test
    void aBackendTerminatedInUseIsDiscardedAndNotServedAgain() throws SQLException {
        open(settings());
        int dead;
        try (Connection connection = pool.getConnection()) {
            dead = backendOf(connection);
            terminate(dead);
            assertThatThrownBy(() -> Postgres.ask(connection, "SELECT 1"))
                    .isInstanceOf(SQLException.class)
                    .extracting(e -> ((SQLException) e).getSQLState())
                    .isIn("57P01", "08006");
        }
        try (Connection connection = pool.getConnection()) {
            assertThat(backendOf(connection)).isNotEqualTo(dead);
            assertThat(Postgres.ask(connection, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void aBackendTerminatedWhileIdleIsNotServed() throws SQLException {
        open(settings().validateAfterIdle(Duration.ZERO).validationTimeout(Duration.ofMillis(900)));
        int dead;
        try (Connection connection = pool.getConnection()) {
            dead = backendOf(connection);
        }
        terminate(dead);
        try (Connection connection = pool.getConnection()) {
            assertThat(backendOf(connection)).isNotEqualTo(dead);
            assertThat(connection.getNetworkTimeout()).isZero();
        }
    }

    @Test
    void oneTerminatedBackendMakesThePoolValidateTheOthers() throws SQLException {
        open(settings().maxSize(3).validateAfterIdle(Duration.ofHours(1)));
        Connection a = pool.getConnection();
        Connection b = pool.getConnection();
        Connection c = pool.getConnection();
        int[] dead = {backendOf(a), backendOf(b), backendOf(c)};
        a.close();
        b.close();
        for (int backend : dead) {
            terminate(backend);
        }
        // The third fails in use; the other two are never served again.
        assertThatThrownBy(() -> Postgres.ask(c, "SELECT 1")).isInstanceOf(SQLException.class);
        c.close();
        for (int i = 0; i < 3; i++) {
            try (Connection connection = pool.getConnection()) {
                assertThat(Postgres.ask(connection, "SELECT 1")).isEqualTo("1");
                assertThat(dead).doesNotContain(backendOf(connection));
            }
        }
    }

    @Test
    void aValidationQueryWorksAsWell() throws SQLException {
        open(settings().validateAfterIdle(Duration.ZERO).validationQuery("SELECT 1"));
        int backend;
        try (Connection connection = pool.getConnection()) {
            backend = backendOf(connection);
        }
        try (Connection connection = pool.getConnection()) {
            assertThat(backendOf(connection)).isEqualTo(backend);
        }
    }

    @Test
    void aWrongPasswordFailsTheStartWithTheServersState() {
        assertThatThrownBy(() -> open(settings().password("wrong")))
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessageContaining("it")
                .hasMessageContaining("password authentication failed")
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("28P01");
    }

    @Test
    void aWrongPasswordFailsWaitersAtOnceAndNotAfterTheTimeout() throws SQLException {
        open(settings().password("wrong").startup(Startup.LAZY).acquireTimeout(Duration.ofDays(1)));
        // Were it to wait for its time-out, the limit of this test would end it.
        assertThatThrownBy(() -> pool.getConnection())
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessageContaining("password authentication failed")
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("28P01");
    }

    @Test
    void theConfiguredUserIsServedAndAnotherOneRefusedWithWhatToDo() throws SQLException {
        open(settings());
        try (Connection connection = pool.getConnection(Postgres.USER, Postgres.PASSWORD)) {
            assertThat(Postgres.ask(connection, "SELECT current_user")).isEqualTo(Postgres.USER);
        }
        assertThatThrownBy(() -> pool.getConnection("postgres", "postgres"))
                .isInstanceOf(java.sql.SQLInvalidAuthorizationSpecException.class)
                .hasMessage(
                        "Pool it connects as app and not as postgres; call getConnection() without"
                                + " credentials, or open a pool for that user");
        assertThat(pool.snapshot().total()).isEqualTo(1);
    }

    @Test
    void aMissingDatabaseFailsAtOnceToo() {
        assertThatThrownBy(() -> open(settings().url(Postgres.url() + "_missing")))
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("3D000");
    }

    @Test
    void aServerThatIsNotThereIsWaitedForUntilTheTimeout() throws SQLException {
        open(
                settings()
                        .url("jdbc:postgresql://localhost:1/postgres")
                        .startup(Startup.WARN)
                        .acquireTimeout(Duration.ofMillis(50)));
        assertThatThrownBy(() -> pool.getConnection())
                .isInstanceOf(java.sql.SQLTransientConnectionException.class)
                .hasMessageContaining("it")
                .hasRootCauseInstanceOf(java.net.ConnectException.class)
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("08001");
    }

    @Test
    void aValidationCommitsNothingThatAnUnwrappedConnectionHasLeftOpen() throws SQLException {
        open(settings().autoCommit(false).validateAfterIdle(Duration.ZERO));
        Connection kept;
        try (Connection connection = pool.getConnection()) {
            kept = (Connection) connection.unwrap(PGConnection.class);
        }
        Postgres.run(kept, "INSERT INTO item VALUES (1)"); // it is not the caller's any more
        try (Connection connection = pool.getConnection()) {
            assertThat(connection.unwrap(PGConnection.class)).isSameAs(kept);
        }
        try (Connection admin = Postgres.direct()) {
            assertThat(Postgres.ask(admin, "SELECT count(*) FROM item")).isEqualTo("0");
        }
    }

    @Test
    void aPropertiesFileIsEnough(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("orders.properties");
        Files.writeString(
                file,
                """
                name = orders
                url = %s
                username = app
                password = secret of ${SLUICE_NO_SUCH_VARIABLE:app}
                maxSize = 3
                acquireTimeout = 5s
                dataSource.ApplicationName = orders service
                """
                        .formatted(Postgres.url()));
        pool = SluiceDataSource.load(file);
        try (Connection connection = pool.getConnection()) {
            assertThat(Postgres.ask(connection, "SHOW application_name"))
                    .isEqualTo("orders service");
        }
        assertThat(pool.snapshot().name()).isEqualTo("orders");
        assertThat(pool.snapshot().maxSize()).isEqualTo(3);
    }

    @Test
    void aDataSourceClassIsEnough() throws SQLException {
        open(
                JdbcPoolConfig.builder()
                        .dataSourceClassName(PGSimpleDataSource.class.getName())
                        .dataSourceProperties(
                                Map.of("url", Postgres.url(), "applicationName", "by class"))
                        .username(Postgres.USER)
                        .password(Postgres.PASSWORD));
        try (Connection connection = pool.getConnection()) {
            assertThat(Postgres.ask(connection, "SHOW application_name")).isEqualTo("by class");
        }
    }

    @Test
    void closingThePoolEndsItsSessionsOnTheServer() throws SQLException {
        open(settings().dataSourceProperty("ApplicationName", "ends with the pool"));
        pool.getConnection().close();
        pool.close();
        try (Connection admin = Postgres.direct()) {
            await("the server has removed the session")
                    .until(() -> Postgres.ask(admin, SESSIONS_LEFT), "0"::equals);
        }
        assertThatThrownBy(() -> pool.getConnection())
                .isInstanceOf(SQLNonTransientConnectionException.class);
    }
}
