package io.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Ticker;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class VirtualClockTest {

    private final VirtualClock clock = new VirtualClock();
    private final List<String> events = new CopyOnWriteArrayList<>();

    @Test
    void alarmsRunInTheOrderOfTheirTimes() {
        long start = clock.nanos();
        clock.schedule(() -> note("second", start), Duration.ofHours(2).toNanos());
        clock.schedule(() -> note("first", start), Duration.ofHours(1).toNanos());
        Ticker.Alarm never =
                clock.schedule(() -> note("cancelled", start), Duration.ofHours(1).toNanos());
        clock.schedule(() -> note("later", start), Duration.ofHours(4).toNanos());
        never.cancel();

        clock.advance(Duration.ofHours(3));

        assertThat(events).containsExactly("first at hour 1", "second at hour 2");
        clock.advance(Duration.ofHours(3));
        assertThat(events).hasSize(3).last().isEqualTo("later at hour 4");
    }

    private void note(String event, long start) {
        events.add(event + " at hour " + Duration.ofNanos(clock.nanos() - start).toHours());
    }

    @Test
    void anAlarmOfNowRunsByItself() {
        CompletableFuture<Void> run = new CompletableFuture<>();
        clock.schedule(() -> run.complete(null), 0);
        assertThat(run).succeedsWithin(Duration.ofSeconds(30));
    }

    @Test
    void anAlarmThatFailsDoesNotEndTheTimer() {
        clock.schedule(
                () -> {
                    Thread.currentThread().setUncaughtExceptionHandler((t, e) -> events.add("it"));
                    throw new IllegalStateException("of the test");
                },
                Duration.ofHours(1).toNanos());
        clock.schedule(() -> events.add("next"), Duration.ofHours(2).toNanos());

        clock.advance(Duration.ofHours(2));

        assertThat(events).containsExactly("it", "next");
    }

    @Test
    void tasksOfThePoolEndBeforeTimeGoesOn() throws Exception {
        clock.schedule(() -> events.add("alarm"), Duration.ofHours(1).toNanos());
        clock.taskBegins();
        Thread test = new Thread(() -> clock.advance(Duration.ofHours(2)));
        test.start();
        while (test.isAlive() && test.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        events.add("task");
        clock.taskEnds();
        test.join();

        assertThat(events).containsExactly("task", "alarm");
    }

    @Test
    void timeDoesNotGoBack() {
        assertThatThrownBy(() -> clock.advance(Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("time is PT-0.000000001S; a clock never goes back");
    }

    @Test
    void aWaitingThreadTimesOutInVirtualTime() throws SQLException {
        try (SluiceDataSource pool = pool("waits", config().maxSize(1));
                Connection only = pool.getConnection()) {
            CompletableFuture<Connection> second =
                    CompletableFuture.supplyAsync(
                            () -> {
                                try {
                                    return pool.getConnection();
                                } catch (SQLException e) {
                                    throw new CompletionException(e);
                                }
                            });
            PoolChecks.await(pool, counts -> counts.waiting() == 1);

            clock.advance(Duration.ofMinutes(5));

            assertThat(second)
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableThat()
                    .withMessageContaining("acquireTimeout 300000 ms");
            assertThat(only.isValid(1)).isTrue();
        }
    }

    @Test
    void anOldConnectionIsReplaced() throws SQLException {
        try (SluiceDataSource pool =
                pool("ages", config().maxLifetime(Duration.ofMinutes(30)).minSize(1))) {
            pool.getConnection().close();
            clock.advance(Duration.ofMinutes(31));
            PoolChecks.await(
                    pool,
                    counts ->
                            counts.counters().discarded().get(DiscardReason.LIFETIME) == 1
                                    && counts.available() == 1);
        }
    }

    @Test
    void aLeakIsReportedWithoutSleeping() throws SQLException {
        CompletableFuture<String> leak = new CompletableFuture<>();
        Handler handler =
                new Handler() {
                    @Override
                    public void publish(LogRecord message) {
                        if (message.getMessage().contains("longer than leakThreshold")) {
                            leak.complete(message.getThrown().getStackTrace()[0].getMethodName());
                        }
                    }

                    @Override
                    public void flush() {}

                    @Override
                    public void close() {}
                };
        Logger log = Logger.getLogger("io.sluice.pool");
        log.addHandler(handler);
        try (SluiceDataSource pool = pool("leaks", config().leakThreshold(Duration.ofMinutes(30)));
                Connection forgotten = pool.getConnection()) {
            clock.advance(Duration.ofHours(1));
            assertThat(leak).succeedsWithin(Duration.ofSeconds(30));
            assertThat(pool.leases())
                    .singleElement()
                    .satisfies(
                            lease ->
                                    assertThat(lease.held())
                                            .isGreaterThanOrEqualTo(Duration.ofHours(1)));
            assertThat(forgotten.isClosed()).isFalse();
        } finally {
            log.removeHandler(handler);
        }
    }

    private JdbcPoolConfig.Builder config() {
        return JdbcPoolConfig.builder().ticker(clock).acquireTimeout(Duration.ofMinutes(5));
    }

    private static SluiceDataSource pool(String name, JdbcPoolConfig.Builder config)
            throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:" + name);
        return SluiceDataSource.create(config.name(name).dataSource(h2).build());
    }
}
