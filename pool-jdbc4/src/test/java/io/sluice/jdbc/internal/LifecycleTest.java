package io.sluice.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.RecordingDatabase;
import io.sluice.jdbc.internal.config.OptionValues;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A start that fails, and the callers after it. */
@Timeout(60)
class LifecycleTest {

    private static final long PAUSE = Duration.ofMillis(300).toNanos();

    private final RecordingDatabase database = new RecordingDatabase();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** About to overflow, as the clock of a JVM may be. */
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);

    /** The clock of the pool; null for that of the system. */
    private HandTicker ticker;

    private final Queue<Long> pauses = new ArrayDeque<>(List.of(PAUSE, PAUSE));
    private final Lifecycle lifecycle =
            new Lifecycle(named("orders"), this::configuration, now::get, pauses::remove);

    private static OptionValues named(String name) {
        OptionValues values = new OptionValues();
        values.set(JdbcOption.NAME, name);
        return values;
    }

    private JdbcPoolConfig configuration(OptionValues values) {
        JdbcPoolConfig.Builder builder = JdbcPoolConfig.builder();
        if (ticker != null) {
            builder.ticker(ticker);
        }
        return builder.name(values.ensureName())
                .dataSource(database)
                .maxSize(values.number(JdbcOption.MAX_SIZE))
                .build();
    }

    @AfterEach
    void close() {
        lifecycle.close(Duration.ZERO);
        threads.shutdownNow();
    }

    private void pass(long nanos) {
        now.addAndGet(nanos);
    }

    private void goesDown(String state) {
        database.onThrow("connect", new SQLException("down", state, 7));
    }

    private Throwable failure() {
        return catchThrowable(lifecycle::started);
    }

    private long connects() {
        return database.takeCalls().stream().filter("connect()"::equals).count();
    }

    @Test
    void isToldToCallersInThePauseAfterItAndNobodyConnects() {
        goesDown("08001");
        Throwable first = failure();
        assertThat(connects()).isPositive();

        pass(Duration.ofMillis(120).toNanos());

        assertThatThrownBy(lifecycle::started)
                .isInstanceOf(SQLTransientConnectionException.class)
                .hasMessage(
                        "Pool orders could not be started 120 ms ago; next attempt in 180 ms:"
                                + " Pool orders: the first connection could not be"
                                + " created: down")
                .hasCause(first)
                .satisfies(
                        e -> {
                            assertThat(((SQLException) e).getSQLState()).isEqualTo("08001");
                            assertThat(((SQLException) e).getErrorCode()).isEqualTo(7);
                        });
        assertThat(connects()).isZero();
    }

    /** The clock may be one of the application, which may throw anything. */
    @Test
    void isToldAlsoIfWhatItHasOpenedDoesNotClose() {
        goesDown("28P01");
        ticker = new HandTicker();
        ticker.onClose = new IllegalStateException("stopped");

        assertThat(failure())
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessageContaining("down")
                .hasSuppressedException(ticker.onClose);
        assertThat(failure()).hasMessageContaining("could not be started");
    }

    @Test
    void isTriedAgainWhenThePauseIsOverAndNotBefore() throws SQLException {
        goesDown("08001");
        failure();
        database.noScript("connect");
        connects();

        pass(PAUSE - 1);
        assertThat(failure()).hasMessageContaining("could not be started 299 ms ago");
        assertThat(connects()).isZero();
        pass(1);

        assertThat(lifecycle.started().pool().snapshot().total()).isEqualTo(1);
        assertThat(connects()).isEqualTo(1);
    }

    @Test
    void lastsForAPauseHoweverManyComeAndHoweverOften() throws Exception {
        goesDown("08001");
        failure();
        connects();
        AtomicInteger refused = new AtomicInteger();
        List<Future<?>> all =
                LongStream.range(0, 16)
                        .<Future<?>>mapToObj(
                                one ->
                                        threads.submit(
                                                () -> {
                                                    for (int i = 0; i < 50; i++) {
                                                        assertThat(failure()).isNotNull();
                                                        refused.incrementAndGet();
                                                    }
                                                }))
                        .toList();
        for (Future<?> each : all) {
            each.get();
        }
        assertThat(refused).hasValue(800);
        assertThat(connects()).isZero();
    }

    @Test
    void hasAPauseOfItsOwnLengthEachTime() {
        pauses.clear();
        pauses.addAll(List.of(5L, 9L));
        goesDown("08001");
        failure();
        connects();
        pass(5);
        failure();
        assertThat(connects()).isPositive();
        pass(8);
        failure();
        assertThat(connects()).isZero();
    }

    @Test
    void isPausedAfterForAQuarterToHalfASecondAtRandom() {
        List<Long> drawn = LongStream.generate(Lifecycle::pauseNanos).limit(1_000).boxed().toList();
        assertThat(drawn)
                .allMatch(pause -> pause >= Duration.ofMillis(250).toNanos())
                .allMatch(pause -> pause < Duration.ofMillis(500).toNanos());
        assertThat(Set.copyOf(drawn)).hasSizeGreaterThan(1);
    }

    @Test
    void isTriedAgainAtOnceWhenASettingWasChanged() throws SQLException {
        goesDown("08001");
        failure();
        database.noScript("connect");
        lifecycle.set(JdbcOption.MAX_SIZE, 3);
        assertThat(lifecycle.started().pool().snapshot().maxSize()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"08001", "08006", "57P03", "53300", "22023"})
    void isTransientForTheStarterAndForLaterCallers(String state) {
        goesDown(state);
        for (Throwable failure : List.of(failure(), failure())) {
            assertThat(failure)
                    .isInstanceOf(SQLTransientConnectionException.class)
                    .extracting(e -> ((SQLException) e).getSQLState())
                    .isEqualTo(state);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"28P01", "28000", "3D000"})
    void isPermanentForTheStarterAndForLaterCallers(String state) {
        goesDown(state);
        for (Throwable failure : List.of(failure(), failure())) {
            assertThat(failure)
                    .isInstanceOf(SQLNonTransientConnectionException.class)
                    .extracting(e -> ((SQLException) e).getSQLState())
                    .isEqualTo(state);
        }
    }

    /** They still want a connection, and one of them starts the pool. */
    @Test
    void doesNotReachOtherCallersWhenTheStarterWasInterrupted() throws Exception {
        CountDownLatch connecting = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        database.on(
                "connect",
                () -> {
                    database.noScript("connect");
                    connecting.countDown();
                    go.await();
                });
        Thread[] at = new Thread[2];
        Future<Throwable> starter = threads.submit(() -> failureAt(at, 0));
        connecting.await();
        Future<Throwable> waiter = threads.submit(() -> failureAt(at, 1));
        awaitWaiting(at, 1);

        at[0].interrupt();

        assertThat(starter.get())
                .isInstanceOf(SQLTransientConnectionException.class)
                .hasMessageContaining("interrupted while waiting");
        assertThat(waiter.get()).isNull();
        assertThat(connects()).isEqualTo(2);
        go.countDown();
    }

    private Throwable failureAt(Thread[] at, int index) {
        synchronized (at) {
            at[index] = Thread.currentThread();
        }
        return failure();
    }

    private static void awaitWaiting(Thread[] at, int index) {
        await("thread " + index + " waits")
                .until(
                        () -> {
                            synchronized (at) {
                                return at[index] == null ? null : at[index].getState();
                            }
                        },
                        Thread.State.TIMED_WAITING::equals);
    }
}
