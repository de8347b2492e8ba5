package io.sluice.perf.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.perf.turn.Logs;
import io.sluice.pool.PoolSnapshot;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A pool in order violates nothing, and each invariant is violated by a pool that breaks it. */
@Timeout(120)
class SoakRunTest {

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Watch watch = new Watch();

    @BeforeEach
    void discardLogs() {
        Logs.discard();
    }

    /** A database in this process, which does not fail. */
    private static class H2 implements SoakServer {

        private final String url = "jdbc:h2:mem:soak" + System.nanoTime() + ";DB_CLOSE_DELAY=-1";
        private final Connection admin = DriverManager.getConnection(url, USER, PASSWORD);

        H2() throws SQLException {
            SoakServer.prepare(admin, "SELECT 1", 4);
        }

        @Override
        public int port() {
            return 1;
        }

        @Override
        public String url(int port) {
            return url;
        }

        @Override
        public Class<?> driverType() {
            return org.h2.jdbc.JdbcConnection.class;
        }

        @Override
        public String settings() {
            return "SELECT ISOLATION_LEVEL FROM INFORMATION_SCHEMA.SESSIONS"
                    + " WHERE SESSION_ID = SESSION_ID()";
        }

        @Override
        public void start() {}

        @Override
        public void stop() {}

        @Override
        public void kill() {}

        @Override
        public void freeze() {}

        @Override
        public void thaw() {}

        @Override
        public void terminate(Random random) {}

        @Override
        public void changePassword(String password) {
            run("ALTER USER " + USER + " SET PASSWORD '" + password + "'");
        }

        private void run(String command) {
            try (Statement statement = admin.createStatement()) {
                statement.execute(command);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public int sessions() {
            try {
                String count = "SELECT count(*) - 1 FROM INFORMATION_SCHEMA.SESSIONS";
                return Integer.parseInt(Site.ask(admin, count));
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() {
            run("SHUTDOWN");
        }
    }

    /** A pool in order, whose parts a test replaces. */
    private static class Pool extends SluiceDataSource {

        Pool(JdbcPoolConfig config) {
            super(config);
        }

        Connection given(Connection connection) throws SQLException {
            return connection;
        }

        @Override
        public Connection getConnection() throws SQLException {
            return given(super.getConnection());
        }

        @Override
        public CompletableFuture<Connection> acquireAsync(Duration timeout) {
            if (!(Thread.currentThread() instanceof Worker)) {
                return super.acquireAsync(timeout);
            }
            try {
                return CompletableFuture.completedFuture(getConnection());
            } catch (SQLException e) {
                return CompletableFuture.failedFuture(e);
            }
        }
    }

    /** Replaces a method of a connection. */
    private interface Method {

        Object call(Connection connection, Object... arguments) throws SQLException;
    }

    private static Connection replaced(Connection connection, String name, Method method) {
        return (Connection)
                Proxy.newProxyInstance(
                        SoakRunTest.class.getClassLoader(),
                        new Class<?>[] {Connection.class},
                        (proxy, called, arguments) -> {
                            if (called.getName().equals(name)) {
                                return method.call(connection, arguments);
                            }
                            try {
                                return called.invoke(connection, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    private static PoolSnapshot changed(PoolSnapshot of, int total, int waiting) {
        return new PoolSnapshot(
                of.name(),
                total,
                of.minSize(),
                of.maxSize(),
                of.creating(),
                1,
                of.accessible(),
                of.inaccessible(),
                of.reserved(),
                waiting,
                false,
                of.counters());
    }

    private static Pool broken(Invariant invariant, JdbcPoolConfig config) {
        return new Pool(
                invariant == Invariant.CAPACITY
                        ? config.toBuilder()
                                .minSize(config.maxSize() + 1)
                                .maxSize(config.maxSize() + 1)
                                .build()
                        : config) {

            private final Object one = new Object();

            @Override
            Connection given(Connection connection) throws SQLException {
                boolean isWorker = Thread.currentThread() instanceof Worker;
                return switch (invariant) {
                    case OWNER -> replaced(connection, "unwrap", (own, type) -> one);
                    case REPLY ->
                            replaced(
                                    connection,
                                    "prepareStatement",
                                    (own, sql) -> ofAnother(own, (String) sql[0]));
                    case CLEAN -> {
                        connection.setAutoCommit(false);
                        yield connection;
                    }
                    case WORK -> replaced(connection, "close", (own, none) -> committed(own));
                    case LOST -> lost(replaced(connection, "unwrap", (own, type) -> one));
                    case CLOSED_HANDLE ->
                            replaced(connection, "createStatement", (own, none) -> statement(own));
                    case IN_TIME -> {
                        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(3));
                        yield connection;
                    }
                    case ERROR, CALM, RECOVERED -> {
                        if (isWorker) {
                            connection.close();
                            throw invariant == Invariant.ERROR
                                    ? new SQLException("no", "HY000")
                                    : new SQLTransientConnectionException("no", "HYT00");
                        }
                        yield connection;
                    }
                    case ENDED -> {
                        while (isWorker) {
                            LockSupport.park();
                        }
                        yield connection;
                    }
                    default -> connection;
                };
            }

            @Override
            public PoolSnapshot snapshot() {
                PoolSnapshot seen = super.snapshot();
                return switch (invariant) {
                    case LIMIT -> changed(seen, seen.maxSize() + 1, 0);
                    case WAITER -> changed(seen, seen.total(), 1);
                    default -> seen;
                };
            }
        };
    }

    private static PreparedStatement ofAnother(Connection connection, String sql)
            throws SQLException {
        return connection.prepareStatement(sql.replace("SELECT id", "SELECT id + 1"));
    }

    private static Connection lost(Connection connection) {
        return replaced(
                connection,
                "prepareStatement",
                (own, sql) -> {
                    throw new SQLException("lost", "08006");
                });
    }

    private static Object committed(Connection connection) throws SQLException {
        if (!connection.isClosed() && !connection.getAutoCommit()) {
            connection.commit();
        }
        connection.close();
        return connection;
    }

    private static Statement statement(Connection connection) throws SQLException {
        return connection.isClosed()
                ? (Statement)
                        Proxy.newProxyInstance(
                                SoakRunTest.class.getClassLoader(),
                                new Class<?>[] {Statement.class},
                                (proxy, called, arguments) -> null)
                : connection.createStatement();
    }

    /** Those of the machine; none where they could excuse what is broken. */
    private static Stalls stalls(Invariant broken) {
        Stalls stalls = Stalls.start();
        if (broken != Invariant.MEMORY) {
            stalls.close();
        }
        return stalls;
    }

    private void run(Invariant broken, Duration time) throws SQLException, InterruptedException {
        SoakPlan plan = new SoakPlan(time, 4, 2, 5, PATIENCE);
        SoakServer server =
                new H2() {
                    @Override
                    public int sessions() {
                        boolean isWrong =
                                broken == Invariant.COUNTS || broken == Invariant.CLOSED_POOL;
                        return super.sessions() + (isWrong ? 1 : 0);
                    }
                };
        try (Stalls stalls = stalls(broken);
                Site site =
                        new Site(
                                "h2",
                                plan,
                                server,
                                watch,
                                stalls,
                                made -> broken(broken, made.config()))) {
            SoakRun run = new SoakRun(plan, List.of(site), watch);
            run.run();
        }
    }

    @Test
    void aPoolInOrderViolatesNothing() throws Exception {
        run(Invariant.MEMORY, Duration.ofSeconds(3)); // which no pool of this test breaks

        assertThat(watch.circumstances()).isEmpty();
        assertThat(watch.violations()).isZero();
        assertThat(Arrays.stream(Invariant.values()).filter(each -> watch.checks(each) == 0))
                .as("invariants that were not checked, but for that of errors, which may not come")
                .isSubsetOf(Invariant.ERROR);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"MEMORY", "THREADS", "FILES"})
    void aPoolThatBreaksAnInvariantIsNoticed(Invariant invariant) throws Exception {
        run(invariant, Duration.ofMillis(500));

        assertThat(watch.violations(invariant)).isPositive();
        assertThat(watch.circumstances()).anyMatch(seen -> seen.startsWith(invariant + " ("));
    }

    @Test
    void growthIsNoticed() {
        Resources start = new Resources(10 << 20, 20, 30);

        new Resources((18 << 20) - 1, 27, 37).compare(start, watch);
        assertThat(watch.violations()).isZero();

        new Resources(18 << 20, 28, 38).compare(start, watch);
        assertThat(watch.violations(Invariant.MEMORY)).isEqualTo(1);
        assertThat(watch.violations(Invariant.THREADS)).isEqualTo(1);
        assertThat(watch.violations(Invariant.FILES)).isEqualTo(1);
    }
}
