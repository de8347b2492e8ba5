package io.sluice.jdbc.internal.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.PoolClosedException;
import io.sluice.pool.PoolCounters;
import io.sluice.pool.PoolReport;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.ResourceCreationException;
import io.sluice.pool.TooManyWaitingException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlErrorsTest {

    private static AcquireTimeoutException timeout(Throwable lastFailure) {
        return new AcquireTimeoutException(
                "nothing came",
                Duration.ofSeconds(2),
                Duration.ofSeconds(2),
                new PoolReport(
                        new PoolSnapshot(
                                "orders", 0, 0, 1, 0, 0, 0, 0, 0, 1, false, PoolCounters.NONE),
                        List.of(),
                        null),
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

    @ParameterizedTest
    @CsvSource({
        // total, creating, accessible, inaccessible, reserved, suspended
        "10, 0, 10, 0, 0, false, HYT00",
        "10, 0, 4, 3, 3, false, HYT00",
        "9, 1, 9, 0, 0, false, HYT00",
        "1, 0, 0, 0, 0, true, HYT00",
        "10, 0, 2, 0, 8, false, 08001",
        "9, 0, 9, 0, 0, false, 08001",
        "2, 8, 2, 0, 0, false, 08001"
    })
    void anExhaustedPoolIsToldFromADatabaseThatCannotBeReached(
            int total,
            int creating,
            int accessible,
            int inaccessible,
            int reserved,
            boolean suspended,
            String state) {
        PoolSnapshot pool =
                new PoolSnapshot(
                        "orders",
                        total,
                        0,
                        10,
                        creating,
                        0,
                        accessible,
                        inaccessible,
                        reserved,
                        3,
                        suspended,
                        PoolCounters.NONE);
        AcquireTimeoutException timeout =
                new AcquireTimeoutException(
                        "nothing came",
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(2),
                        new PoolReport(pool, List.of(), null),
                        null,
                        null);

        SQLException error = SqlErrors.refused("orders", timeout);

        assertThat((Throwable) error).isInstanceOf(SQLTransientConnectionException.class);
        assertThat(error.getSQLState()).isEqualTo(state);
    }

    @Test
    void aRefusalOfAFullLineHasNoStackAndIsExhaustion() {
        TooManyWaitingException refusal = new TooManyWaitingException("orders", 3, 2);

        SQLException error = SqlErrors.refused("orders", refusal);

        assertThat((Throwable) error)
                .isInstanceOf(SQLTransientConnectionException.class)
                .hasMessage(
                        "Pool orders: 3 requests are already waiting and maxWaiting is 2;"
                                + " raise maxWaiting or maxSize, or reduce the load")
                .hasCause(refusal);
        assertThat(error.getStackTrace()).isEmpty();
        assertThat(error.getSQLState()).isEqualTo("HYT00");
    }

    @Test
    void aFailureThatMayPassIsTransientWhetherThePoolStartsOrRuns() {
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
    void aPermanentFailureIsNotTransient() {
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
    void aPoolThatWasClosedMeanwhileIsClosedForItsStarter() {
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
        assertThat((Throwable) SqlErrors.startFailedRecently("orders", silent, moment, moment))
                .hasMessage(
                        "Pool orders could not be started 3 ms ago; next attempt in 3 ms: " + told);
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
