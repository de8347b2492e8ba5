package io.sluice.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.RecordingDatabase;
import io.sluice.jdbc.TargetRole;
import io.sluice.jdbc.internal.connect.ConnectionSource;
import io.sluice.jdbc.internal.connect.PoolRules;
import io.sluice.pool.spi.NoTransactions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A connection whose set-up fails after the connect is closed, and aborted if that hangs. */
@Timeout(30)
class HalfMadeConnectionTest {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(7);

    private final HandTicker ticker = new HandTicker();
    private final RecordingDatabase database = new RecordingDatabase();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final CountDownLatch aborted = new CountDownLatch(1);

    /** What fails once the driver has connected. */
    private enum SetUp {
        STATE("getAutoCommit"),
        ROLE("createStatement");

        private final String failing;

        SetUp(String failing) {
            this.failing = failing;
        }
    }

    private Thread creator;
    private FutureTask<PhysicalConnection> creation;
    private volatile Thread aborter;

    @BeforeEach
    void letTheCloseHang() {
        database.on(
                "close",
                () -> {
                    closing.countDown();
                    aborted.await();
                    throw new SQLException("aborted", "08003");
                });
        database.on(
                "abort",
                () -> {
                    aborter = Thread.currentThread();
                    aborted.countDown();
                });
    }

    @AfterEach
    void end() throws InterruptedException {
        aborted.countDown();
        creator.join();
    }

    private void create(SetUp failing) throws SQLException {
        database.onThrow(failing.failing, new SQLException(failing + " is refused", "42000"));
        JdbcPoolConfig config =
                JdbcPoolConfig.builder()
                        .name("orders")
                        .dataSource(database)
                        .closeTimeout(CLOSE_TIMEOUT)
                        .targetRole(failing == SetUp.ROLE ? TargetRole.PRIMARY : TargetRole.ANY)
                        .build();
        DriverConnectionFactory factory =
                new DriverConnectionFactory(
                        config,
                        ConnectionSource.of(config),
                        new PoolRules(config),
                        NoTransactions.INSTANCE,
                        ticker);
        creation = new FutureTask<>(factory::create);
        creator = new Thread(creation, "creator");
        creator.start();
    }

    private void assertRefused(SetUp failing) {
        assertThatThrownBy(creation::get).rootCause().hasMessage(failing + " is refused");
    }

    @ParameterizedTest
    @EnumSource
    void isAbortedWhereItsCloseHangs(SetUp failing) throws Exception {
        create(failing);
        closing.await();

        assertThat(ticker.pending())
                .extracting(HandTicker.Pending::delayNanos)
                .containsExactly(CLOSE_TIMEOUT.toNanos());
        ticker.raise();
        assertRefused(failing);

        assertThat(database.takeCalls()).containsSubsequence("c1.close()", "c1.abort()");
        assertThat(aborter)
                .as("neither the timer's thread nor the one that hangs")
                .isNotSameAs(Thread.currentThread())
                .isNotSameAs(creator)
                .extracting(Thread::getName)
                .isEqualTo("sluice-orders-aborter");
    }

    @ParameterizedTest
    @EnumSource
    void isNotAbortedOnceItIsClosed(SetUp failing) throws Exception {
        database.noScript("close");
        create(failing);
        assertRefused(failing);

        assertThat(ticker.pending()).as("the limit is called off").isEmpty();
        assertThat(database.takeCalls()).contains("c1.close()").doesNotContain("c1.abort()");
    }

    @Test
    void isClosedAlsoWithoutAClock() throws Exception {
        database.noScript("close");
        ticker.onSchedule = new InternalError("out of memory");
        create(SetUp.STATE);
        assertRefused(SetUp.STATE);

        assertThat(database.takeCalls()).contains("c1.close()");
    }

    @Test
    void anErrorOfItsCloseDoesNotHideWhatFailed() throws Exception {
        database.onThrow("close", new NoClassDefFoundError("Closer"));
        create(SetUp.STATE);

        assertThatThrownBy(creation::get)
                .rootCause()
                .hasMessage("STATE is refused")
                .hasSuppressedException(new NoClassDefFoundError("Closer"));
    }
}
