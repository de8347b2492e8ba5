package io.sluice.jdbc.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.Credentials;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.fault.Call;
import io.sluice.pool.fault.Callers;
import io.sluice.pool.fault.LatenessProbe;
import io.sluice.pool.fault.PostgresServer;
import io.sluice.pool.fixture.Await;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A pool under load on which a fault is played: the load begins, the fault comes, everybody feels
 * it, it goes, everybody is served again; then the counts of the pool and the server are compared.
 */
final class FaultScene implements AutoCloseable {

    static final int THREADS = 64;
    static final int CONNECTIONS = 16;

    /** What callers wait in an outage; the probe parks for as long. */
    static final Duration ACQUIRE_TIMEOUT = Duration.ofMillis(500);

    /** What they wait where there is always something to wait for, and nobody is silent. */
    private static final Duration LONG = Duration.ofSeconds(20);

    private static final Duration VALIDATED_AFTER = Duration.ofMillis(500);

    /** Long enough for a reply that comes, also on a busy machine. */
    static final Duration NETWORK_TIMEOUT = Duration.ofSeconds(3);

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofMillis(20);

    /** Much longer than anything takes that comes at all. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final int PROBES = 64;

    static final String USER = "app";
    static final String PASSWORD = "secret of app";

    /** Something that happens to the server or the network. */
    @FunctionalInterface
    interface Event {
        void happen() throws Exception;
    }

    private final Duration acquireTimeout;
    private final SluiceDataSource pool;
    private final List<Long> connects = new ArrayList<>(); // guarded by itself
    private Callers callers;
    private LatenessProbe probe;

    /** Changes with the password of the server. Volatile. */
    private volatile String password = PASSWORD;

    private FaultScene(
            String url,
            Duration acquireTimeout,
            Duration connectTimeout,
            Duration networkTimeout,
            Duration validateAfterIdle)
            throws SQLException {
        this.acquireTimeout = acquireTimeout;
        pool =
                SluiceDataSource.create(
                        JdbcPoolConfig.builder()
                                .name("faults")
                                .url(url)
                                .credentialsProvider(this::credentials)
                                .minSize(CONNECTIONS)
                                .maxSize(CONNECTIONS)
                                .acquireTimeout(acquireTimeout)
                                .connectTimeout(connectTimeout)
                                .validateAfterIdle(validateAfterIdle)
                                .networkTimeout(networkTimeout)
                                .build());
    }

    /** A scene in which callers wait in vain. */
    static FaultScene ofOutage(String url) throws SQLException {
        return new FaultScene(
                url, ACQUIRE_TIMEOUT, CONNECT_TIMEOUT, NETWORK_TIMEOUT, VALIDATED_AFTER);
    }

    /** A scene in which callers wait in vain, and each connection is validated before each use. */
    static FaultScene ofOutageValidating(String url) throws SQLException {
        return new FaultScene(
                url, ACQUIRE_TIMEOUT, CONNECT_TIMEOUT, NETWORK_TIMEOUT, Duration.ZERO);
    }

    /** A scene in which callers wait in vain, and connects that hang do so for ten seconds. */
    static FaultScene ofHangingConnects(String url) throws SQLException {
        return new FaultScene(
                url, ACQUIRE_TIMEOUT, Duration.ofSeconds(10), NETWORK_TIMEOUT, VALIDATED_AFTER);
    }

    /** A scene in which some connections are lost and others can be made at any time. */
    static FaultScene ofLoss(String url) throws SQLException {
        return new FaultScene(url, LONG, CONNECT_TIMEOUT, LONG, VALIDATED_AFTER);
    }

    /** Makes the user and the table of a server. */
    static void prepare(PostgresServer server) throws SQLException {
        server.addUser(USER, PASSWORD);
        try (Connection admin = server.admin()) {
            Callers.prepare(admin, THREADS);
        }
    }

    private Credentials credentials() {
        synchronized (connects) {
            connects.add(System.nanoTime());
        }
        return new Credentials(USER, password);
    }

    void password(String newPassword) {
        password = newPassword;
    }

    /**
     * Begins the load on a pool that has all its connections, and returns when everybody is served.
     */
    void begin() throws InterruptedException {
        Await.until("the pool is full", () -> pool.snapshot().available() == CONNECTIONS);
        probe = LatenessProbe.start(PROBES, ACQUIRE_TIMEOUT);
        callers = Callers.start(pool, THREADS, PAUSE);
        awaitGood();
    }

    /** Plays a fault that everybody feels until it is mended. */
    Figures play(String name, Event fault, Event mending) throws Exception {
        begin();
        long failedAt = System.nanoTime();
        fault.happen();
        // Not only those who were at work when it came, but also those who come later.
        awaitBad(failedAt);
        awaitBad(System.nanoTime());
        mending.happen();
        return ended(name, failedAt, System.nanoTime());
    }

    /** Plays a fault that passes by itself under the load that has begun. */
    Figures passed(String name, Event fault) throws Exception {
        long failedAt = System.nanoTime();
        fault.happen();
        return ended(name, failedAt, System.nanoTime());
    }

    private Figures ended(String name, long failedAt, long mendedAt) throws Exception {
        awaitGood();
        awaitGood();
        Figures figures =
                new Figures(
                        name,
                        acquireTimeout,
                        failedAt,
                        mendedAt,
                        stopped(),
                        probe.p999(),
                        connects());
        System.out.println(figures);
        return figures;
    }

    private List<Call> stopped() throws InterruptedException {
        try {
            return callers.stop(LIMIT);
        } finally {
            probe.close();
        }
    }

    private List<Long> connects() {
        synchronized (connects) {
            return List.copyOf(connects);
        }
    }

    /** Whether who asks for a connection is told at once that waiting would not help. */
    boolean isRefusedForGood() {
        try {
            pool.getConnection().close();
            return false;
        } catch (SQLException e) {
            return e instanceof SQLNonTransientConnectionException;
        }
    }

    void awaitGood() throws InterruptedException {
        if (!callers.awaitGood(System.nanoTime(), LIMIT)) {
            throw Await.failure("waited in vain until everybody is served; " + pool.snapshot());
        }
    }

    private void awaitBad(long since) throws InterruptedException {
        if (!callers.awaitBad(since, LIMIT)) {
            throw Await.failure("waited in vain until everybody feels it; " + pool.snapshot());
        }
    }

    /**
     * Checks after the load that nothing is amiss: exactly so many connections can be had as are
     * allowed, each member of the pool is in one state, server and pool know of the same number,
     * and after the close there are none.
     */
    void assertSettled(PostgresServer server) throws Exception {
        // Who lost its connection while nobody used it finds out now.
        Await.until("each connection of the pool serves", this::allServe);
        Await.until(
                "the pool is at rest and the server counts as it does",
                () -> {
                    PoolSnapshot rest = pool.snapshot();
                    return rest.available() == CONNECTIONS
                            && rest.total() == CONNECTIONS
                            && rest.creating() == 0
                            && rest.waiting() == 0
                            && server.sessions(USER).size() == CONNECTIONS;
                });
        pool.close();
        assertThat(pool.snapshot().total()).isZero();
        Await.until("the server has no session left", () -> server.sessions(USER).isEmpty());
    }

    /** Whether as many as the pool may have can be had at once, and used. */
    private boolean allServe() {
        List<Connection> all = new ArrayList<>();
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                all.add(pool.getConnection());
            }
            PoolSnapshot taken = pool.snapshot();
            assertThat(taken.accessible()).isEqualTo(CONNECTIONS);
            assertThat(taken.total() + taken.creating()).isEqualTo(CONNECTIONS);
            for (Connection each : all) {
                each.createStatement().execute("SELECT 1");
            }
            return true;
        } catch (SQLException e) {
            return false;
        } finally {
            all.forEach(FaultScene::release);
        }
    }

    private static void release(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new AssertionError("a connection can be closed whatever became of it", e);
        }
    }

    @Override
    public void close() {
        if (callers != null) {
            callers.close();
            probe.close();
        }
        pool.close();
    }
}
