package io.sluice.jdbc;

import static io.sluice.pool.fixture.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.FlushMode;
import io.sluice.pool.FlushReport;
import io.sluice.pool.fault.Lateness;
import io.sluice.pool.fault.LatenessProbe;
import io.sluice.pool.fault.PostgresServer;
import io.sluice.pool.fixture.TimePromise;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.PGConnection;

/** What an operator does to a running pool, and what the server sees of it. */
@Tag("once")
@Timeout(120)
class PostgresOperationsIT {

    private static PostgresServer server;
    private static int users;

    private String user;
    private volatile Credentials credentials;

    @BeforeAll
    static void startServer() {
        server = PostgresServer.start(Map.of());
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void addUser() {
        user = newUser();
        credentials = new Credentials(user, "secret");
    }

    private static String newUser() {
        String name = "app" + ++users;
        server.addUser(name, "secret");
        return name;
    }

    private JdbcPoolConfig.Builder settings() {
        return JdbcPoolConfig.builder()
                .name("orders")
                .url(server.url())
                .maxSize(2)
                .credentialsProvider(() -> credentials);
    }

    private static String userOf(Connection connection) throws SQLException {
        return connection.getMetaData().getUserName();
    }

    @Test
    void aFlushByADeadlineLeavesNoSessionOfTheOldUser() throws SQLException {
        try (SluiceDataSource pool = watched(SluiceDataSource.create(settings().build()));
                Connection busy = pool.getConnection()) {
            pool.getConnection().close();
            assertThat(server.sessions(user)).hasSize(2);
            String next = newUser();
            credentials = new Credentials(next, "secret");

            assertThat(pool.flush(Duration.ofMillis(50))).isEqualTo(new FlushReport(1, 1, 0, 0));

            await("the sessions have ended").until(() -> server.sessions(user), List::isEmpty);
            try (Connection connection = pool.getConnection()) {
                assertThat(userOf(connection)).isEqualTo(next);
            }
            assertThatThrownBy(() -> userIn(busy)).isInstanceOf(SQLException.class);
        }
    }

    /** It has its session, and the pool does not have it: it is being prepared for the pool. */
    @Test
    void aFlushByADeadlineLeavesNoSessionThatWasBeingPreparedEither() throws Exception {
        CountDownLatch preparing = new CountDownLatch(1);
        CountDownLatch prepared = new CountDownLatch(1);
        AtomicInteger connections = new AtomicInteger();
        JdbcPoolConfig.Builder settings =
                settings()
                        .connectionCustomizer(
                                connection -> {
                                    // On a slow machine a third one begins beside the second.
                                    if (connections.incrementAndGet() > 1) {
                                        preparing.countDown();
                                        await("it may go on").until(() -> prepared.getCount() == 0);
                                    }
                                });
        try (SluiceDataSource pool = watched(SluiceDataSource.create(settings.build()))) {
            Connection first = pool.getConnection();
            int session = first.unwrap(PGConnection.class).getBackendPID();
            FutureTask<Void> second =
                    started(
                            () -> {
                                pool.getConnection().close();
                                return null;
                            });
            await("a session is being prepared").until(() -> preparing.getCount() == 0);
            first.close(); // and the other is served with it
            second.get();
            String next = newUser();
            credentials = new Credentials(next, "secret");
            FutureTask<Long> flush =
                    started(
                            () -> {
                                assertThat(pool.flush(Duration.ofMinutes(1)))
                                        .isEqualTo(new FlushReport(1, 0, 0, 0));
                                return prepared.getCount();
                            });
            await("the flush has begun").until(() -> !server.sessions(user).contains(session));

            prepared.countDown();

            assertThat(flush.get()).as("whether it came back before").isZero();
            await("the sessions have ended").until(() -> server.sessions(user), List::isEmpty);
            try (Connection connection = pool.getConnection()) {
                assertThat(userOf(connection)).isEqualTo(next);
            }
        }
    }

    private static <T> FutureTask<T> started(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread worker = new Thread(task, "worker");
        worker.setDaemon(true);
        worker.start();
        return task;
    }

    private static void userIn(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT current_user");
        }
    }

    @Test
    void aStatementIsOverWhenItsConnectionIsFlushedAtOnce() throws Exception {
        assertNothingIsLeft(
                pool ->
                        assertThat(pool.flush(FlushMode.IMMEDIATE))
                                .isEqualTo(new FlushReport(0, 1, 0, 0)));
    }

    @Test
    void aStatementIsOverWhenTheDeadlineOfAFlushIs() throws Exception {
        assertNothingIsLeft(
                pool ->
                        assertThat(pool.flush(Duration.ofMillis(50)))
                                .isEqualTo(new FlushReport(0, 1, 0, 0)));
    }

    @Test
    void aStatementIsOverWhenTheDrainOfAPoolIs() throws Exception {
        assertNothingIsLeft(
                pool -> assertThat(pool.close(Duration.ofMillis(50)).accessible()).isOne());
    }

    /**
     * A statement runs for longer than the test, and would leave a row at its end. When its
     * connection is taken away, the server must not let it run on.
     */
    private void assertNothingIsLeft(Consumer<SluiceDataSource> departure) throws Exception {
        try (SluiceDataSource pool =
                watched(SluiceDataSource.create(settings().maxSize(1).build()))) {
            FutureTask<Void> work = startWork(pool);

            departure.accept(pool);

            await("the session has ended").until(() -> server.sessions(user), List::isEmpty);
            assertThat(server.ask("SELECT id::text FROM late_" + user)).isEmpty();
            assertThatThrownBy(work::get).cause().isInstanceOf(SQLException.class);
        }
    }

    /** Returns when the server is at work in auto-commit. */
    private FutureTask<Void> startWork(SluiceDataSource pool) {
        FutureTask<Void> work =
                started(
                        () -> {
                            try (Connection connection = pool.getConnection();
                                    Statement statement = connection.createStatement()) {
                                statement.execute("CREATE TABLE late_" + user + " (id int)");
                                statement.execute(
                                        "INSERT INTO late_"
                                                + user
                                                + " SELECT 1 FROM pg_sleep(600)");
                            }
                            return null;
                        });
        await("the server is at work").until(() -> isAtWork() || work.isDone());
        assertThat(work).isNotDone();
        return work;
    }

    private boolean isAtWork() {
        return !server.ask(
                        "SELECT pid::text FROM pg_stat_activity"
                                + " WHERE usename = ? AND wait_event = 'PgSleep'",
                        user)
                .isEmpty();
    }

    /** The server does not answer the request to cancel. */
    @Test
    void aFrozenServerDoesNotKeepAFlushFromTakingConnectionsAway() throws Exception {
        try (SluiceDataSource pool =
                watched(SluiceDataSource.create(settings().maxSize(1).build()))) {
            FutureTask<Void> work = startWork(pool);
            server.freeze();
            try {
                assertThat(pool.flush(Duration.ofMillis(50)))
                        .isEqualTo(new FlushReport(0, 1, 0, 0));
                assertThat(pool.snapshot().total()).isZero();
                assertThatThrownBy(work::get).cause().isInstanceOf(SQLException.class);
            } finally {
                server.thaw();
            }
        }
    }

    @Test
    void aSuspendedPoolThatIsFlushedHasNoSession() throws SQLException {
        try (SluiceDataSource pool =
                watched(SluiceDataSource.create(settings().maxSize(1).build()))) {
            pool.suspend();
            assertThat(pool.flush(Duration.ofSeconds(5))).isEqualTo(new FlushReport(1, 0, 0, 0));
            await("the session has ended").until(() -> server.sessions(user), List::isEmpty);
            assertThat(pool.isSuspended()).isTrue();
            pool.resume();
            pool.getConnection().close();
            assertThat(server.sessions(user)).hasSize(1);
        }
    }

    @Test
    void aPasswordThatWasChangedOnTheServerIsFetchedAnew() throws SQLException {
        Credentials[] kept = {credentials};
        JdbcPoolConfig.Builder settings =
                settings()
                        .credentialsProvider(
                                () -> {
                                    Credentials told = kept[0];
                                    kept[0] = credentials; // fetched while the other is tried
                                    return told;
                                });
        try (SluiceDataSource pool = watched(SluiceDataSource.create(settings.build()));
                Connection early = pool.getConnection()) {
            server.changePassword(user, "changed");
            kept[0] = new Credentials(user, "secret");
            credentials = new Credentials(user, "changed");

            try (Connection late = pool.getConnection()) {
                assertThat(userOf(late)).isEqualTo(user);
            }
            userIn(early);
            assertThat(pool.snapshot().total()).isEqualTo(2);
        }
    }

    /**
     * How long a caller waited in vain.
     *
     * @param lateness by how much threads that merely park were late meanwhile
     */
    private record Waited(Duration time, Lateness lateness) implements TimePromise.Measured {

        private static final Duration LIMIT = Duration.ofMillis(300);
        private static final Duration PROMISED_LATENESS = Duration.ofMillis(50);

        @Override
        public void assertInTime() {
            assertThat(time).isLessThan(LIMIT.plus(lateness.p999()).plus(PROMISED_LATENESS));
        }
    }

    /**
     * The limits of the pool are a day: a caller that waits for one sees no answer in this test.
     */
    @Test
    @Tag("alone")
    void aFrozenServerCostsACallerNoMoreThanItsOwnTime() throws Exception {
        TimePromise.check("a frozen server", Waited.PROMISED_LATENESS, this::waitForAFrozenServer);
    }

    private Waited waitForAFrozenServer() throws Exception {
        JdbcPoolConfig.Builder settings =
                settings()
                        .maxSize(1)
                        .acquireTimeout(Waited.LIMIT)
                        .connectTimeout(Duration.ofDays(1))
                        .validateAfterIdle(Duration.ZERO)
                        .validationTimeout(Duration.ofDays(1));
        try (SluiceDataSource pool = watched(SluiceDataSource.create(settings.build()))) {
            Connection only = pool.getConnection();
            // The first time-out of a JVM loads the classes that its message takes.
            assertThat(catchThrowable(pool::getConnection))
                    .hasCauseInstanceOf(AcquireTimeoutException.class);
            only.close();
            Waited waited;
            server.freeze();
            try (LatenessProbe probe =
                    LatenessProbe.start(/* threads= */ 64, Duration.ofMillis(10))) {
                long since = System.nanoTime();
                Throwable told = catchThrowable(pool::getConnection);
                Duration time = Duration.ofNanos(System.nanoTime() - since);
                assertThat(told)
                        .isInstanceOf(SQLTransientConnectionException.class)
                        .hasCauseInstanceOf(AcquireTimeoutException.class);
                assertThat(time).isGreaterThanOrEqualTo(Waited.LIMIT);
                probe.awaitEnough();
                waited = new Waited(time, probe.lateness());
            } finally {
                server.thaw();
            }
            await("it serves again").until(() -> serves(pool));
            return waited;
        }
    }

    /** As with links dropped by a firewall: no answer comes, and new links work. */
    @Test
    void sessionsThatHangCostACallerOneValidationAndNotOneEach() throws SQLException {
        Duration validation = Duration.ofSeconds(2);
        JdbcPoolConfig.Builder settings =
                settings()
                        .maxSize(4)
                        .validateAfterIdle(Duration.ZERO)
                        .validationTimeout(validation);
        try (SluiceDataSource pool = watched(SluiceDataSource.create(settings.build()))) {
            List<Connection> all = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                all.add(pool.getConnection());
            }
            for (Connection each : all) {
                each.close();
            }
            List<Integer> lost = server.sessions(user);
            assertThat(lost).hasSize(4);
            server.freeze(lost);
            try {
                long asked = System.nanoTime();
                pool.getConnection().close();
                assertThat(Duration.ofNanos(System.nanoTime() - asked))
                        .isBetween(validation, validation.multipliedBy(4).minusMillis(1));
                await("the rest is found lost").until(pool::snapshot, now -> now.total() == 1);
            } finally {
                server.thaw();
            }
        }
    }

    /** As the configuration guide has it. */
    @Test
    void aServerThatOnlyReadsIsFoundOutByAQueryAndNotByTheDriver() throws SQLException {
        String query =
                "SELECT 1 / CASE current_setting('transaction_read_only')"
                        + " WHEN 'off' THEN 1 ELSE 0 END";
        assertThat(sessionIsKeptOnceOneWasFoundToReadOnly(settings())).isTrue();
        assertThat(sessionIsKeptOnceOneWasFoundToReadOnly(settings().validationQuery(query)))
                .isFalse();
    }

    private boolean sessionIsKeptOnceOneWasFoundToReadOnly(JdbcPoolConfig.Builder settings)
            throws SQLException {
        FatalErrorClassifier standard = FatalErrorClassifier.standard();
        settings.fatalErrorClassifier(e -> standard.isFatal(e) || "25006".equals(e.getSQLState()));
        try (SluiceDataSource pool = watched(SluiceDataSource.create(settings.build()))) {
            int other;
            try (Connection first = pool.getConnection()) {
                try (Connection second = pool.getConnection()) {
                    other = sessionOf(second);
                }
                readOnly("on");
                await("the session only reads").until(() -> cannotWrite(first));
            }
            try (Connection next = pool.getConnection()) {
                return sessionOf(next) == other;
            }
        } finally {
            readOnly("off");
        }
    }

    /** Sessions that exist learn of it as well, a moment later. */
    private static void readOnly(String value) {
        server.run("ALTER SYSTEM SET default_transaction_read_only = " + value);
        server.run("SELECT pg_reload_conf()");
    }

    private static boolean cannotWrite(Connection connection) {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS written (id int)");
            return false;
        } catch (SQLException e) {
            assertThat(e.getSQLState()).isEqualTo("25006");
            return true;
        }
    }

    private static int sessionOf(Connection connection) throws SQLException {
        return connection.unwrap(PGConnection.class).getBackendPID();
    }

    private static boolean serves(SluiceDataSource pool) {
        try {
            pool.getConnection().close();
            return true;
        } catch (SQLException e) {
            return false;
        }
    }
}
