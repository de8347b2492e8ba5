package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The failure of a configured statement or value names the option that is to be corrected. */
@Timeout(60)
class RefusedOptionTest {

    private static final String SYNTAX = "42601";

    private final RecordingDatabase database = new RecordingDatabase();
    private final SluiceDataSource pool = new SluiceDataSource();

    @AfterEach
    void close() {
        pool.close(Duration.ZERO);
    }

    @Test
    void statementOfANewConnectionIsNamedAndNotTriedUntilTheTimeOut() {
        database.onThrow("execute", new SQLException("no SELEC here", SYNTAX, 7));
        pool.setName("orders");
        pool.setDataSource(database);
        pool.setStartup(Startup.LAZY);
        pool.setInitSql("SELEC 1");

        assertThatThrownBy(pool::getConnection)
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessageContaining(
                        "initSql failed: no SELEC here; check that its value is right for"
                                + " this database")
                .extracting(
                        e -> ((SQLException) e).getSQLState(),
                        e -> ((SQLException) e).getErrorCode())
                .containsExactly(SYNTAX, 7);
    }

    @Test
    void connectionThatIsLostMeanwhileIsNoMistakeOfTheStatement() {
        database.onThrow("execute", new SQLException("reset by peer", "08006"));
        pool.setDataSource(database);
        pool.setInitSql("SELECT 1");

        assertThatThrownBy(pool::getConnection).isInstanceOf(SQLTransientConnectionException.class);
    }

    @Test
    void connectionThatIsLostMeanwhileIsNotBlamedOnTheOption() {
        SQLException lost = new SQLException("reset by peer", "08006");
        database.onThrow("execute", lost);
        pool.setDataSource(database);
        pool.setInitSql("SELECT 1");

        assertThatThrownBy(pool::getConnection)
                .hasMessageContaining("reset by peer")
                .hasMessageNotContaining("initSql")
                .hasRootCause(lost);
    }

    @Test
    void classifierOfTheApplicationIsAskedAboutWhatTheDriverThrew() throws SQLException {
        List<SQLException> asked = new CopyOnWriteArrayList<>();
        SQLException refusal = new SQLException("no NOTHING here", SYNTAX);
        pool.setDataSource(database);
        pool.setResetSql("DISCARD NOTHING");
        pool.setFatalErrorClassifier(error -> !asked.add(error));
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
            database.onThrow("execute", refusal);
        }
        assertThat(asked).containsExactly(refusal);
    }

    @Test
    void valueThatTheDriverRefusesIsNamed() {
        database.onThrow("setSchema", new SQLException("no such schema", "90079"));
        pool.setDataSource(database);
        pool.setSchema("nowhere");

        assertThatThrownBy(pool::getConnection)
                .hasMessageContaining("schema failed: no such schema; check that");
    }

    @Test
    void statementThatEndsALeaseIsNamedInTheLog() throws SQLException {
        Logger logger = Logger.getLogger("io.sluice.pool");
        List<LogRecord> warnings = new CopyOnWriteArrayList<>();
        logger.setFilter(record -> record.getLevel() != Level.WARNING || !warnings.add(record));
        try {
            pool.setDataSource(database);
            pool.setResetSql("DISCARD NOTHING");
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("SELECT 1");
                database.onThrow("execute", new SQLException("no NOTHING here", SYNTAX));
            }
            await("the warning").until(() -> !warnings.isEmpty());
        } finally {
            logger.setFilter(null);
        }
        assertThat(warnings)
                .singleElement()
                .extracting(LogRecord::getMessage)
                .asString()
                .contains("is discarded: BROKEN", "resetSql failed: no NOTHING here; check that");
    }
}
