package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads held at exact points of a lease. */
@Timeout(60)
class RaceTest {

    private final RecordingDatabase database = new RecordingDatabase();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private SluiceDataSource pool;

    @BeforeEach
    void open() throws SQLException {
        pool =
                SluiceDataSource.create(
                        JdbcPoolConfig.builder().dataSource(database).maxSize(1).build());
    }

    @AfterEach
    void close() {
        pool.close(Duration.ZERO);
        threads.shutdownNow();
    }

    /** A point at which a thread stops until it is let go. */
    private static final class Gate {
        final CountDownLatch reached = new CountDownLatch(1);
        final CountDownLatch open = new CountDownLatch(1);

        void pass() throws InterruptedException {
            reached.countDown();
            open.await();
        }
    }

    @Test
    void anInterruptWhileWaitingIsKeptAndSaidInTheException() throws Exception {
        Connection only = pool.getConnection();
        AtomicReference<Boolean> flag = new AtomicReference<>();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread waiter =
                new Thread(
                        () -> {
                            try {
                                pool.getConnection();
                            } catch (SQLException e) {
                                failure.set(e);
                            }
                            flag.set(Thread.currentThread().isInterrupted());
                        });
        waiter.start();
        await("one waits").until(pool::snapshot, now -> now.waiting() == 1);
        waiter.interrupt();
        waiter.join();
        assertThat(flag.get()).isTrue();
        assertThat(failure.get())
                .isInstanceOf(SQLTransientConnectionException.class)
                .hasMessageContaining("interrupted while waiting for a connection")
                .hasCauseInstanceOf(InterruptedException.class);
        only.close();
    }

    @Test
    void aWaiterGetsTheConnectionOnlyAfterItWasCleaned() throws Exception {
        Connection first = pool.getConnection();
        first.setReadOnly(true);
        Gate gate = new Gate();
        database.on("setReadOnly", gate::pass);
        Future<?> closer =
                threads.submit(
                        () -> {
                            first.close();
                            return null;
                        });
        gate.reached.await();
        Future<Connection> waiter = threads.submit(() -> pool.getConnection());
        await("one waits").until(pool::snapshot, now -> now.waiting() == 1);
        assertThat(waiter.isDone()).isFalse();
        gate.open.countDown();
        closer.get();
        try (Connection second = waiter.get(30, TimeUnit.SECONDS)) {
            assertThat(second.isReadOnly()).isFalse();
        }
        assertThat(database.connections()).isEqualTo(1);
    }

    @Test
    void whatOneThreadHasSetIsNotTakenForWhatTheDriverHadByAnother() throws Exception {
        Connection connection = pool.getConnection();
        Gate gate = new Gate();
        AtomicReference<Thread> slow = new AtomicReference<>();
        database.on(
                "isReadOnly",
                () -> {
                    if (slow.get() == Thread.currentThread()) {
                        gate.pass();
                    }
                });
        Future<?> second =
                threads.submit(
                        () -> {
                            slow.set(Thread.currentThread());
                            connection.setReadOnly(true);
                            return null;
                        });
        gate.reached.await();
        connection.setReadOnly(true);
        gate.open.countDown();
        second.get();
        database.noScript("isReadOnly");
        connection.close();
        try (Connection next = pool.getConnection()) {
            assertThat(next.isReadOnly()).isFalse();
        }
    }

    @Test
    void aClosedHandleRefusesAndItsRefusalIsNoFatalError() throws Exception {
        Connection connection = pool.getConnection();
        connection.close();
        assertThatThrownBy(connection::createStatement)
                .isInstanceOf(SQLException.class)
                .hasMessageMatching(
                        "Pool \\S+: this connection is closed; get another from the data source")
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("08003");
        pool.getConnection().close();
        assertThat(database.connections()).isEqualTo(1);
    }
}
