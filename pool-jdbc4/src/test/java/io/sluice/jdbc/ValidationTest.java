package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Validation has a limit of milliseconds and leaves no trace of it. */
@Timeout(60)
class ValidationTest {

    private final RecordingDatabase database = new RecordingDatabase();
    private SluiceDataSource pool;

    /** A pool that validates at each acquire. */
    private void open(JdbcPoolConfig.Builder settings) throws SQLException {
        pool =
                SluiceDataSource.create(
                        settings.dataSource(database)
                                .maxSize(1)
                                .validateAfterIdle(Duration.ZERO)
                                .validationTimeout(Duration.ofMillis(20_250))
                                .build());
        pool.getConnection().close();
        database.takeCalls();
    }

    @AfterEach
    void close() {
        pool.close(Duration.ZERO);
    }

    @Test
    void theNetworkTimeoutBoundsItAndIsRestored() throws SQLException {
        database.byDefault("NetworkTimeout", 60_000);
        open(JdbcPoolConfig.builder());
        pool.getConnection().close();
        assertThat(database.takeCalls())
                .containsExactly(
                        "c1.setNetworkTimeout(20250)",
                        "c1.isValid(21)",
                        "c1.setNetworkTimeout(60000)");
    }

    @Test
    void aShorterNetworkTimeoutStays() throws SQLException {
        database.byDefault("NetworkTimeout", 100);
        open(JdbcPoolConfig.builder());
        pool.getConnection().close();
        assertThat(database.takeCalls()).containsExactly("c1.isValid(21)");
    }

    @Test
    void aDriverWithoutNetworkTimeoutIsStillAsked() throws SQLException {
        database.onThrow("getNetworkTimeout", new SQLFeatureNotSupportedException());
        open(JdbcPoolConfig.builder());
        database.takeReads();
        pool.getConnection().close();
        assertThat(database.takeCalls()).containsExactly("c1.isValid(21)");
        assertThat(database.takeReads()).isEmpty();
    }

    @Test
    void theQueryTakesThePlaceOfTheDriversOwnWay() throws SQLException {
        open(JdbcPoolConfig.builder().validationQuery("SELECT 1"));
        pool.getConnection().close();
        assertThat(database.takeCalls())
                .containsExactly(
                        "c1.setNetworkTimeout(20250)",
                        "c1.createStatement()",
                        "c1.execute(SELECT 1)",
                        "c1.close()",
                        "c1.setNetworkTimeout(0)");
    }

    @Test
    void theQueryLeavesNoTransactionOpen() throws SQLException {
        open(JdbcPoolConfig.builder().validationQuery("SELECT 1").autoCommit(false));
        pool.getConnection().close();
        assertThat(database.takeCalls())
                .containsSubsequence("c1.execute(SELECT 1)", "c1.close()", "c1.rollback()");
    }

    @Test
    void theDriversOwnWayLeavesNoTransactionOpenEither() throws SQLException {
        open(JdbcPoolConfig.builder().autoCommit(false));
        pool.getConnection().close();
        assertThat(database.takeCalls()).containsSubsequence("c1.isValid(21)", "c1.rollback()");
    }

    @Test
    void withoutNetworkTimeoutTheQueryHasTheLimitOfItsStatement() throws SQLException {
        database.onThrow("getNetworkTimeout", new SQLFeatureNotSupportedException());
        open(JdbcPoolConfig.builder().validationQuery("SELECT 1"));
        pool.getConnection().close();
        assertThat(database.takeCalls())
                .containsExactly(
                        "c1.createStatement()",
                        "c1.setQueryTimeout(21)",
                        "c1.execute(SELECT 1)",
                        "c1.close()");
    }

    @Test
    void aConnectionThatDoesNotAnswerIsReplaced() throws SQLException {
        open(JdbcPoolConfig.builder());
        database.on(
                "isValid",
                () -> {
                    database.noScript("isValid");
                    throw new SQLException("gone", "08006");
                });
        pool.getConnection().close();
        assertThat(database.connections()).isEqualTo(2);
    }

    /** Thousands of connects a second would be a load for any server. */
    @Test
    void aWrongQueryIsTriedAsSeldomAsAServerThatRefusesAndTheTimeoutNamesIt() throws SQLException {
        SQLException wrong = new SQLException("no such table: duall", "HY000");
        pool =
                SluiceDataSource.create(
                        JdbcPoolConfig.builder()
                                .dataSource(database)
                                .maxSize(1)
                                .startup(Startup.LAZY)
                                .validateAfterIdle(Duration.ZERO)
                                .validationQuery("SELECT 1 FROM duall")
                                .acquireTimeout(Duration.ofSeconds(1))
                                .build());
        database.onThrow("execute", wrong);

        assertThatThrownBy(pool::getConnection)
                .hasMessageContaining("no such table: duall")
                .hasRootCause(wrong);

        // The pauses double from 20 to 500 ms, and each is at least half as long as that.
        assertThat(database.connections()).isBetween(2, 10);
    }

    @Test
    void aQueryWithWrongSyntaxIsReportedAtOnce() {
        pool = new SluiceDataSource();
        pool.setDataSource(database);
        pool.setStartup(Startup.LAZY);
        pool.setValidationQuery("SELEC 1");
        database.onThrow("execute", new SQLException("syntax error", "42601"));

        assertThatThrownBy(pool::getConnection)
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessageContaining(
                        "validationQuery is \"SELEC 1\" and fails on a new connection");
        assertThat(database.connections())
                .as("a retry may begin before the caller is told, but none follows that")
                .isLessThanOrEqualTo(3);
    }
}
