package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A driver that does not return from connect, and what this means for callers, a close and late
 * results.
 */
@Timeout(60)
class HangingConnectTest {

    private final RecordingDatabase database = new RecordingDatabase();
    private final SluiceDataSource pool = new SluiceDataSource();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch connecting = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    @BeforeEach
    void hang() {
        pool.setName("orders");
        pool.setDataSource(database);
        pool.setAcquireTimeout(Duration.ofDays(1));
        pool.setConnectTimeout(Duration.ofDays(1));
        database.on(
                "connect",
                () -> {
                    connecting.countDown();
                    awaitStubbornly(go);
                });
        database.on("close", closed::countDown);
    }

    /** As a driver that is in a system call. */
    private static void awaitStubbornly(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                // goes on
            }
        }
    }

    @AfterEach
    void close() {
        go.countDown();
        pool.close(Duration.ZERO);
        threads.shutdownNow();
    }

    @Test
    void aStartIsGivenUpAfterConnectTimeoutAndWhatComesLateIsClosed() throws Exception {
        pool.setConnectTimeout(Duration.ofMillis(50));
        assertThatThrownBy(pool::getConnection)
                .isInstanceOf(SQLTransientConnectionException.class)
                .hasMessageContaining("orders")
                .hasMessageContaining("connectTimeout")
                .hasRootCauseInstanceOf(TimeoutException.class);
        go.countDown();
        closed.await();
    }

    /** An attempt given up holds no place, though it still hangs; its late connection is closed. */
    @Test
    void aWaiterIsToldOfTheAttemptThatWasGivenUpAndAnotherIsMadeInItsPlace() {
        AtomicInteger attempts = new AtomicInteger();
        AtomicInteger closes = new AtomicInteger();
        database.on(
                "connect",
                () -> {
                    attempts.incrementAndGet();
                    awaitStubbornly(go);
                });
        database.on("close", closes::incrementAndGet);
        pool.setStartup(Startup.LAZY);
        pool.setMaxSize(1);
        pool.setConnectTimeout(Duration.ofMillis(10));
        pool.setAcquireTimeout(Duration.ofSeconds(3));
        assertThatThrownBy(pool::getConnection)
                .isInstanceOf(SQLTransientConnectionException.class)
                .hasMessageContaining("connectTimeout")
                .hasRootCauseInstanceOf(TimeoutException.class);
        assertThat(attempts).hasValueGreaterThan(1);

        go.countDown();
        pool.close(Duration.ZERO);
        await("each is closed").until(() -> closes.get() == attempts.get());
    }

    @Test
    void aThreadThatWaitsForTheFirstConnectionCanBeInterrupted() throws Exception {
        AtomicReference<Thread> starter = new AtomicReference<>();
        AtomicBoolean kept = new AtomicBoolean();
        Future<Connection> first =
                threads.submit(
                        () -> {
                            starter.set(Thread.currentThread());
                            try {
                                return pool.getConnection();
                            } finally {
                                kept.set(Thread.currentThread().isInterrupted());
                            }
                        });
        connecting.await();
        starter.get().interrupt();
        assertThatThrownBy(first::get)
                .cause()
                .isInstanceOf(SQLTransientConnectionException.class)
                .hasMessageContaining("orders")
                .hasMessageContaining("interrupted");
        assertThat(kept).isTrue();
    }

    @Test
    void closeDoesNotWaitForAConnectAndItsLateResultIsClosed() throws Exception {
        pool.setStartup(Startup.LAZY);
        pool.setCloseTimeout(Duration.ofMillis(50));
        Future<Connection> waiter = threads.submit(() -> pool.getConnection());
        connecting.await();
        pool.close();
        assertThatThrownBy(waiter::get)
                .cause()
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessageContaining("Pool orders is closed")
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("08003");
        go.countDown();
        closed.await();
        assertThat(pool.snapshot().available()).isZero();
    }

    @Test
    void closeWakesAWaiterForAConnectionInUse() throws Exception {
        go.countDown();
        pool.setMaxSize(1);
        Connection used = pool.getConnection();
        Future<Connection> waiter = threads.submit(() -> pool.getConnection());
        await("one waits").until(pool::snapshot, now -> now.waiting() == 1);
        assertThat(pool.close(Duration.ZERO).accessible()).as("still in use").isEqualTo(1);
        assertThatThrownBy(waiter::get)
                .cause()
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessageContaining("Pool orders is closed");
        used.close();
    }
}
