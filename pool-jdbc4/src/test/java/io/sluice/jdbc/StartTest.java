package io.sluice.jdbc;

import static io.sluice.jdbc.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.PoolSnapshot;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a data source starts, is sealed and closes. */
@Timeout(60)
class StartTest {

    private final RecordingDatabase database = new RecordingDatabase();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final SluiceDataSource bean = new SluiceDataSource();

    @AfterEach
    void close() {
        bean.close(Duration.ZERO);
        threads.shutdownNow();
    }

    @Test
    void nothingIsConnectedBeforeTheFirstConnectionIsWanted() throws SQLException {
        bean.setDataSource(database);
        bean.setMinSize(3);
        assertThat(bean.snapshot().total()).isZero();
        assertThat(database.connections()).isZero();
        bean.getConnection().close();
        assertThat(database.connections()).isPositive();
    }

    @Test
    void onceStartedItsSettingsAreSealed() throws SQLException {
        bean.setName("orders");
        bean.setDataSource(database);
        bean.setMaxSize(3);
        bean.getConnection().close();
        assertThatThrownBy(() -> bean.setMaxSize(4))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "maxSize cannot be changed: pool orders has started; set it before"
                                + " the start, or use resize for minSize and maxSize");
        assertThat(bean.snapshot().maxSize()).isEqualTo(3);
        bean.close();
        assertThatThrownBy(() -> bean.setMaxSize(4))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "maxSize cannot be changed: pool orders is closed; create a new data"
                                + " source");
    }

    @Test
    void itsSizesChangeWhileItRuns() throws SQLException {
        bean.setDataSource(database);
        bean.resize(0, 1);
        try (Connection one = bean.getConnection()) {
            assertThat(bean.snapshot().maxSize()).isEqualTo(1);
            bean.resize(0, 2);
            try (Connection two = bean.getConnection()) {
                assertThat(two).isNotSameAs(one);
            }
        }
        assertThat(bean.snapshot().maxSize()).isEqualTo(2);
    }

    @Test
    void aRefusedSizeChangesNothingBeforeTheStart() {
        bean.resize(1, 3);
        assertThatThrownBy(() -> bean.resize(2, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> bean.resize(4, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThat(bean.getMinSize()).isEqualTo(1);
        assertThat(bean.getMaxSize()).isEqualTo(3);
    }

    @Test
    void itsSizesCannotBeChangedOnceItIsClosed() throws SQLException {
        bean.setName("orders");
        bean.setDataSource(database);
        bean.start();
        bean.close();

        assertThatThrownBy(() -> bean.resize(0, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Pool orders is closed; open a new pool");
    }

    @Test
    void aFullStartReturnsWithTheMinimum() throws SQLException {
        bean.setDataSource(database);
        bean.setMinSize(3);
        bean.setStartup(Startup.FULL);

        bean.start();

        assertThat(bean.snapshot().total()).isEqualTo(3);
        assertThat(database.connections()).isEqualTo(3);
        bean.start();
        assertThat(bean.snapshot().accessible()).as("it takes none").isZero();
    }

    @Test
    void withAFullStartTheFirstCallerWaitsForTheMinimum() throws SQLException {
        bean.setDataSource(database);
        bean.setStartup(Startup.FULL);
        bean.setMinSize(6);
        try (Connection first = bean.getConnection()) {
            assertThat(first.isValid(1)).isTrue();
            assertThat(bean.snapshot().total()).isEqualTo(6);
        }
    }

    @Test
    void aFullStartFailsWithoutAnyConnection() {
        bean.setDataSource(database);
        bean.setMinSize(3);
        bean.setStartup(Startup.FULL);
        database.onThrow("connect", new SQLException("down", "08001"));

        assertThatThrownBy(bean::start)
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("down");
    }

    @Test
    void aFullStartGoesOnWithoutTheMinimumAndWarns() throws SQLException {
        List<String> warnings = new CopyOnWriteArrayList<>();
        Logger logger = Logger.getLogger("io.sluice.jdbc");
        logger.setFilter(
                record -> record.getLevel() != Level.WARNING || !warnings.add(record.getMessage()));
        CountDownLatch hanging = new CountDownLatch(1);
        AtomicInteger connects = new AtomicInteger();
        database.on(
                "connect",
                () -> {
                    if (connects.incrementAndGet() > 1) {
                        hanging.await();
                    }
                });
        bean.setName("orders");
        bean.setDataSource(database);
        bean.setMinSize(2);
        bean.setStartup(Startup.FULL);
        bean.setAcquireTimeout(Duration.ZERO);
        try {
            bean.start();
        } finally {
            hanging.countDown();
            logger.setFilter(null);
        }
        assertThat(warnings)
                .contains(
                        "Pool orders: started with 1 of minSize 2 connections after PT0S; it creates"
                                + " the others in the background");
    }

    @Test
    void createConnectsAtOnceAndKeepsTheConnection() throws SQLException {
        try (SluiceDataSource pool =
                watched(
                        SluiceDataSource.create(
                                JdbcPoolConfig.builder().dataSource(database).build()))) {
            assertThat(pool.snapshot().available()).isEqualTo(1);
            pool.getConnection().close();
            assertThat(database.connections()).isEqualTo(1);
        }
    }

    @Test
    void aStartThatFailsSaysWhyWithTheDriversStateAndLeavesNothingOpen() {
        SQLException refused = new SQLException("password authentication failed", "28P01", 7);
        database.onThrow("connect", refused);
        assertThatThrownBy(
                        () ->
                                SluiceDataSource.create(
                                        JdbcPoolConfig.builder()
                                                .name("orders")
                                                .dataSource(database)
                                                .build()))
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessageContaining("Pool orders")
                .hasMessageContaining("password authentication failed")
                .hasCause(refused)
                .satisfies(
                        e -> {
                            assertThat(((SQLException) e).getSQLState()).isEqualTo("28P01");
                            assertThat(((SQLException) e).getErrorCode()).isEqualTo(7);
                        });
    }

    @Test
    void afterAFailedStartTheNextCallRetriesAndSettingsCanBeCorrected() throws SQLException {
        bean.setName("orders");
        bean.setDataSource(database);
        database.onThrow("connect", new SQLException("down", "08001"));
        assertThatThrownBy(bean::getConnection).hasMessageContaining("down");
        database.noScript("connect");
        bean.setMaxSize(2);
        bean.getConnection().close();
        assertThat(bean.snapshot())
                .extracting(PoolSnapshot::name, PoolSnapshot::maxSize)
                .containsExactly("orders", 2);
    }

    @Test
    void aHalfMadeConnectionIsClosed() {
        bean.setDataSource(database);
        bean.setInitSql("SET ROLE nobody");
        database.onThrow("execute", new SQLException("no such role", "22023"));
        assertThatThrownBy(bean::getConnection).hasMessageContaining("no such role");
        assertThat(database.takeCalls())
                .containsExactly(
                        "connect()",
                        "c1.createStatement()",
                        "c1.execute(SET ROLE nobody)",
                        "c1.close()",
                        "c1.close()");
    }

    @Test
    void warnStartsWithoutADatabase() throws SQLException {
        bean.setDataSource(database);
        bean.setStartup(Startup.WARN);
        bean.setAcquireTimeout(Duration.ZERO);
        database.onThrow("connect", new SQLException("down", "08001"));
        assertThatThrownBy(bean::getConnection)
                .isInstanceOf(SQLTransientConnectionException.class)
                .hasMessageContaining(bean.snapshot().name());
        assertThatThrownBy(() -> bean.setMaxSize(3)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void lazyDoesNotEvenTry() throws SQLException {
        try (SluiceDataSource pool =
                watched(
                        SluiceDataSource.create(
                                JdbcPoolConfig.builder()
                                        .dataSource(database)
                                        .startup(Startup.LAZY)
                                        .build()))) {
            assertThat(pool.snapshot().total()).isZero();
            assertThat(database.connections()).isZero();
            pool.getConnection().close();
        }
    }

    @Test
    void manyFirstCallersStartOnePool() throws Exception {
        bean.setDataSource(database);
        CountDownLatch connecting = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        database.on(
                "connect",
                () -> {
                    connecting.countDown();
                    go.await();
                });
        List<Future<Connection>> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            all.add(threads.submit(() -> bean.getConnection()));
        }
        connecting.await();
        assertThat(database.takeCalls()).containsExactly("connect()");
        go.countDown();
        for (Future<Connection> each : all) {
            each.get();
        }
        assertThat(bean.snapshot().accessible()).isEqualTo(8);
    }

    /** Begins a getConnection, and returns once it waits. */
    private Future<Connection> waitingCaller() throws InterruptedException {
        CountDownLatch there = new CountDownLatch(1);
        Thread[] caller = new Thread[1];
        Future<Connection> connection =
                threads.submit(
                        () -> {
                            caller[0] = Thread.currentThread();
                            there.countDown();
                            return bean.getConnection();
                        });
        there.await();
        await("the caller waits").until(caller[0]::getState, Thread.State.TIMED_WAITING::equals);
        return connection;
    }

    @Test
    void waitersForAStartThatFailsAreToldWhy() throws Exception {
        bean.setName("orders");
        bean.setDataSource(database);
        CountDownLatch connecting = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        database.on(
                "connect",
                () -> {
                    connecting.countDown();
                    go.await();
                    throw new SQLException("down", "08001");
                });
        Future<Connection> starter = threads.submit(() -> bean.getConnection());
        connecting.await();
        Future<Connection> waiter = waitingCaller();
        go.countDown();
        assertThatThrownBy(starter::get).hasRootCauseMessage("down");
        assertThatThrownBy(waiter::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(SQLTransientConnectionException.class)
                .hasMessageStartingWith("Pool orders could not be started: ")
                .hasMessageContaining("down");
    }

    @Test
    void theStartIsPartOfTheTimeThatACallerWaits() throws Exception {
        Duration limit = Duration.ofSeconds(2);
        bean.setDataSource(database);
        bean.setMaxSize(1);
        bean.setAcquireTimeout(limit);
        CountDownLatch connecting = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        database.on(
                "connect",
                () -> {
                    connecting.countDown();
                    go.await();
                });
        Future<Connection> starter = threads.submit(() -> bean.getConnection());
        connecting.await();
        Future<Connection> waiter = waitingCaller();
        go.countDown();

        List<Throwable> failures = new ArrayList<>();
        for (Future<Connection> each : List.of(starter, waiter)) {
            try {
                each.get();
            } catch (ExecutionException e) {
                failures.add(e.getCause());
            }
        }

        assertThat(failures).hasSize(1);
        assertThat(failures.get(0).getCause())
                .isInstanceOfSatisfying(
                        AcquireTimeoutException.class,
                        timeout -> assertThat(timeout.limit()).isLessThan(limit));
    }

    @Test
    void closingEndsAStartUnderWay() throws Exception {
        bean.setName("orders");
        bean.setDataSource(database);
        CountDownLatch connecting = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        database.on(
                "connect",
                () -> {
                    connecting.countDown();
                    go.await();
                });
        Future<Connection> starter = threads.submit(() -> bean.getConnection());
        connecting.await();
        bean.close(Duration.ZERO);
        go.countDown();
        assertThatThrownBy(starter::get)
                .cause()
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessageStartingWith("Pool orders is closed")
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("08003");
        assertThatThrownBy(bean::getConnection).hasMessageContaining("closed");
    }

    @Test
    void aStartThatFindsItselfClosedConnectsToNothing() throws Exception {
        bean.setName("orders");
        bean.setUrl("jdbc:gate:x");
        bean.setDriverClassName(GateDriver.class.getName());
        Future<Connection> starter = threads.submit(() -> bean.getConnection());
        GateDriver.ASKED.await();
        bean.close();
        GateDriver.GO.countDown();
        assertThatThrownBy(starter::get)
                .cause()
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessageStartingWith("Pool orders is closed");
        assertThat(GateDriver.CONNECTS).hasValue(0);
    }

    /** Blocks the first thread that asks whether it accepts a URL. */
    public static final class GateDriver implements Driver {
        static final CountDownLatch ASKED = new CountDownLatch(1);
        static final CountDownLatch GO = new CountDownLatch(1);
        static final AtomicInteger CONNECTS = new AtomicInteger();

        @Override
        public boolean acceptsURL(String url) throws SQLException {
            ASKED.countDown();
            try {
                GO.await();
            } catch (InterruptedException e) {
                throw new SQLException(e);
            }
            return true;
        }

        @Override
        public Connection connect(String url, Properties properties) throws SQLException {
            CONNECTS.incrementAndGet();
            return new RecordingDatabase().getConnection();
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
            return new DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return 0;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public Logger getParentLogger() throws SQLFeatureNotSupportedException {
            throw new SQLFeatureNotSupportedException();
        }
    }

    @Test
    void afterCloseThereIsNoConnectionAndNoNewPool() throws SQLException {
        bean.setName("orders");
        bean.setDataSource(database);
        bean.getConnection().close();
        bean.close();
        bean.close();
        assertThatThrownBy(bean::getConnection)
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessageContaining("orders")
                .hasMessageContaining("closed")
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("08003");
        assertThat(database.connections()).isEqualTo(1);
    }

    @Test
    void closedBeforeItsStartItNeverStarts() {
        bean.setName("orders");
        bean.setDataSource(database);
        bean.close();
        assertThatThrownBy(bean::getConnection)
                .hasMessage("Pool orders is closed; create a new data source");
        assertThat(database.connections()).isZero();
        assertThatThrownBy(() -> bean.setMaxSize(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("pool orders is closed");
    }

    @Test
    void optionsThatDoNotFitTogetherAreRefusedAtTheStart() {
        bean.setName("orders");
        bean.setDataSource(database);
        bean.setMaxSize(2);
        bean.setMinSize(3);
        assertThatThrownBy(bean::getConnection)
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessage(
                        "Pool orders: minSize is 3 and maxSize is 2; minSize must be at most"
                                + " maxSize: lower minSize or raise maxSize");
    }

    @Test
    void theConfiguredUserIsServedAndAnotherOneRefused() throws SQLException {
        bean.setName("orders");
        bean.setDataSource(database);
        bean.setUsername("app");
        bean.setPassword("secret");
        bean.getConnection("app", "secret").close();
        assertThat(database.takeCalls()).startsWith("connect(app, secret)");
        assertThatThrownBy(() -> bean.getConnection("kim", "other"))
                .hasMessage(
                        "Pool orders connects as app and not as kim; call getConnection() without"
                                + " credentials, or open a pool for that user");
        assertThatThrownBy(() -> bean.getConnection("app", "other"))
                .hasMessage(
                        "Pool orders connects as app and not as app with another password; call"
                                + " getConnection() without credentials, or open a pool for that user");
    }

    @Test
    void credentialsAreAskedForAtEachConnect() throws SQLException {
        List<String> passwords = new ArrayList<>(List.of("second", "first"));
        bean.setDataSource(database);
        bean.setMaxSize(1);
        bean.setCredentialsProvider(
                () -> new Credentials("app", passwords.remove(passwords.size() - 1)));
        try (Connection connection = bean.getConnection()) {
            connection.abort(Runnable::run);
        }
        bean.getConnection().close();
        assertThat(database.takeCalls()).contains("connect(app, first)", "connect(app, second)");
    }

    @Test
    void aProviderThatGivesNothingFailsAtOnceAndIsNamed() {
        bean.setName("orders");
        bean.setDataSource(database);
        bean.setCredentialsProvider(new NoCredentials());
        assertThatThrownBy(bean::getConnection)
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessageEndingWith(
                        "Pool orders: credentialsProvider "
                                + NoCredentials.class.getName()
                                + " returned null; return Credentials, or throw an SQLException")
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("28000");
        assertThat(database.connections()).isZero();
    }

    /** Breaks its contract. */
    private static final class NoCredentials implements CredentialsProvider {
        @Override
        public Credentials credentials() {
            return null;
        }
    }

    @Test
    void anotherUserThanTheProvidersIsRefused() throws SQLException {
        bean.setName("orders");
        bean.setDataSource(database);
        bean.setCredentialsProvider(() -> new Credentials("app", "secret"));
        assertThatThrownBy(() -> bean.getConnection("app", "secret"))
                .isInstanceOf(java.sql.SQLInvalidAuthorizationSpecException.class)
                .hasMessage(
                        "Pool orders connects with credentials of its own and not as app; call"
                                + " getConnection() without credentials, or open a pool for that user");
    }

    @Test
    void aCustomizerPreparesEachConnectionOnceBeforeEverythingElse() throws SQLException {
        bean.setDataSource(database);
        bean.setInitSql("SET ROLE app");
        bean.setSchema("orders");
        bean.setConnectionCustomizer(
                connection -> {
                    connection.setSchema("custom");
                    connection.setCatalog("custom");
                });
        bean.getConnection().close();
        bean.getConnection().close();
        assertThat(database.takeCalls())
                .startsWith(
                        "connect()",
                        "c1.setSchema(custom)",
                        "c1.setCatalog(custom)",
                        "c1.createStatement()",
                        "c1.execute(SET ROLE app)",
                        "c1.close()",
                        "c1.setSchema(orders)")
                .containsOnlyOnce("c1.setCatalog(custom)");
        try (Connection connection = bean.getConnection()) {
            connection.setCatalog("changed");
        }
        assertThat(database.takeCalls())
                .as("what the customizer left is what is gone back to")
                .contains("c1.setCatalog(changed)", "c1.setCatalog(custom)");
    }

    @Test
    void aCustomizerThatFailsEndsItsConnectionAndSaysWhy() {
        bean.setDataSource(database);
        bean.setConnectionCustomizer(
                connection -> {
                    throw new IllegalStateException("no type handler");
                });
        assertThatThrownBy(bean::getConnection).hasMessageContaining("no type handler");
        assertThat(database.takeCalls()).containsExactly("connect()", "c1.close()");
    }
}
