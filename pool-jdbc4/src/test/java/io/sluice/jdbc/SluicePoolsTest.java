package io.sluice.jdbc;

import static io.sluice.jdbc.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.internal.config.OptionValues;
import io.sluice.jdbc.internal.config.PropertiesReader;
import io.sluice.pool.spi.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several pools in one file. */
@Timeout(60)
class SluicePoolsTest {

    /** The connections that the pools of a test have made. */
    private static final List<Connection> MADE = new CopyOnWriteArrayList<>();

    @BeforeEach
    void forget() {
        MADE.clear();
    }

    /** Notes each connection. */
    public static final class Noting implements ConnectionCustomizer {
        @Override
        public void customize(Connection connection) {
            MADE.add(connection);
        }
    }

    private static Properties properties(String... keysAndValues) {
        Properties properties = new Properties();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            properties.setProperty(keysAndValues[i], keysAndValues[i + 1]);
        }
        return properties;
    }

    private static void refused(String message, String... keysAndValues) {
        assertThatThrownBy(() -> SluicePools.load(properties(keysAndValues)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void aFileOpensThePoolsThatItNames(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("pools.properties");
        Files.writeString(
                file,
                """
                # for all
                username = sa
                maxSize = 5

                pool.orders.url = jdbc:h2:mem:orders
                pool.orders.maxSize = 20
                pool.audit.dataSourceClassName = org.h2.jdbcx.JdbcDataSource
                pool.audit.dataSource.url = jdbc:h2:mem:audit
                pool.audit.password =
                """);
        SluiceDataSource orders;
        try (SluicePools pools = watched(SluicePools.load(file))) {
            assertThat(pools.names()).containsExactly("audit", "orders");
            orders = pools.get("orders");
            assertThat(orders.snapshot().name()).isEqualTo("orders");
            assertThat(orders.snapshot().maxSize()).isEqualTo(20);
            assertThat(pools.get("audit").snapshot().maxSize()).isEqualTo(5);
            try (Connection connection = pools.get("audit").getConnection()) {
                assertThat(connection.getMetaData().getURL()).isEqualTo("jdbc:h2:mem:audit");
            }
            assertThat(orders.configuration().options())
                    .extracting(EffectiveOption::toString)
                    .contains(
                            "name = orders (keys pool.orders.* of pools.properties)",
                            "maxSize = 20 (key pool.orders.maxSize of pools.properties)",
                            "username = sa (key username of pools.properties)");
        }
        assertThatThrownBy(orders::getConnection)
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void propertiesOfTheVendorAreSharedOneByOne() {
        Map<String, OptionValues> pools =
                new PropertiesReader(Map.of())
                        .readPools(
                                properties(
                                        "dataSource.ssl", "true",
                                        "dataSource.ApplicationName", "all",
                                        "pool.a.url", "jdbc:h2:mem:a",
                                        "pool.b.url", "jdbc:h2:mem:b",
                                        "pool.b.dataSource.ApplicationName", "b"));
        assertThat(pools.get("a").dataSourceProperties())
                .isEqualTo(Map.of("ssl", "true", "ApplicationName", "all"));
        assertThat(pools.get("b").dataSourceProperties())
                .isEqualTo(Map.of("ssl", "true", "ApplicationName", "b"));
    }

    @Test
    void aPoolThatIsNotThereIsRefusedWithTheNearestName() throws SQLException {
        try (SluicePools pools =
                watched(
                        SluicePools.load(
                                properties(
                                        "pool.orders.url", "jdbc:h2:mem:a",
                                        "pool.audit.url", "jdbc:h2:mem:b")))) {
            assertThatThrownBy(() -> pools.get("order"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "unknown pool order; did you mean orders: correct the name, or add the"
                                    + " pool to the file");
            assertThatThrownBy(() -> pools.get("xyz"))
                    .hasMessage(
                            "unknown pool xyz; expected one of audit, orders: correct the name, or add"
                                    + " the pool to the file");
            assertThatThrownBy(() -> pools.names().remove("orders"))
                    .isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @Test
    void whatIsWrongIsSaidWithItsWholeKey() {
        refused(
                "unknown option \"pool.orders.maxsize\"; did you mean pool.orders.maxSize",
                "pool.orders.url",
                "jdbc:h2:mem:x",
                "pool.orders.maxsize",
                "5");
        refused(
                "pool.orders.maxSize is \"many\"; expected a number from 1 to 1000000; write for example"
                        + " pool.orders.maxSize=10",
                "pool.orders.url",
                "jdbc:h2:mem:x",
                "pool.orders.maxSize",
                "many");
        refused(
                "pool orders: minSize is 20 and maxSize is 10 by default; minSize must be at"
                        + " most maxSize: lower minSize or raise maxSize",
                "pool.orders.url",
                "jdbc:h2:mem:x",
                "minSize",
                "20");
        refused(
                "pool.orders is not a valid key; expected pool.NAME.OPTION, with letters,"
                        + " digits, - and _ in NAME, for example pool.orders.maxSize",
                "pool.orders",
                "x");
        refused(
                "pool.orders.name cannot be set; the keys name the pool, as in"
                        + " pool.orders.url: remove the line",
                "pool.orders.url",
                "jdbc:h2:mem:x",
                "pool.orders.name",
                "other");
        refused(
                "name cannot be set; the keys name the pool, as in pool.orders.url: remove"
                        + " the line",
                "pool.orders.url",
                "jdbc:h2:mem:x",
                "name",
                "other");
        refused(
                "no pool is configured; add keys such as pool.orders.url, or load the file of"
                        + " a single pool with SluiceDataSource.load",
                "url",
                "jdbc:h2:mem:x");
    }

    @Test
    void anErrorInAFileNamesTheFile(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("pools.properties");
        Files.writeString(file, "pool.orders.url = jdbc:h2:mem:x\npool.orders.maxSize = 0\n");
        assertThatThrownBy(() -> SluicePools.load(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(file + ": pool.orders.maxSize is \"0\"; expected ");
    }

    @Test
    void allThatIsWrongWithAllPoolsIsToldAtOnce() {
        assertThatThrownBy(
                        () ->
                                SluicePools.load(
                                        properties(
                                                "maxSize", "many",
                                                "pool.orders.url", "jdbc:h2:mem:x",
                                                "pool.orders.idleTimeout", "soon",
                                                "pool.audit.minSize", "20")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("3 problems in the configuration:")
                .hasMessageContaining("\n  - maxSize is \"many\"; expected")
                .hasMessageContaining("\n  - pool.orders.idleTimeout is \"soon\"; expected")
                .hasMessageContaining("\n  - pool audit: no connection source is configured");
    }

    @Test
    void nothingStartsWhenAnythingInTheFileIsWrong() {
        refused(
                "pool.z.maxSize is \"0\"; expected a number from 1 to 1000000; write for example"
                        + " pool.z.maxSize=10",
                "pool.a.url",
                "jdbc:h2:mem:a",
                "pool.a.connectionCustomizer",
                Noting.class.getName(),
                "pool.z.url",
                "jdbc:h2:mem:z",
                "pool.z.maxSize",
                "0");
        assertThat(MADE).isEmpty();
    }

    @Test
    void whenOnePoolDoesNotStartTheOthersAreClosed() throws SQLException {
        assertThatThrownBy(
                        () ->
                                SluicePools.load(
                                        properties(
                                                "connectionCustomizer", Noting.class.getName(),
                                                "pool.a.url", "jdbc:h2:mem:a",
                                                "pool.b.url", "jdbc:h2:mem:b",
                                                "pool.c.url", "jdbc:nosuch:c")))
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessageStartingWith("Pool c: url is \"jdbc:nosuch:c\"");
        assertThat(MADE).hasSize(2);
        for (Connection connection : MADE) {
            assertThat(connection.isClosed()).isTrue();
        }
    }

    /** A clock of the application that fails at the end of a pool. */
    private static final class FailingClock implements Ticker {

        static final InternalError FAILURE = new InternalError("of the clock");

        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public Alarm schedule(Runnable task, long delayNanos) {
            return () -> {};
        }

        @Override
        public void park(Object blocker, long nanos) {
            LockSupport.parkNanos(blocker, nanos);
        }

        @Override
        public void close() {
            throw FAILURE;
        }
    }

    private static NavigableMap<String, OptionValues> withFailingClocks(String... keysAndValues) {
        NavigableMap<String, OptionValues> pools =
                PropertiesReader.ofSystem().readPools(properties(keysAndValues));
        pools.values().forEach(pool -> pool.set(JdbcOption.TICKER, new FailingClock()));
        return pools;
    }

    @Test
    void anErrorAtTheCloseOfOneLeavesNoOtherOpenAfterAFailedStart() {
        NavigableMap<String, OptionValues> pools =
                withFailingClocks(
                        "connectionCustomizer", Noting.class.getName(),
                        "pool.a.url", "jdbc:h2:mem:a",
                        "pool.b.url", "jdbc:h2:mem:b",
                        "pool.c.url", "jdbc:nosuch:c");
        assertThatThrownBy(() -> SluicePools.start(pools))
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessageStartingWith("Pool c: url is \"jdbc:nosuch:c\"")
                .hasSuppressedException(FailingClock.FAILURE);
        assertAllAreClosed();
    }

    @Test
    void anErrorAtTheCloseOfOneLeavesNoOtherOpen() throws SQLException {
        SluicePools pools =
                SluicePools.start(
                        withFailingClocks(
                                "connectionCustomizer", Noting.class.getName(),
                                "pool.a.url", "jdbc:h2:mem:a",
                                "pool.b.url", "jdbc:h2:mem:b"));
        assertThatThrownBy(() -> pools.close(NoThread::new)).isSameAs(FailingClock.FAILURE);
        assertAllAreClosed();
    }

    private static void assertAllAreClosed() {
        assertThat(MADE)
                .hasSize(2)
                .allSatisfy(connection -> assertThat(connection.isClosed()).isTrue());
    }

    @Test
    void thePoolsCloseAtTheSameTimeAndAnInterruptDoesNotStopThat() throws Exception {
        SluicePools pools =
                watched(
                        SluicePools.load(
                                properties(
                                        "closeTimeout", "1d",
                                        "pool.a.url", "jdbc:h2:mem:a",
                                        "pool.b.url", "jdbc:h2:mem:b")));
        Connection a = pools.get("a").getConnection();
        Connection b = pools.get("b").getConnection();
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread closer =
                new Thread(
                        () -> {
                            pools.close();
                            interrupted.complete(Thread.currentThread().isInterrupted());
                        });
        closer.start();
        closer.interrupt();
        // Each drains for a day: closed one after the other, one of them would stay open.
        awaitRefusal(pools.get("a"));
        awaitRefusal(pools.get("b"));
        assertThat(interrupted).isNotDone();
        a.close();
        b.close();
        assertThat(interrupted.get()).isTrue();
    }

    @Test
    void poolsAreClosedEvenIfNoThreadCanBeStartedForThem() throws SQLException {
        SluicePools pools =
                watched(
                        SluicePools.load(
                                properties(
                                        "connectionCustomizer", Noting.class.getName(),
                                        "pool.a.url", "jdbc:h2:mem:a",
                                        "pool.b.url", "jdbc:h2:mem:b",
                                        "pool.c.url", "jdbc:h2:mem:c")));
        AtomicInteger asked = new AtomicInteger();
        pools.close(work -> asked.getAndIncrement() == 1 ? new Thread(work) : new NoThread(work));
        assertThat(MADE).hasSize(3);
        for (Connection connection : MADE) {
            assertThat(connection.isClosed()).isTrue();
        }
    }

    /**
     * Cannot be started, as when the system has no more threads. The error is not that of the JVM,
     * for test runners end their JVM when they meet that one.
     */
    private static final class NoThread extends Thread {
        NoThread(Runnable work) {
            super(work);
        }

        @Override
        public void start() {
            throw new InternalError("unable to create native thread");
        }
    }

    @Test
    void withoutAThreadOfItsOwnAPoolIsNotClosedByForceBecauseOfAnInterrupt() throws Exception {
        SluicePools pools =
                watched(
                        SluicePools.load(
                                properties("closeTimeout", "1d", "pool.a.url", "jdbc:h2:mem:a")));
        Connection a = pools.get("a").getConnection();
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread closer =
                new Thread(
                        () -> {
                            Thread.currentThread().interrupt();
                            pools.close(NoThread::new);
                            interrupted.complete(Thread.currentThread().isInterrupted());
                        });
        closer.start();
        awaitRefusal(pools.get("a"));
        assertThat(interrupted).isNotDone();
        assertThat(a.isValid(10)).isTrue();
        a.close();
        assertThat(interrupted.get()).isTrue();
    }

    private static void awaitRefusal(SluiceDataSource pool) {
        await("no connection any more")
                .untilAsserted(
                        () ->
                                assertThatThrownBy(() -> pool.getConnection().close())
                                        .isInstanceOf(SQLNonTransientConnectionException.class));
    }
}
