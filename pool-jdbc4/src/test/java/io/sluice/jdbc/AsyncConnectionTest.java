package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.spi.NoTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections for callers that do not wait with their thread. */
@Timeout(60)
class AsyncConnectionTest {

    private static final Duration A_MINUTE = Duration.ofMinutes(1);

    private final RecordingDatabase database = new RecordingDatabase();
    private final SluiceDataSource bean = new SluiceDataSource();

    @BeforeEach
    void configure() {
        bean.setName("orders");
        bean.setDataSource(database);
        bean.setMaxSize(1);
    }

    @AfterEach
    void close() {
        bean.close(Duration.ZERO);
    }

    private static Connection get(CompletableFuture<Connection> stage) throws Exception {
        return stage.get(30, TimeUnit.SECONDS);
    }

    @Test
    void isAConnectionLikeAnyOther() throws Exception {
        bean.start();
        try (Connection connection = get(bean.acquireAsync(A_MINUTE))) {
            connection.createStatement().execute("SELECT 1");
            assertThat(bean.snapshot().accessible()).isOne();
        }
        assertThat(bean.snapshot().available()).isOne();
        assertThat(database.takeCalls()).contains("c1.execute(SELECT 1)");
    }

    @Test
    void isThereAtOnceIfItNeedsNoCheck() throws Exception {
        bean.setValidateAfterIdle(Duration.ofHours(1));
        bean.start();
        bean.getConnection().close();
        get(bean.acquireAsync(A_MINUTE)).close();

        CompletableFuture<Connection> stage = bean.acquireAsync(A_MINUTE);

        assertThat(stage).isDone();
        get(stage).close();
    }

    @Test
    void isPreparedOnAThreadOfThePool() throws Exception {
        bean.start();
        AtomicReference<String> clearedOn = new AtomicReference<>();
        database.on("clearWarnings", () -> clearedOn.set(Thread.currentThread().getName()));
        try (Connection connection = bean.getConnection()) {
            connection.createStatement().execute("SELECT 1");
        }
        clearedOn.set(null);

        get(bean.acquireAsync(A_MINUTE)).close();

        assertThat(clearedOn.get()).startsWith("sluice-orders-creator-");
    }

    @Test
    void isReplacedIfItCannotBePrepared() throws Exception {
        bean.start();
        try (Connection connection = bean.getConnection()) {
            connection.createStatement().execute("SELECT 1");
        }
        AtomicInteger clears = new AtomicInteger();
        database.on(
                "clearWarnings",
                () -> {
                    if (clears.incrementAndGet() == 1) {
                        throw new SQLException("gone", "08006");
                    }
                });

        get(bean.acquireAsync(A_MINUTE)).close();

        assertThat(database.connections()).isEqualTo(2);
    }

    @Test
    void timesOutWithTheErrorOfGetConnection() throws Exception {
        bean.start();
        Connection only = bean.getConnection();
        CompletableFuture<Connection> stage = bean.acquireAsync(Duration.ofMillis(20));

        assertThatThrownBy(() -> get(stage))
                .cause()
                .isInstanceOf(SQLTransientConnectionException.class)
                .hasMessageStartingWith("Pool orders: no connection became available within")
                .hasCauseInstanceOf(AcquireTimeoutException.class)
                .extracting("SQLState")
                .isEqualTo("HYT00");
        only.close();
    }

    @Test
    void isRefusedByAClosedPool() throws Exception {
        bean.start();
        bean.getConnection().close();
        Connection only = get(bean.acquireAsync(A_MINUTE));
        CompletableFuture<Connection> waiting = bean.acquireAsync(A_MINUTE);
        bean.close(Duration.ZERO);
        only.close();

        for (CompletableFuture<Connection> stage : List.of(waiting, bean.acquireAsync(A_MINUTE))) {
            assertThatThrownBy(() -> get(stage))
                    .cause()
                    .isInstanceOf(SQLNonTransientConnectionException.class)
                    .hasMessageContaining("Pool orders is closed");
        }
    }

    @Test
    void goesBackWhenTheCallerCancelsOrTheExecutorRefuses() throws Exception {
        List<Runnable> tasks = new ArrayList<>();
        bean.start();
        Connection only = bean.getConnection();
        CompletableFuture<Connection> cancelled = bean.acquireAsync(A_MINUTE, tasks::add);
        only.close();
        await("a task").until(() -> tasks.size() == 1);

        cancelled.cancel(true);

        assertThat(bean.snapshot().available()).isOne();
        RejectedExecutionException rejection = new RejectedExecutionException("shut down");
        only = bean.getConnection();
        CompletableFuture<Connection> refused =
                bean.acquireAsync(
                        A_MINUTE,
                        task -> {
                            throw rejection;
                        });
        only.close();
        assertThatThrownBy(() -> get(refused)).hasCause(rejection);
        assertThat(bean.snapshot().available()).isOne();
    }

    @Test
    void startsThePoolOnOneThreadOfItsOwn() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        database.on("connect", answer::await);

        CompletableFuture<Connection> first = bean.acquireAsync(A_MINUTE);
        CompletableFuture<Connection> second = bean.acquireAsync(A_MINUTE);
        assertThat(first).isNotDone();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .containsOnlyOnce("sluice-orders-start");
        answer.countDown();

        CompletableFuture.anyOf(first, second).get(30, TimeUnit.SECONDS);
        (first.isDone() ? first : second).join().close();
        get(first).close();
        get(second).close();
        assertThat(database.connections()).isOne();
    }

    @Test
    void joinsTheLineInTheOrderOfTheCallsBeforeTheStart() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        database.on("connect", answer::await);
        List<Integer> served = new CopyOnWriteArrayList<>();
        CountDownLatch allInLine = new CountDownLatch(1);
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int number = i;
            all.add(
                    bean.acquireAsync(A_MINUTE)
                            .thenAccept(
                                    connection -> {
                                        awaitQuietly(allInLine);
                                        served.add(number);
                                        closeQuietly(connection);
                                    }));
        }

        answer.countDown();
        await("the others stand in line").until(() -> bean.snapshot().waiting() == 5);
        allInLine.countDown();

        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
        assertThat(served).containsExactly(0, 1, 2, 3, 4, 5);
    }

    private static void closeQuietly(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void tellsWhyThePoolDoesNotStart() {
        database.onThrow("connect", new SQLException("wrong password", "28P01"));

        assertThatThrownBy(() -> get(bean.acquireAsync(A_MINUTE)))
                .cause()
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("wrong password");
        assertThatThrownBy(
                        () ->
                                get(
                                        bean.acquireAsync(
                                                A_MINUTE,
                                                task -> {
                                                    throw new RejectedExecutionException("no");
                                                })))
                .hasCauseInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void isRefusedByTheExecutorWhereAllLeasesAreInTransactions() {
        bean.setLastResource(true);
        bean.setTransactionContext(NoTransactions.INSTANCE);
        bean.setTransactions(Transactions.REQUIRED);
        List<Runnable> tasks = new CopyOnWriteArrayList<>();

        CompletableFuture<Connection> stage = bean.acquireAsync(A_MINUTE, tasks::add);
        await("a task or an outcome").until(() -> !tasks.isEmpty() || stage.isDone());

        assertThat(stage).isNotDone();
        tasks.get(0).run();
        assertThatThrownBy(() -> get(stage))
                .cause()
                .isInstanceOf(SQLNonTransientException.class)
                .hasMessageStartingWith("Pool orders: transactions is required");
    }

    @Test
    void mayBeCancelledBeforeThePoolHasStarted() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        database.on("connect", answer::await);
        CompletableFuture<Connection> stage = bean.acquireAsync(A_MINUTE);

        stage.cancel(true);
        answer.countDown();

        bean.start();
        await("a free connection").until(() -> bean.snapshot().available() == 1);
        assertThat(bean.snapshot().waiting()).isZero();
    }

    /** The caller's own dependent holds the cancellation up: the request still stands in line. */
    @Test
    void mayBeCancelledWhileItsConnectionIsOnTheWay() throws Exception {
        CompletableFuture<Connection> one = bean.acquireAsync(A_MINUTE);
        CompletableFuture<Connection> two = bean.acquireAsync(A_MINUTE);
        Connection before = (Connection) CompletableFuture.anyOf(one, two).join();
        CompletableFuture<Connection> stage = one.isDone() ? two : one;
        await("the other stands in line").until(() -> bean.snapshot().waiting() == 1);
        CountDownLatch served = new CountDownLatch(1);
        CompletableFuture<Connection> ignored =
                stage.whenComplete((connection, cancelled) -> awaitQuietly(served));
        Thread cancelling = new Thread(() -> stage.cancel(true), "test-cancelling");
        cancelling.start();
        await("the stage is cancelled").until(stage::isCancelled);

        before.close();

        await("what it got is free").until(() -> bean.snapshot().available() == 1);
        served.countDown();
        cancelling.join();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
