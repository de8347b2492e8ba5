package io.sluice.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.PoolClosedException;
import io.sluice.pool.PoolReport;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.ResourceCreationException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqlErrorsTest {

    private static AcquireTimeoutException timeout(Throwable lastFailure) {
        return new AcquireTimeoutException(
                "nothing came",
                Duration.ofSeconds(2),
                Duration.ofSeconds(2),
                new PoolReport(
                        new PoolSnapshot("orders", 0, 1, 0, 0, 0, 0, 0, 1, false), List.of(), null),
                lastFailure,
                Duration.ofMillis(3));
    }

    @Test
    void aTimeOutHasTheStateAndCodeOfTheLastFailureAndIsItselfTheCause() {
        SQLException refused = new SQLException("too many clients", "53300", 7);
        AcquireTimeoutException timeout = timeout(refused);

        SQLException error = SqlErrors.refused("orders", timeout);

        assertThat((Throwable) error)
                .isInstanceOf(SQLTransientConnectionException.class)
                .hasMessage("nothing came")
                .hasCause(timeout);
        assertThat(error.getSQLState()).isEqualTo("53300");
        assertThat(error.getErrorCode()).isEqualTo(7);
        assertThat(error.getCause()).hasCause(refused);
    }

    @Test
    void whatTimeMayMendIsTransientWhetherThePoolStartsOrRuns() {
        SQLException full = new SQLException("too many clients", "53300", 7);

        SQLException error =
                SqlErrors.refused("orders", new ResourceCreationException("no resource", full));

        assertThat((Throwable) error)
                .isInstanceOf(SQLTransientConnectionException.class)
                .hasMessage("no resource (java.sql.SQLException: too many clients)")
                .hasCause(full);
        assertThat(error.getSQLState()).isEqualTo("53300");
        assertThat(error.getErrorCode()).isEqualTo(7);
    }

    @Test
    void whatTimeCannotMendIsNot() {
        SQLException wrong = new SQLException("wrong password", "28P01");

        SQLException error =
                SqlErrors.refused(
                        "orders",
                        new ResourceCreationException("no resource", wrong, /* permanent= */ true));

        assertThat((Throwable) error)
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasCause(wrong);
        assertThat(error.getSQLState()).isEqualTo("28P01");
    }

    @Test
    void aPoolThatWasClosedMeanwhileIsClosedForWhoStartedIt() {
        PoolClosedException closed = new PoolClosedException("Pool orders is closed");

        SQLException error =
                SqlErrors.refused("orders", new ResourceCreationException("no resource", closed));

        assertThat((Throwable) error)
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessage("Pool orders is closed")
                .hasCause(closed);
        assertThat(error.getSQLState()).isEqualTo("08003");
    }

    @Test
    void aFailureWithoutATextIsToldByItsClass() {
        IllegalStateException silent = new IllegalStateException();
        String told = "java.lang.IllegalStateException";
        Duration moment = Duration.ofMillis(3);

        assertThat((Throwable) SqlErrors.startFailed("orders", silent))
                .hasMessage("Pool orders could not be started: " + told);
        assertThat((Throwable) SqlErrors.startHasFailed("orders", silent, moment, moment))
                .hasMessage(
                        "Pool orders could not be started 3 ms ago, and whoever comes in 3 ms or"
                                + " later tries again: "
                                + told);
        assertThat((Throwable) SqlErrors.badConfiguration("orders", silent))
                .hasMessage("Pool orders: " + told);
        assertThat((Throwable) SqlErrors.transactionRefused("orders", silent))
                .hasMessage("Pool orders: " + told);
    }

    @Test
    void aTimeOutAfterTheInterruptOfACreatorIsNoInterruptOfTheCaller() {
        SQLException error = SqlErrors.refused("orders", timeout(new InterruptedException()));

        assertThat(Thread.interrupted()).isFalse();
        assertThat((Throwable) error).hasMessage("nothing came");
        assertThat(error.getSQLState()).isEqualTo("08001");
    }
}
