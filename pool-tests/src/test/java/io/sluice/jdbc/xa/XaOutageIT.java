package io.sluice.jdbc.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.fault.PostgresServer;
import io.sluice.pool.jta.InDoubtBranches;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Global transactions over PostgreSQL and H2 while PostgreSQL's sessions are ended, and the server
 * is killed and started again: afterwards each transaction is in both databases or in neither, as
 * its application was told. Nothing is in doubt, no permit is lost, and pools and servers count the
 * same connections.
 */
@Tag("once")
@Timeout(300)
class XaOutageIT {

    private static final String USER = "app";
    private static final String PASSWORD = "secret of app";
    private static final String H2 = "jdbc:h2:mem:outage;DB_CLOSE_DELAY=-1";
    private static final int THREADS = 4;
    private static final int CONNECTIONS = 4;

    /** How often every thread commits before, between and after the faults. */
    private static final int ROUNDS = 5;

    private final TransactionManager transactions = Manager.NARAYANA.get();
    private final List<Worker> workers = new ArrayList<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final Set<Integer> committed = ConcurrentHashMap.newKeySet();
    private final Set<Integer> rolledBack = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;
    private PostgresServer server;
    private SluiceDataSource ledger;
    private SluiceDataSource journal;

    @BeforeEach
    void open() throws SQLException {
        server = PostgresServer.start(Map.of("max_prepared_transactions", "20"));
        server.addUser(USER, PASSWORD);
        run(postgres(), "CREATE TABLE numbers (n INT)");
        run(h2(), "DROP TABLE IF EXISTS numbers");
        run(h2(), "CREATE TABLE numbers (n INT)");
        ledger =
                pool(
                        "ledger",
                        "org.postgresql.xa.PGXADataSource",
                        Map.of("url", server.url(), "user", USER, "password", PASSWORD));
        journal = pool("journal", "org.h2.jdbcx.JdbcDataSource", Map.of("url", H2));
    }

    private static SluiceDataSource pool(String name, String driver, Map<String, String> properties)
            throws SQLException {
        return SluiceDataSource.create(
                JdbcPoolConfig.builder()
                        .name(name)
                        .xaDataSourceClassName(driver)
                        .dataSourceProperties(properties)
                        .transactionManager(Manager.NARAYANA.option())
                        .maxSize(CONNECTIONS)
                        .acquireTimeout(Duration.ofMillis(500))
                        .connectTimeout(Duration.ofSeconds(2))
                        .build());
    }

    @AfterEach
    void close() throws InterruptedException {
        stopped = true;
        for (Worker worker : workers) {
            worker.join();
        }
        ledger.close();
        journal.close();
        server.close();
    }

    private Connection postgres() throws SQLException {
        return DriverManager.getConnection(server.url(), USER, PASSWORD);
    }

    private static Connection h2() throws SQLException {
        return DriverManager.getConnection(H2);
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (connection;
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Set<Integer> ask(Connection connection, String sql) throws SQLException {
        Set<Integer> answers = new TreeSet<>();
        try (connection;
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                answers.add(rows.getInt(1));
            }
        }
        return answers;
    }

    /** Writes one number after the other into both databases. */
    private final class Worker extends Thread {

        private volatile int commits;
        private volatile int failures;

        @Override
        public void run() {
            while (!stopped) {
                int number = numbers.incrementAndGet();
                try {
                    transactions.setTransactionTimeout(20);
                    transactions.begin();
                    insert(ledger, number);
                    insert(journal, number);
                } catch (Exception e) {
                    failures++;
                    rollBack(number);
                    continue;
                }
                try {
                    transactions.commit();
                    committed.add(number);
                    commits++;
                } catch (RollbackException e) {
                    rolledBack.add(number);
                    failures++;
                } catch (Exception e) {
                    failures++; // of which the outcome is not known
                }
            }
        }

        private void rollBack(int number) {
            try {
                if (transactions.getStatus() != Status.STATUS_NO_TRANSACTION) {
                    transactions.rollback();
                }
                rolledBack.add(number);
            } catch (Exception e) {
                failures++;
            }
        }

        private static void insert(SluiceDataSource pool, int number) throws SQLException {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.executeUpdate("INSERT INTO numbers VALUES (" + number + ")");
            }
        }
    }

    private void awaitCommits() {
        int[] before = workers.stream().mapToInt(each -> each.commits).toArray();
        recoveringUntil(
                "every thread commits",
                () -> {
                    for (int i = 0; i < THREADS; i++) {
                        if (workers.get(i).commits < before[i] + ROUNDS) {
                            return false;
                        }
                    }
                    return true;
                });
    }

    private void awaitFailures() {
        int[] before = workers.stream().mapToInt(each -> each.failures).toArray();
        await("every thread fails")
                .until(
                        () ->
                                IntStream.range(0, THREADS)
                                        .allMatch(i -> workers.get(i).failures != before[i]));
    }

    /** What is in doubt keeps its connection until recovery has come by. */
    private static void recoveringUntil(String what, BooleanSupplier condition) {
        await(what)
                .until(
                        () -> {
                            boolean holds = condition.getAsBoolean();
                            if (!holds && !InDoubtBranches.of("ledger").isEmpty()) {
                                Manager.NARAYANA.recover();
                            }
                            return holds;
                        });
    }

    @Test
    void nothingIsLostWhenSessionsEndAndTheServerIsKilled() throws Exception {
        for (int i = 0; i < THREADS; i++) {
            Worker worker = new Worker();
            workers.add(worker);
            worker.start();
        }
        awaitCommits();
        for (int i = 0; i < ROUNDS; i++) {
            server.sessions(USER).forEach(server::terminate);
            awaitCommits();
        }
        server.kill();
        awaitFailures();
        server.start();
        awaitCommits();
        stopped = true;
        for (Worker worker : workers) {
            worker.join();
        }

        recoveringUntil("nothing is in doubt", () -> ledger.snapshot().inaccessible() == 0);
        Manager.NARAYANA.recover();
        assertNothingIsInDoubt();
        assertEverywhereOrNowhere();
        assertNoPermitIsLost(ledger);
        assertNoPermitIsLost(journal);
        await("pools and servers know of the same connections")
                .until(
                        () ->
                                server.sessions(USER).size() == ledger.snapshot().total()
                                        && sessionsOfH2() == journal.snapshot().total());
        ledger.close();
        journal.close();
        assertThat(ledger.snapshot().total()).isZero();
        assertThat(journal.snapshot().total()).isZero();
        await("the server has no session left").until(() -> server.sessions(USER), List::isEmpty);
        assertThat(sessionsOfH2()).isZero();
    }

    private void assertNothingIsInDoubt() throws SQLException {
        assertThat(InDoubtBranches.of("ledger")).isEmpty();
        assertThat(InDoubtBranches.of("journal")).isEmpty();
        assertThat(server.ask("SELECT gid FROM pg_prepared_xacts")).isEmpty();
        assertThat(ask(h2(), "SELECT COUNT(*) FROM INFORMATION_SCHEMA.IN_DOUBT"))
                .containsExactly(0);
    }

    private void assertEverywhereOrNowhere() throws SQLException {
        Set<Integer> inLedger = ask(postgres(), "SELECT n FROM numbers");
        Set<Integer> inJournal = ask(h2(), "SELECT n FROM numbers");
        System.out.printf(
                "XaOutageIT: of %d transactions %d told committed, %d rolled back; %d are in both%n",
                numbers.get(), committed.size(), rolledBack.size(), inLedger.size());
        assertThat(inLedger).isEqualTo(inJournal);
        assertThat(inLedger).containsAll(committed).doesNotContainAnyElementsOf(rolledBack);
    }

    /** A connection that must be made first may take longer than acquireTimeout. */
    private static void assertNoPermitIsLost(SluiceDataSource pool) {
        await("all connections of " + pool.snapshot().name())
                .ignoreExceptionsInstanceOf(SQLException.class)
                .untilAsserted(() -> acquireAll(pool));
    }

    private static void acquireAll(SluiceDataSource pool) throws SQLException {
        List<Connection> all = new ArrayList<>();
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                all.add(pool.getConnection());
            }
            PoolSnapshot taken = pool.snapshot();
            assertThat(taken.accessible()).isEqualTo(CONNECTIONS);
            assertThat(taken.total() + taken.creating()).isEqualTo(CONNECTIONS);
        } finally {
            for (Connection each : all) {
                each.close();
            }
        }
    }

    private static int sessionsOfH2() {
        try {
            return ask(h2(), "SELECT SESSION_ID FROM INFORMATION_SCHEMA.SESSIONS").size() - 1;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
