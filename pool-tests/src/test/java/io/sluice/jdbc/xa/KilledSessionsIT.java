package io.sluice.jdbc.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.pool.jta.InDoubtBranches;
import io.sluice.pool.jta.JtaTransactionContext;
import io.sluice.pool.spi.RecoverySource;
import jakarta.transaction.RollbackException;
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
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAResource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The server ends all sessions of a pool at once, inside transactions that span two databases, and
 * goes on. No recovery passes until a test asks for it.
 */
@Tag("once")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class KilledSessionsIT {

    private static final int CONNECTIONS = 4;
    private static final int WHOLE_SCAN = XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN;
    private static final String OTHER = "jdbc:h2:mem:beside-killed-sessions;DB_CLOSE_DELAY=-1";

    private final ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
    private TransactionManager transactions;
    private SluiceDataSource pool;
    private SluiceDataSource other;

    @BeforeEach
    void makeTables() throws SQLException {
        XaDatabase.POSTGRES.newTable();
        try (Connection connection = DriverManager.getConnection(OTHER);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS numbers");
            statement.execute("CREATE TABLE numbers (n INT)");
        }
    }

    private void open(Manager manager, boolean recovered) throws SQLException {
        open(
                manager,
                recovered,
                beside().xaDataSourceClassName("org.h2.jdbcx.JdbcDataSource")
                        .dataSourceProperties(Map.of("url", OTHER)));
    }

    private void open(Manager manager, boolean recovered, JdbcPoolConfig.Builder beside)
            throws SQLException {
        transactions = manager.get();
        pool = SluiceDataSource.create(in(manager, recovered, killed()).build());
        other = SluiceDataSource.create(in(manager, recovered, beside).build());
    }

    private static JdbcPoolConfig.Builder beside() {
        return JdbcPoolConfig.builder().name("beside-killed-sessions");
    }

    /** The other database stops at the hooks; the one whose sessions are killed is as it is. */
    private static JdbcPoolConfig.Builder hookedBeside() {
        JdbcDataSource driver = new JdbcDataSource();
        driver.setURL(OTHER);
        HookedXaDataSource.reset(driver);
        HookedXaDataSource.translated = true;
        return beside().xaDataSourceClassName(HookedXaDataSource.class.getName());
    }

    private static JdbcPoolConfig.Builder killed() {
        return XaDatabase.POSTGRES.source(
                JdbcPoolConfig.builder()
                        .name("killed-sessions")
                        .maxSize(CONNECTIONS)
                        .acquireTimeout(Duration.ofSeconds(5)));
    }

    private static JdbcPoolConfig.Builder in(
            Manager manager, boolean recovered, JdbcPoolConfig.Builder builder) {
        return recovered
                ? builder.transactionManager(manager.option())
                : builder.transactionContext(
                        new JtaTransactionContext(manager.get(), manager.registry()));
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        pool.close();
        other.close();
    }

    private static Set<Integer> numbers(Connection opened) throws SQLException {
        Set<Integer> numbers = new TreeSet<>();
        try (Connection connection = opened;
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT n FROM numbers")) {
            while (rows.next()) {
                numbers.add(rows.getInt(1));
            }
        }
        return numbers;
    }

    /** Each number is in both databases, or in neither. */
    private static void assertCommitted(Integer... expected) throws SQLException {
        assertThat(numbers(XaDatabase.POSTGRES.direct())).containsExactly(expected);
        assertThat(numbers(DriverManager.getConnection(OTHER))).containsExactly(expected);
    }

    private static void insert(SluiceDataSource pool, int number) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO numbers VALUES (" + number + ")");
        }
    }

    /** Ends the session of each connection of the pool inside a transaction. */
    private List<Throwable> killAll(boolean seen) throws Exception {
        CountDownLatch working = new CountDownLatch(CONNECTIONS);
        CountDownLatch killed = new CountDownLatch(1);
        List<Future<Throwable>> outcomes = new ArrayList<>();
        for (int number = 1; number <= CONNECTIONS; number++) {
            int mine = number;
            outcomes.add(
                    threads.submit(
                            (Callable<Throwable>)
                                    () -> {
                                        transactions.begin();
                                        insert(other, mine);
                                        insert(pool, mine);
                                        working.countDown();
                                        killed.await();
                                        if (seen) {
                                            Throwable failure =
                                                    catchThrowable(() -> insert(pool, mine));
                                            assertThat(failure).isInstanceOf(SQLException.class);
                                        }
                                        return catchThrowable(transactions::commit);
                                    }));
        }
        working.await();
        XaDatabase.POSTGRES.run(
                "SELECT pg_terminate_backend(pid, 20000) FROM pg_stat_activity"
                        + " WHERE state = 'idle in transaction'");
        killed.countDown();
        List<Throwable> told = new ArrayList<>();
        for (Future<Throwable> outcome : outcomes) {
            told.add(outcome.get());
        }
        return told;
    }

    /** Ends the session of a transaction once both of its branches are prepared. */
    private void commitAndKillAfterPrepare(int number) throws Exception {
        AtomicInteger session = new AtomicInteger();
        HookedXaDataSource.hooks =
                new HookedXaDataSource.Hooks() {
                    @Override
                    void afterPrepare() {
                        terminate(session.get());
                    }
                };
        transactions.begin();
        insert(pool, number); // prepared first
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet pid = statement.executeQuery("SELECT pg_backend_pid()")) {
            pid.next();
            session.set(pid.getInt(1));
        }
        insert(other, number);
        transactions.commit();
    }

    private static void terminate(int session) {
        try {
            XaDatabase.POSTGRES.run("SELECT pg_terminate_backend(" + session + ", 20000)");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private void assertThePoolServesAll() throws Exception {
        await("no connection is kept").until(pool::snapshot, now -> now.inaccessible() == 0);
        useAllAtOnce();
        assertCommitted(10, 11, 12, 13);
    }

    private void useAllAtOnce() throws Exception {
        List<Future<Void>> served = new ArrayList<>();
        CountDownLatch having = new CountDownLatch(CONNECTIONS);
        for (int i = 0; i < CONNECTIONS; i++) {
            int number = 10 + i;
            served.add(
                    threads.submit(
                            () -> {
                                transactions.begin();
                                insert(other, number);
                                insert(pool, number);
                                having.countDown();
                                having.await();
                                transactions.commit();
                                return null;
                            }));
        }
        for (Future<Void> each : served) {
            each.get();
        }
    }

    private static void recoverUntilNothingIsInDoubt(Manager manager) {
        await("nothing is in doubt")
                .until(
                        () -> {
                            if (InDoubtBranches.of("killed-sessions").isEmpty()) {
                                return true;
                            }
                            manager.recover();
                            return false;
                        });
    }

    @ParameterizedTest
    @EnumSource
    void whatAnApplicationHasSeenToBeLostIsRolledBackAndOver(Manager manager) throws Exception {
        open(manager, /* recovered= */ true);

        try (Manager.Ear ear = Manager.Ear.forHeuristicOutcome()) {
            assertThat(killAll(/* seen= */ true))
                    .allSatisfy(told -> assertThat(told).isInstanceOf(RollbackException.class));
            assertThat(ear.hasHeard()).as("a heuristic outcome").isFalse();
        }

        assertThat(InDoubtBranches.of("killed-sessions")).as("never prepared").isEmpty();
        assertThePoolServesAll();
    }

    /** The branch waits for recovery; its connection is free. */
    @ParameterizedTest
    @EnumSource
    void whatIsLostWhileItIsPreparedHoldsNoPlace(Manager manager) throws Exception {
        open(manager, /* recovered= */ true);

        try (Manager.Ear ear = Manager.Ear.forHeuristicOutcome()) {
            assertThat(killAll(/* seen= */ false))
                    .allSatisfy(told -> assertThat(told).isInstanceOf(RollbackException.class));
            assertThat(ear.hasHeard()).as("a heuristic outcome").isFalse();
        }

        assertThePoolServesAll();
        recoverUntilNothingIsInDoubt(manager);
        assertCommitted(10, 11, 12, 13);
    }

    /** Without recovery the branches stay in doubt, which is reported, and hold no place. */
    @ParameterizedTest
    @EnumSource(names = "NARAYANA")
    void killedSessionsHoldNoPlaceWithoutRecovery(Manager manager) throws Exception {
        open(manager, /* recovered= */ false);

        assertThat(killAll(/* seen= */ false))
                .allSatisfy(told -> assertThat(told).isInstanceOf(RollbackException.class));

        assertThat(InDoubtBranches.of("killed-sessions")).hasSize(CONNECTIONS);
        assertThePoolServesAll();
        try (RecoverySource.Session session = pool.recoverySource().open()) {
            assertThat(session.resource().recover(WHOLE_SCAN)).isEmpty();
        }
        assertThat(InDoubtBranches.of("killed-sessions")).isEmpty();
    }

    /** The manager has decided: what is in doubt is committed, later and elsewhere. */
    @ParameterizedTest
    @EnumSource
    void whatIsLostBetweenPrepareAndCommitIsCommittedAndHoldsNoPlace(Manager manager)
            throws Exception {
        open(manager, /* recovered= */ true, hookedBeside());
        int inDoubtEach = manager == Manager.NARAYANA ? 1 : 0; // Atomikos tries again at once

        for (int number = 1; number <= CONNECTIONS; number++) {
            commitAndKillAfterPrepare(number);
            assertThat(pool.snapshot().inaccessible()).as("places that are kept").isZero();
            assertThat(InDoubtBranches.of("killed-sessions")).hasSize(inDoubtEach * number);
        }

        HookedXaDataSource.hooks = new HookedXaDataSource.Hooks();
        useAllAtOnce();
        assertThat(XaDatabase.POSTGRES.inDoubt()).isEqualTo(inDoubtEach * CONNECTIONS);
        assertThat(InDoubtBranches.of("killed-sessions")).hasSize(inDoubtEach * CONNECTIONS);

        recoverUntilNothingIsInDoubt(manager);

        assertCommitted(1, 2, 3, 4, 10, 11, 12, 13);
        assertThat(XaDatabase.POSTGRES.inDoubt()).isZero();
    }
}
