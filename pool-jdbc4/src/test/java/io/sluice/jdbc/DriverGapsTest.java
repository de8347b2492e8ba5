package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a driver cannot do shows on its first connection and costs no connection after that. */
@Timeout(60)
class DriverGapsTest {

    private final RecordingDatabase database = new RecordingDatabase();
    private final List<String> told = new CopyOnWriteArrayList<>();

    /** A logger without a strong reference is collected with its filter. */
    private final Logger logger = Logger.getLogger("io.sluice.jdbc");

    private SluiceDataSource pool;

    @BeforeEach
    void listen() {
        logger.setFilter(this::hear);
    }

    private boolean hear(LogRecord record) {
        if (record.getMessage().startsWith("Pool gaps")) {
            told.add(record.getLevel() + " " + record.getMessage());
        }
        return false;
    }

    @AfterEach
    void close() {
        logger.setFilter(null);
        if (pool != null) {
            pool.close(Duration.ZERO);
        }
    }

    /** A pool that validates at each acquire. */
    private void open(JdbcPoolConfig.Builder settings) throws SQLException {
        pool =
                SluiceDataSource.create(
                        settings.name("gaps")
                                .dataSource(database)
                                .maxSize(2)
                                .acquireTimeout(Duration.ofSeconds(5))
                                .validateAfterIdle(Duration.ZERO)
                                .build());
    }

    private void lease(int times) throws SQLException {
        for (int i = 0; i < times; i++) {
            pool.getConnection().close();
        }
    }

    static List<Throwable> refusals() {
        return List.of(
                new SQLException("not implemented"),
                new SQLFeatureNotSupportedException("unsupported", "0A000"),
                new UnsupportedOperationException(),
                new AbstractMethodError("isValid"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void aNetworkTimeoutThatCannotBeReadCostsNoConnection(Throwable refusal) throws SQLException {
        database.onThrow("getNetworkTimeout", refusal);
        open(JdbcPoolConfig.builder());
        lease(3);
        assertThat(database.connections()).isEqualTo(1);
        assertThat(database.takeCalls()).contains("c1.isValid(5)");
        assertThat(told).hasSize(1);
        assertThat(told.get(0)).startsWith("INFO ").contains("network time-out");
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void aNetworkTimeoutThatCannotBeSetCostsNoConnection(Throwable refusal) throws SQLException {
        database.onThrow("setNetworkTimeout", refusal);
        open(JdbcPoolConfig.builder());
        lease(3);
        assertThat(database.connections()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void withoutIsValidConnectionsServeUnvalidatedAndTheLogNamesTheOption(Throwable refusal)
            throws SQLException {
        database.onThrow("isValid", refusal);
        open(JdbcPoolConfig.builder());
        lease(3);
        assertThat(database.connections()).isEqualTo(1);
        assertThat(told).hasSize(1);
        assertThat(told.get(0)).startsWith("WARNING ").contains("set validationQuery");
    }

    @Test
    void withoutIsValidAConnectionThatItsDriverHasClosedIsReplaced() throws SQLException {
        database.onThrow("isValid", new SQLException("unsupported"));
        open(JdbcPoolConfig.builder());
        database.lose("c1");
        lease(1);
        assertThat(database.connections()).isEqualTo(2);
    }

    @Test
    void whatTheQueryReplacesIsNeitherCalledNorMissed() throws SQLException {
        database.onThrow("isValid", new AbstractMethodError());
        open(JdbcPoolConfig.builder().validationQuery("SELECT 1"));
        lease(3);
        assertThat(database.connections()).isEqualTo(1);
        assertThat(told).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void aQueryWithoutAnyTimeoutIsStillSent(Throwable refusal) throws SQLException {
        database.onThrow("getNetworkTimeout", refusal);
        database.onThrow("setQueryTimeout", refusal);
        open(JdbcPoolConfig.builder().validationQuery("SELECT 1"));
        lease(3);
        assertThat(database.connections()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void warningsThatCannotBeClearedStay(Throwable refusal) throws SQLException {
        database.onThrow("clearWarnings", refusal);
        open(JdbcPoolConfig.builder());
        for (int i = 0; i < 3; i++) {
            try (var connection = pool.getConnection();
                    var statement = connection.createStatement()) {
                statement.execute("UPDATE item SET id = 1");
            }
        }
        assertThat(database.connections()).isEqualTo(1);
        assertThat(told).hasSize(1);
    }

    // A call that fails is not one that is unsupported

    @ParameterizedTest
    @ValueSource(strings = {"getNetworkTimeout", "setNetworkTimeout", "isValid"})
    void whatHasWorkedOnAFirstConnectionAndFailsThenCounts(String method) throws SQLException {
        open(JdbcPoolConfig.builder());
        database.on(
                method,
                () -> {
                    database.noScript(method);
                    throw new SQLException("gone, and no state to tell it by");
                });
        lease(1);
        assertThat(database.connections()).isEqualTo(2);
        assertThat(told).noneMatch(text -> text.contains("cannot"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"getNetworkTimeout", "setNetworkTimeout", "isValid", "clearWarnings"})
    void aNewConnectionThatIsLostSaysNothingOfItsDriver(String method) throws SQLException {
        database.on(
                method,
                () -> {
                    database.noScript(method);
                    throw new SQLException("connection reset", "08006");
                });
        assertThatThrownBy(() -> open(JdbcPoolConfig.builder()))
                .hasMessageContaining("connection reset");
        assertThat(told).isEmpty();
        assertThat(database.takeCalls()).contains("c1.close()");
        open(JdbcPoolConfig.builder());
        lease(1);
        assertThat(database.takeCalls()).contains("c2.isValid(5)");
    }

    @Test
    void whatALaterConnectionCanDoIsUsedFromThenOn() throws SQLException {
        database.on(
                "isValid",
                () -> {
                    database.noScript("isValid");
                    throw new SQLException("an odd moment");
                });
        open(JdbcPoolConfig.builder());
        try (var first = pool.getConnection();
                var second = pool.getConnection()) {
            assertThat(first).isNotSameAs(second);
        }
        database.lose("c1");
        database.lose("c2");
        lease(1);
        assertThat(database.connections()).isGreaterThan(2);
    }

    @Test
    void aNewConnectionThatSaysItIsNotValidIsRefusedWithTheOptionToSet() {
        database.lose("c1");
        assertThatThrownBy(() -> open(JdbcPoolConfig.builder()))
                .hasMessageContaining("isValid returned false")
                .hasMessageContaining("validationQuery");
        assertThat(database.takeCalls()).contains("c1.close()");
    }

    @Test
    void aQueryThatTheDatabaseRefusesIsFoundOutOnTheFirstConnection() {
        database.onThrow("execute", new SQLException("syntax error", "42601"));
        assertThatThrownBy(() -> open(JdbcPoolConfig.builder().validationQuery("SELEKT 1")))
                .hasMessageContaining("validationQuery")
                .hasMessageContaining("SELEKT 1")
                .hasMessageContaining("syntax error");
    }
}
