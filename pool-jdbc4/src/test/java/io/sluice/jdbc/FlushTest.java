package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pool.FlushMode;
import io.sluice.pool.FlushReport;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections are sent away, and a pool is suspended and resumed. */
@Timeout(60)
class FlushTest {

    private final RecordingDatabase database = new RecordingDatabase();
    private final SluiceDataSource pool = new SluiceDataSource();

    @BeforeEach
    void configure() {
        pool.setName("orders");
        pool.setDataSource(database);
        pool.setMaxSize(2);
        pool.setValidateAfterIdle(Duration.ofHours(1));
    }

    @AfterEach
    void close() {
        pool.close(Duration.ZERO);
    }

    @Test
    void gracefullyAConnectionInUseIsReplacedWhenItIsClosed() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            assertThat(pool.flush(FlushMode.GRACEFUL)).isEqualTo(new FlushReport(0, 0, 1, 0));
            connection.createStatement().execute("SELECT 1");
        }
        pool.getConnection().close();
        assertThat(database.connections()).isEqualTo(2);
        assertThat(database.takeCalls()).contains("c1.close()").doesNotContain("c1.abort()");
    }

    @Test
    void byADeadlineOneInUseIsAbortedAndClosed() throws SQLException {
        Connection connection = pool.getConnection();
        assertThat(pool.flush(Duration.ofMillis(1))).isEqualTo(new FlushReport(0, 1, 0, 0));
        assertThat(database.takeCalls()).containsSubsequence("c1.abort()", "c1.close()");
        connection.close();
        assertThat(database.takeCalls()).as("it is none of its business any more").isEmpty();
    }

    @Test
    void callOnAConnectionThatWasTakenAwaySaysSoAndNotOnlyWhatTheDriverDoes() throws SQLException {
        Connection connection = pool.getConnection();
        pool.close(Duration.ZERO);
        SQLException closed = new SQLException("the object is already closed", "90007", 90007);
        database.onThrow("createStatement", closed);

        assertThatThrownBy(connection::createStatement)
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessage(
                        "Pool orders: this connection was taken away while in use: the pool"
                                + " was closed or flushed, or the transaction was ended by"
                                + " its manager: the object is already closed")
                .hasCause(closed);
        connection.close();
    }

    @Test
    void whatTheServerDoesForOneThatIsTakenAwayIsCancelledBefore() throws SQLException {
        RecordingDatabase postgres = RecordingDatabase.withCancel();
        pool.setDataSource(postgres);
        Connection connection = pool.getConnection();
        assertThat(pool.flush(Duration.ofMillis(1))).isEqualTo(new FlushReport(0, 1, 0, 0));
        assertThat(postgres.takeCalls())
                .containsSubsequence("c1.cancelQuery()", "c1.abort()", "c1.close()");
        connection.close();
    }

    @Test
    void whatTheServerDoesIsCancelledAtTheEndOfAPoolToo() throws SQLException {
        RecordingDatabase postgres = RecordingDatabase.withCancel();
        pool.setDataSource(postgres);
        Connection connection = pool.getConnection();
        pool.close(Duration.ZERO);
        assertThat(postgres.takeCalls())
                .containsSubsequence("c1.cancelQuery()", "c1.abort()", "c1.close()");
        connection.close();
    }

    @Test
    void nothingIsCancelledForOneThatComesBack() throws SQLException {
        RecordingDatabase postgres = RecordingDatabase.withCancel();
        pool.setDataSource(postgres);
        try (Connection connection = pool.getConnection()) {
            pool.flush(FlushMode.GRACEFUL);
            connection.createStatement().execute("SELECT 1");
        }
        pool.close();
        assertThat(postgres.takeCalls()).contains("c1.close()").doesNotContain("c1.cancelQuery()");
    }

    /** Its caller has little time, and the server has nothing to cancel for it. */
    @Test
    void nothingIsCancelledForAValidationThatHangs() throws SQLException {
        RecordingDatabase postgres = RecordingDatabase.withCancel();
        CountDownLatch aborted = new CountDownLatch(1);
        pool.setDataSource(postgres);
        pool.setValidateAfterIdle(Duration.ZERO);
        pool.setValidationTimeout(Duration.ofMillis(500)); // the others pass in that time
        pool.getConnection().close();
        postgres.on("isValid", aborted::await);
        postgres.on("abort", aborted::countDown);
        pool.getConnection().close();
        assertThat(postgres.connections()).isEqualTo(2);
        assertThat(postgres.takeCalls()).contains("c1.abort()").doesNotContain("c1.cancelQuery()");
    }

    /** That its calls fail now says nothing about the other connections. */
    @Test
    void aFailureOnAConnectionTakenAwayMakesNoOtherSuspect() throws SQLException {
        Connection taken = pool.getConnection();
        Statement statement = taken.createStatement();
        assertThat(pool.flush(Duration.ofMillis(1))).isEqualTo(new FlushReport(0, 1, 0, 0));
        pool.getConnection().close();
        database.takeCalls();
        database.onThrow("execute", new SQLException("closed", "08003"));

        assertThatThrownBy(() -> statement.execute("SELECT 1")).hasMessageEndingWith(": closed");

        taken.close();
        pool.getConnection().close();
        assertThat(database.takeCalls()).noneMatch(call -> call.contains("isValid"));
    }

    @Test
    void beforeTheStartThereIsNothingToDo() {
        assertThat(pool.flush(FlushMode.IMMEDIATE)).isEqualTo(new FlushReport(0, 0, 0, 0));
        assertThat(pool.flush(Duration.ofDays(1))).isEqualTo(new FlushReport(0, 0, 0, 0));
        pool.suspend();
        pool.resume();
        assertThat(pool.isSuspended()).isFalse();
        assertThat(database.takeCalls()).isEmpty();
    }

    @Test
    void aSuspendedPoolGivesNothingAndSaysSo() throws SQLException {
        pool.setAcquireTimeout(Duration.ofMillis(20));
        pool.getConnection().close();
        pool.suspend();
        assertThat(pool.isSuspended()).isTrue();
        assertThat(pool.snapshot().suspended()).isTrue();
        assertThatThrownBy(pool::getConnection)
                .isInstanceOf(SQLTransientConnectionException.class)
                .hasMessageContaining("the pool is suspended: call resume()")
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("HYT00");
        pool.resume();
        pool.getConnection().close();
        assertThat(database.connections()).isEqualTo(1);
    }

    @Test
    void anEndWithADrainSaysWhatWasStillInUse() throws SQLException {
        Connection connection = pool.getConnection();
        assertThat(pool.close(Duration.ofMillis(1)).accessible()).isEqualTo(1);
        assertThat(database.takeCalls()).containsSubsequence("c1.abort()", "c1.close()");
        assertThat(connection.isClosed()).isFalse();
        connection.close();
        assertThat(connection.isClosed()).isTrue();
    }
}
