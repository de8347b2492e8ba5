package io.sluice.jdbc;

import static io.sluice.jdbc.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.AcquireTimeoutException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A connection that fails when a lease of it begins, after its caller has waited for it. */
@Timeout(60)
class SettleTest {

    private static final Duration ACQUIRE_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration WAITED = Duration.ofMillis(500);

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    @Test
    void anErrorOfTheDriverEndsTheLeaseAsAnExceptionDoes() throws Exception {
        RecordingDatabase database = new RecordingDatabase();
        try (SluiceDataSource pool =
                watched(
                        SluiceDataSource.create(
                                JdbcPoolConfig.builder()
                                        .dataSource(database)
                                        .maxSize(1)
                                        .build()))) {
            try (Connection only = pool.getConnection();
                    Statement statement = only.createStatement()) {
                statement.execute("SELECT 1"); // which leaves warnings to clear
            }
            NoSuchMethodError failure = new NoSuchMethodError("clearWarnings");
            database.onThrow("clearWarnings", failure);

            assertThat(catchThrowable(pool::getConnection)).isSameAs(failure);

            database.noScript("clearWarnings");
            pool.getConnection().close(); // for the lease is over, and its connection replaced
            assertThat(database.connections()).isEqualTo(2);
        }
    }

    /** On a stalled machine the wait may be over before there is a connection to fail. */
    @Test
    void isReplacedInWhatTheAcquireHasLeftOfItsTime() throws Exception {
        Duration left = null;
        for (int attempt = 1; attempt <= 3 && left == null; attempt++) {
            left = leftToWaitAfterFailuresOf(1);
        }
        assertThat(left).isLessThanOrEqualTo(ACQUIRE_TIMEOUT.minus(WAITED));
    }

    @Test
    void theSecondThatFailsIsReplacedInWhatTheFirstHasLeft() throws Exception {
        Duration left = null;
        for (int attempt = 1; attempt <= 3 && left == null; attempt++) {
            left = leftToWaitAfterFailuresOf(2);
        }
        assertThat(left).isLessThanOrEqualTo(ACQUIRE_TIMEOUT.minus(WAITED));
    }

    /** Returns null if the wait was over before that many connections had failed. */
    private @Nullable Duration leftToWaitAfterFailuresOf(int connections) throws Exception {
        RecordingDatabase database = new RecordingDatabase();
        CountDownLatch end = new CountDownLatch(1);
        SluiceDataSource pool =
                watched(
                        SluiceDataSource.create(
                                JdbcPoolConfig.builder()
                                        .dataSource(database)
                                        .maxSize(1)
                                        .acquireTimeout(ACQUIRE_TIMEOUT)
                                        .build()));
        try {
            Connection only = pool.getConnection();
            try (Statement statement = only.createStatement()) {
                statement.execute("SELECT 1"); // which leaves warnings to clear
            }
            CountDownLatch failed = new CountDownLatch(connections);
            database.on(
                    "clearWarnings",
                    () -> {
                        failed.countDown();
                        throw new SQLException("gone", "08006");
                    });
            database.on(
                    "connect",
                    () -> {
                        if (database.connections() >= connections) {
                            end.await(); // there is no other
                        }
                    });
            Future<Connection> waiter = threads.submit(() -> pool.getConnection());
            await("one waits").until(() -> pool.snapshot().waiting() == 1 || waiter.isDone());
            long since = System.nanoTime();
            await("it has waited at least that long")
                    .until(() -> System.nanoTime() - since >= WAITED.toNanos());

            only.close();

            Throwable failure = catchThrowable(waiter::get).getCause();
            assertThat(failure).hasCauseInstanceOf(AcquireTimeoutException.class);
            return failed.getCount() > 0
                    ? null
                    : ((AcquireTimeoutException) failure.getCause()).limit();
        } finally {
            end.countDown();
            pool.close(Duration.ZERO);
        }
    }
}
