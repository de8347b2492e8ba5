package io.sluice.jdbc.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.Credentials;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.TargetRole;
import io.sluice.pool.FlushReport;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.fault.Call;
import io.sluice.pool.fault.Callers;
import io.sluice.pool.fault.Lateness;
import io.sluice.pool.fault.LatenessProbe;
import io.sluice.pool.fault.PostgresServer;
import io.sluice.pool.fixture.Await;
import io.sluice.pool.fixture.TimePromise;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A pool under load on which a fault is played. The load begins, the fault comes and affects every
 * thread; it goes, all connections return and every thread is served. Then the counts of the pool
 * and the server are compared.
 */
final class FaultScene implements AutoCloseable {

    static final int THREADS = 64;
    static final int CONNECTIONS = 16;

    private static final Duration PAUSE = Duration.ofMillis(20);

    /** After that the pool retries at its lowest rate. */
    private static final Duration USED_TO_IT = Duration.ofSeconds(1);

    /** Far longer than any expected event takes. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final int PROBES = 64;
    private static final Duration PARK = Duration.ofMillis(10);

    static final String USER = "app";
    static final String PASSWORD = "secret of app";

    /** Something that happens to the server or the network. */
    @FunctionalInterface
    interface Event {
        void happen() throws Exception;
    }

    private final Terms terms;
    private final PostgresServer server;
    private final String connects = ConnectingSockets.newName();
    private final SluiceDataSource pool;
    private List<Integer> before;
    private Callers callers;
    private LatenessProbe probe;

    /** Changes with the password of the server. Volatile. */
    private volatile String password = PASSWORD;

    private FaultScene(Terms terms, PostgresServer server, String url, TargetRole role)
            throws SQLException {
        this.terms = terms;
        this.server = server;
        pool =
                SluiceDataSource.create(
                        JdbcPoolConfig.builder()
                                .name("faults")
                                .url(ConnectingSockets.watched(url, connects))
                                .targetRole(role)
                                .credentialsProvider(() -> new Credentials(USER, password))
                                .minSize(terms.minSize)
                                .maxSize(CONNECTIONS)
                                .acquireTimeout(terms.acquireTimeout)
                                .connectTimeout(terms.connectTimeout)
                                .validateAfterIdle(terms.validateAfterIdle)
                                .networkTimeout(terms.networkTimeout)
                                .build());
    }

    /** Opens a pool on a server. */
    static FaultScene open(Terms terms, PostgresServer server) throws SQLException {
        return open(terms, server, server.url(), TargetRole.ANY);
    }

    /**
     * Opens a pool.
     *
     * @param server that has its sessions when the fault is over
     * @param url by which it connects
     */
    static FaultScene open(Terms terms, PostgresServer server, String url) throws SQLException {
        return open(terms, server, url, TargetRole.ANY);
    }

    /** The same for servers in a role. */
    static FaultScene open(Terms terms, PostgresServer server, String url, TargetRole role)
            throws SQLException {
        return new FaultScene(terms, server, url, role);
    }

    /** Makes the user and the table of a server. */
    static void prepare(PostgresServer server) throws SQLException {
        server.addUser(USER, PASSWORD);
        try (Connection admin = server.admin()) {
            Callers.prepare(admin, THREADS);
        }
    }

    /** Sends all connections of the pool away by a deadline. */
    FlushReport flush(Duration drain) {
        return pool.flush(drain);
    }

    void password(String newPassword) {
        password = newPassword;
    }

    /**
     * Begins the load on a pool that has all its connections, and returns when every thread is
     * served.
     */
    void begin() throws InterruptedException {
        await("the pool is full").until(this::allServe);
        before = server.sessions(USER);
        probe = LatenessProbe.start(PROBES, PARK);
        callers = Callers.start(pool, THREADS, PAUSE, terms.hold);
        awaitGood();
    }

    /** The sessions that the server had when the load began. */
    List<Integer> sessionsBefore() {
        return before;
    }

    /** A whole scene, which can be played again. */
    @FunctionalInterface
    interface Play {
        Figures play() throws Exception;
    }

    /** Checks that a scene is in time, if the machine is fit for that. */
    static void assertInTime(Play scene) throws Exception {
        assertInTime(scene, Figures::assertInTime);
    }

    /**
     * The same with a promise of its own.
     *
     * @param promise about time, and about nothing else
     */
    static void assertInTime(Play scene, Consumer<Figures> promise) throws Exception {
        TimePromise.check(
                "a fault", Figures.PROMISED_LATENESS, () -> new Judged(scene.play(), promise));
    }

    /** The figures of a scene with the promise that they are held to. */
    private record Judged(Figures figures, Consumer<Figures> promise)
            implements TimePromise.Measured {

        @Override
        public Lateness lateness() {
            return figures.lateness();
        }

        @Override
        public void assertInTime() {
            promise.accept(figures);
        }
    }

    /**
     * Plays a fault that affects every thread and that no connection survives, until it is mended.
     */
    Figures play(String name, Event fault, Event mending) throws Exception {
        return play(name, fault, mending, this::areOthers);
    }

    /**
     * Plays a fault that affects every thread and that every connection survives, until it is
     * mended.
     */
    Figures playSurvived(String name, Event fault, Event mending) throws Exception {
        return play(name, fault, mending, this::areTheSame);
    }

    /**
     * Plays a fault that affects every thread, until it is mended.
     *
     * @param areRight whether the sessions of the server, by their process ids, are those that are
     *     to be there afterwards
     */
    Figures play(String name, Event fault, Event mending, Predicate<List<Integer>> areRight)
            throws Exception {
        begin();
        long failedAt = System.nanoTime();
        fault.happen();
        // Waits for failures of calls that began long after the fault, not only of those under way.
        awaitBad(failedAt + USED_TO_IT.toNanos());
        long mendingAt = System.nanoTime();
        mending.happen();
        return ended(name, failedAt, mendingAt, areRight);
    }

    /**
     * Plays a fault that costs all connections and passes by itself, under a load that has begun.
     */
    Figures passed(String name, Event loss) throws Exception {
        long failedAt = System.nanoTime();
        loss.happen();
        return ended(name, failedAt, System.nanoTime(), this::areOthers);
    }

    /** Plays a lasting change that costs no connection, under a load that has begun. */
    Figures borne(String name, Event change) throws Exception {
        long failedAt = System.nanoTime();
        change.happen();
        return ended(name, failedAt, System.nanoTime(), this::areTheSame);
    }

    private boolean areOthers(List<Integer> sessions) {
        return Collections.disjoint(sessions, before);
    }

    /** Whether exactly these of the earlier sessions are still there. */
    boolean areOthersBut(List<Integer> sessions, List<Integer> kept) {
        return before.stream().filter(sessions::contains).toList().equals(kept);
    }

    private boolean areTheSame(List<Integer> sessions) {
        return sessions.equals(before);
    }

    private Figures ended(
            String name, long failedAt, long mendingAt, Predicate<List<Integer>> areRight)
            throws Exception {
        long mendedAt = System.nanoTime();
        long fullAt = new FullService(pool, server, USER, CONNECTIONS).await(areRight, LIMIT);
        awaitGood();
        awaitGood();
        probe.awaitEnough();
        List<Call> calls = stopped();
        Figures figures =
                new Figures(
                        name,
                        terms,
                        failedAt,
                        mendedAt,
                        fullAt,
                        calls,
                        probe.lateness(),
                        Connects.of(
                                ConnectingSockets.connects(connects),
                                failedAt,
                                mendingAt,
                                mendedAt));
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

    /** Whether a caller is told at once that waiting for a connection would not help. */
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
            throw Await.failure("waited in vain until every thread is served; " + pool.snapshot());
        }
    }

    /** Returns when each caller had a failed call that began since then. */
    void awaitBad(long since) throws InterruptedException {
        if (!callers.awaitBad(since, LIMIT)) {
            throw Await.failure(
                    "waited in vain until every thread is affected; " + pool.snapshot());
        }
    }

    /**
     * Checks after the load that all is well: exactly the allowed number of connections can be had,
     * each member of the pool is in one state, server and pool count the same number, and after the
     * close there are none.
     */
    void assertSettled() {
        await("each connection of the pool serves").until(this::allServe);
        await("the pool is at rest and the server counts as it does")
                .until(
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
        await("the server has no session left").until(() -> server.sessions(USER), List::isEmpty);
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
