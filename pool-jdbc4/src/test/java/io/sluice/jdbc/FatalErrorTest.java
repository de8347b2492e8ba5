package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** After a fatal error a connection never serves again, and the others are validated. */
@Timeout(60)
class FatalErrorTest {

    private final RecordingDatabase database = new RecordingDatabase();

    /** A logger without a strong reference is collected with its filter. */
    private final Logger logger = Logger.getLogger("io.sluice.jdbc");

    private SluiceDataSource pool;

    private void open(JdbcPoolConfig.Builder settings) throws SQLException {
        // Nothing is validated for being idle, so that each validation has another reason.
        pool =
                SluiceDataSource.create(
                        settings.dataSource(database)
                                .validateAfterIdle(Duration.ofHours(1))
                                .keepaliveInterval(Duration.ZERO)
                                .build());
    }

    @AfterEach
    void close() {
        logger.setFilter(null);
        pool.close(Duration.ZERO);
    }

    private void failWith(SQLException failure) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            database.onThrow("execute", failure);
            assertThatThrownBy(() -> statement.execute("SELECT 1")).isSameAs(failure);
        }
        database.noScript("execute");
    }

    @Test
    void theConnectionIsReplaced() throws SQLException {
        open(JdbcPoolConfig.builder().maxSize(1));
        failWith(new SQLException("terminated", "57P01"));
        pool.getConnection().close();
        assertThat(database.connections()).isEqualTo(2);
    }

    @Test
    void noCallIsMadeOnItWhenItIsClosed() throws SQLException {
        open(JdbcPoolConfig.builder().maxSize(1));
        Connection connection = pool.getConnection();
        connection.setAutoCommit(false);
        Statement statement = connection.createStatement();
        database.onThrow("execute", new SQLException("gone", "08006"));
        assertThatThrownBy(() -> statement.execute("SELECT 1"));
        database.takeCalls();
        connection.close();
        pool.getConnection().close();
        assertThat(database.takeCalls())
                .doesNotContain("c1.rollback()", "c1.setAutoCommit(true)")
                .contains("connect()");
    }

    @Test
    void anyOtherErrorLeavesItInThePool() throws SQLException {
        open(JdbcPoolConfig.builder().maxSize(1));
        failWith(new SQLException("syntax", "42601"));
        failWith(new SQLTimeoutException("too slow", "57014"));
        pool.getConnection().close();
        assertThat(database.connections()).isEqualTo(1);
    }

    @Test
    void everyOtherConnectionIsValidatedBeforeItServesAgain() throws Exception {
        open(JdbcPoolConfig.builder().maxSize(2));
        Connection a = pool.getConnection();
        Connection b = pool.getConnection();
        a.close();
        b.close();
        database.takeCalls();
        failWith(new SQLException("crash", "57P02"));
        Connection c = pool.getConnection();
        Connection d = pool.getConnection();
        assertThat(database.takeCalls().stream().filter(call -> call.contains("isValid")))
                .singleElement()
                .asString()
                .isIn("c1.isValid(5)", "c2.isValid(5)");
        c.close();
        d.close();
    }

    @Test
    void aConnectionThatTheApplicationFindsInvalidIsReplaced() throws SQLException {
        open(JdbcPoolConfig.builder().maxSize(1));
        Connection connection = pool.getConnection();
        connection.setAutoCommit(false);
        database.lose("c1");
        assertThat(connection.isValid(1)).isFalse();
        database.takeCalls();
        connection.close();
        pool.getConnection().close();
        assertThat(database.takeCalls())
                .doesNotContain("c1.rollback()", "c1.setAutoCommit(true)")
                .contains("connect()");
    }

    @Test
    void afterThatEveryOtherConnectionIsValidatedBeforeItServesAgain() throws SQLException {
        open(JdbcPoolConfig.builder().maxSize(2));
        Connection a = pool.getConnection();
        Connection b = pool.getConnection();
        database.lose("c1");
        assertThat(List.of(a.isValid(1), b.isValid(1))).containsExactlyInAnyOrder(false, true);
        assertThat(validatedAfter(a, b)).containsExactly("c2.isValid(5)");
    }

    /** A loss then says nothing of the others: the application itself ended the connection. */
    @Test
    void aConnectionThatTheApplicationAbortedMakesNoOtherSuspect() throws SQLException {
        open(JdbcPoolConfig.builder().maxSize(2));
        Connection a = pool.getConnection();
        Connection b = pool.getConnection();
        database.lose("c1");
        a.abort(Runnable::run);
        assertThat(a.isValid(1)).isFalse();
        assertThat(validatedAfter(a, b)).isEmpty();
    }

    @Test
    void whatFailsAfterTheApplicationsAbortMakesNoOtherSuspect() throws SQLException {
        open(JdbcPoolConfig.builder().maxSize(2));
        Connection a = pool.getConnection();
        Connection b = pool.getConnection();
        Statement statement = a.createStatement();
        a.abort(Runnable::run);
        database.onThrow("execute", new SQLException("closed", "08003"));
        assertThatThrownBy(() -> statement.execute("SELECT 1")).isInstanceOf(SQLException.class);
        database.noScript("execute");
        assertThat(validatedAfter(a, b)).isEmpty();
    }

    /** Closes both and acquires two again; returns what is validated then. */
    private List<String> validatedAfter(Connection a, Connection b) throws SQLException {
        a.close();
        b.close();
        database.takeCalls();
        Connection c = pool.getConnection();
        Connection d = pool.getConnection();
        List<String> validated =
                database.takeCalls().stream().filter(call -> call.contains("isValid")).toList();
        c.close();
        d.close();
        return validated;
    }

    @Test
    void theClassifierOfTheConfigurationDecides() throws SQLException {
        open(
                JdbcPoolConfig.builder()
                        .maxSize(1)
                        .fatalErrorClassifier(e -> "25006".equals(e.getSQLState())));
        failWith(new SQLException("gone", "08006"));
        pool.getConnection().close();
        assertThat(database.connections()).isEqualTo(1);
        failWith(new SQLException("read only", "25006"));
        pool.getConnection().close();
        assertThat(database.connections()).isEqualTo(2);
    }

    @Test
    void aClassifierThatFailsLeavesNoDoubtfulConnection() throws SQLException {
        open(
                JdbcPoolConfig.builder()
                        .maxSize(1)
                        .fatalErrorClassifier(
                                e -> {
                                    throw new IllegalStateException("broken classifier");
                                }));
        failWith(new SQLException("syntax", "42601"));
        pool.getConnection().close();
        assertThat(database.connections()).isEqualTo(2);
    }

    /** As a classifier does that looks for an exception class of a missing driver. */
    private void openWithAClassifierThatThrowsAnError() throws SQLException {
        open(
                JdbcPoolConfig.builder()
                        .maxSize(1)
                        .fatalErrorClassifier(
                                e -> {
                                    throw new NoClassDefFoundError("com/example/DriverException");
                                }));
    }

    private void assertThatItIsReplaced() throws SQLException {
        pool.getConnection().close();
        assertThat(database.connections()).isEqualTo(2);
        assertThat(pool.snapshot().total()).isEqualTo(1);
    }

    @Test
    void anErrorOfTheClassifierLeavesNoDoubtfulConnectionEither() throws SQLException {
        openWithAClassifierThatThrowsAnError();
        failWith(new SQLException("syntax", "42601"));
        assertThatItIsReplaced();
    }

    @Test
    void anErrorOfTheClassifierWhileCleaningEndsTheLease() throws SQLException {
        openWithAClassifierThatThrowsAnError();
        Connection connection = pool.getConnection();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT");
        }
        database.onThrow("rollback", new SQLException("odd", "HY000"));

        connection.close();

        database.noScript("rollback");
        assertThatItIsReplaced();
    }

    @Test
    void anErrorOfTheClassifierAtTheBeginningOfALeaseEndsIt() throws SQLException {
        openWithAClassifierThatThrowsAnError();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1"); // which leaves warnings to clear
        }
        database.on(
                "clearWarnings",
                () -> {
                    database.noScript("clearWarnings");
                    throw new SQLException("odd", "HY000");
                });
        assertThatItIsReplaced();
    }

    @Test
    void aFailingLogKeepsNoConnectionWithAFailingClassifier() throws SQLException {
        openWithAClassifierThatThrowsAnError();
        Connection connection = pool.getConnection();
        connection.setReadOnly(true);
        database.onThrow("setReadOnly", new SQLException("odd", "HY000"));
        logger.setFilter(
                record -> {
                    throw new IllegalStateException("the log failed");
                });

        connection.close();

        database.noScript("setReadOnly");
        assertThatItIsReplaced();
    }

    @Test
    void aFailureWhileCleaningDiscardsTheConnection() throws SQLException {
        for (Throwable failure :
                List.of(
                        new SQLException("gone", "08006"),
                        new SQLException("odd", "HY000"),
                        new IllegalStateException("odd"))) {
            open(JdbcPoolConfig.builder().maxSize(1));
            int before = database.connections();
            Connection connection = pool.getConnection();
            connection.setReadOnly(true);
            database.onThrow("setReadOnly", failure);
            connection.close();
            database.noScript("setReadOnly");
            pool.getConnection().close();
            assertThat(database.connections()).as("%s", failure).isEqualTo(before + 1);
            pool.close();
        }
    }
}
