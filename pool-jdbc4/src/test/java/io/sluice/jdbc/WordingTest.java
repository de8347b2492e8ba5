package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.FlushMode;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.MBeanFeatureInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Users read of connections, never of resources, also where the pool's core writes the text. */
@Timeout(60)
class WordingTest {

    private static final Pattern RESOURCE =
            Pattern.compile("\\bresources?\\b", Pattern.CASE_INSENSITIVE);

    private final RecordingDatabase database = new RecordingDatabase();
    private final SluiceDataSource pool = new SluiceDataSource();
    private final Collection<String> texts = new ConcurrentLinkedQueue<>();
    private final Logger logger = Logger.getLogger("io.sluice");
    private final Handler handler =
            new Handler() {
                @Override
                public void publish(LogRecord entry) {
                    texts.add(entry.getMessage());
                    collect(entry.getThrown());
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };

    @BeforeEach
    void listen() {
        logger.setUseParentHandlers(false);
        logger.setLevel(Level.ALL);
        handler.setLevel(Level.ALL);
        logger.addHandler(handler);
        pool.setName("orders");
        pool.setDataSource(database);
        pool.setMaxSize(1);
        pool.setAcquireTimeout(Duration.ofMillis(5));
    }

    @AfterEach
    void noTextSaysResource() {
        pool.close(Duration.ZERO);
        logger.removeHandler(handler);
        logger.setLevel(null);
        logger.setUseParentHandlers(true);
        assertThat(texts).isNotEmpty().noneMatch(text -> RESOURCE.matcher(text).find());
    }

    private void collect(Throwable failure) {
        for (Throwable e = failure; e != null; e = e.getCause()) {
            texts.add(String.valueOf(e.getMessage()));
            for (Throwable suppressed : e.getSuppressed()) {
                collect(suppressed);
            }
        }
    }

    private void fails(ThrowingCallable call, String expected) {
        Throwable failure = catchThrowable(call);
        assertThat(failure).hasMessageContaining(expected);
        collect(failure);
    }

    private void logs(String expected) {
        await(expected).until(() -> texts.stream().anyMatch(text -> text.contains(expected)));
    }

    @Test
    void whenTheTimeIsOver() throws SQLException {
        try (Connection only = pool.getConnection()) {
            assertThat(only.isClosed()).isFalse();
            fails(pool::getConnection, "no connection became available within");
        }
        logs("Time-outs are logged");
    }

    @Test
    void whenTheQueueIsFull() throws SQLException {
        pool.setMaxWaiting(0);
        try (Connection only = pool.getConnection()) {
            assertThat(only.isClosed()).isFalse();
            fails(pool::getConnection, "requests are already waiting");
        }
    }

    @Test
    void whenAWaitIsInterrupted() throws SQLException {
        pool.setAcquireTimeout(Duration.ofSeconds(30));
        try (Connection only = pool.getConnection()) {
            assertThat(only.isClosed()).isFalse();
            Thread.currentThread().interrupt();
            fails(pool::getConnection, "interrupted while waiting for a connection");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void whenAConnectionLeaks() throws SQLException {
        pool.setLeakThreshold(Duration.ofMillis(1));
        try (Connection only = pool.getConnection()) {
            assertThat(only.isClosed()).isFalse();
            logs("in use for longer than leakThreshold");
        }
    }

    @Test
    void whenThePoolIsClosed() throws SQLException {
        try (Connection only = pool.getConnection()) {
            assertThat(only.isClosed()).isFalse();
            pool.close(Duration.ZERO);
            logs("leases still out after a drain");
        }
        fails(pool::getConnection, "is closed");
    }

    @Test
    void whenTheFirstConnectionCannotBeCreated() {
        database.onThrow("connect", new SQLException("down", "08001"));
        fails(pool::getConnection, "the first connection could not be created");
    }

    @Test
    void whenNoConnectionCanBeCreatedForAWhile() throws SQLException {
        pool.setStartup(Startup.LAZY);
        database.onThrow("connect", new SQLException("down", "08001"));
        await("an attempt has failed before the time is over")
                .untilAsserted(
                        () -> fails(pool::getConnection, "the last attempt to create one failed"));
        logs("cannot create a connection; it retries while one is needed");
    }

    @Test
    void whenConnectingFailsForGood() {
        pool.setStartup(Startup.LAZY);
        pool.setAcquireTimeout(Duration.ofSeconds(30));
        database.onThrow("connect", new SQLException("wrong password", "28000"));
        fails(pool::getConnection, "is empty and cannot create a connection");
    }

    @Test
    void whenConnectingTakesTooLong() {
        CountDownLatch end = new CountDownLatch(1);
        pool.setConnectTimeout(Duration.ofMillis(1));
        pool.setAcquireTimeout(Duration.ofSeconds(30));
        database.on("connect", end::await);
        fails(pool::getConnection, "creating a connection took longer than connectTimeout");
        end.countDown();
    }

    @Test
    void whenValidationFails() throws SQLException {
        pool.setValidateAfterIdle(Duration.ZERO);
        pool.setAcquireTimeout(Duration.ofSeconds(30));
        pool.getConnection().close();
        database.lose("c1");
        pool.getConnection().close();
        logs("is discarded: INVALID");
    }

    @Test
    void whenThePoolIsSuspended() throws SQLException {
        pool.getConnection().close();
        pool.suspend();
        fails(pool::getConnection, "the pool is suspended");
        pool.resume();
    }

    @Test
    void whenThePoolIsFlushed() throws SQLException {
        try (Connection only = pool.getConnection()) {
            assertThat(only.isClosed()).isFalse();
            assertThat(pool.flush(FlushMode.GRACEFUL).stillOut()).isOne();
            assertThat(pool.flush(Duration.ofMillis(1)).takenAway()).isOne();
            logs("leases still out after a drain");
        }
        logs("is discarded: FLUSHED");
    }

    @Test
    void inTheDescriptionsOfOptions() {
        for (JdbcOption option : JdbcOption.values()) {
            texts.add(option.meaning());
        }
    }

    @Test
    void inTheMBean() throws Exception {
        pool.setRegisterMbean(true);
        pool.getConnection().close();
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("io.sluice:type=Pool,name=\"orders\"");
        MBeanInfo info = server.getMBeanInfo(name);
        texts.add(info.getDescription());
        Stream.<MBeanFeatureInfo>concat(
                        Stream.of(info.getAttributes()), Stream.of(info.getOperations()))
                .forEach(feature -> texts.add(feature.getDescription()));
        texts.add(Arrays.toString((String[]) server.getAttribute(name, "Configuration")));
    }
}
