package io.sluice.jdbc.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.Startup;
import io.sluice.pool.jta.InDoubtBranches;
import io.sluice.pool.spi.RecoverySource;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What managers make of a server that rolls back prepared branches by itself. It says so at the
 * commit, and remembers it until it is told to forget. H2 plays the server, although it makes no
 * such decisions.
 */
@Tag("once")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class HeuristicOutcomeTest {

    private static final int WHOLE_SCAN = XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN;

    private static final String OTHER = "jdbc:h2:mem:obedient;DB_CLOSE_DELAY=-1";

    private final XaDatabase database = XaDatabase.H2;
    private final Willful server = new Willful();
    private final List<SluiceDataSource> pools = new ArrayList<>();

    /** Decides by itself before the first commit. */
    private final class Willful extends HookedXaDataSource.Hooks {

        /** What it says of its decision. */
        volatile int code = XAException.XA_HEURRB;

        /** What it remembers; null for nothing. */
        volatile Xid decided;

        /** What was asked for, and whether by the holder of the branch or by recovery. */
        final List<String> calls = new CopyOnWriteArrayList<>();

        final AtomicInteger scans = new AtomicInteger();

        @Override
        void beforeCommit(boolean pooled) throws XAException {
            calls.add(pooled ? "commit" : "commit by recovery");
            if (pooled) {
                decided = rolledBack();
            }
            throw new XAException(decided == null ? XAException.XAER_NOTA : code);
        }

        @Override
        void beforeForget(boolean pooled) throws XAException {
            calls.add(pooled ? "forget" : "forget by recovery");
            if (decided == null) {
                throw new XAException(XAException.XAER_NOTA);
            }
            decided = null;
        }

        @Override
        Xid[] afterScan(Xid[] listed) {
            scans.incrementAndGet();
            return decided == null ? listed : new Xid[] {decided};
        }
    }

    private Xid rolledBack() {
        try {
            XAConnection seeing = database.driver().getXAConnection();
            Xid[] prepared;
            try {
                prepared = seeing.getXAResource().recover(WHOLE_SCAN);
            } finally {
                seeing.close();
            }
            assertThat(prepared).hasSize(1);
            String name;
            try (Connection connection = database.direct();
                    Statement statement = connection.createStatement();
                    ResultSet seen = statement.executeQuery(database.see())) {
                seen.next();
                name = seen.getString(1);
            }
            database.run(database.endByHand("ROLLBACK", name));
            return prepared[0];
        } catch (SQLException | XAException e) {
            throw new AssertionError(e);
        }
    }

    /** Of each test of a class. */
    private static final List<HookedXaDataSource.Sessions> SESSIONS = new ArrayList<>();

    /** Nor when a pass of recovery is over that had begun before the pools of its test closed. */
    @AfterAll
    static void nothingIsLeftLater() {
        SESSIONS.forEach(HookedXaDataSource.Sessions::awaitClosed);
        SESSIONS.clear();
    }

    @BeforeEach
    void makeTables() throws Exception {
        database.newTable();
        atOther("DROP TABLE IF EXISTS numbers");
        atOther("CREATE TABLE numbers (n INT)");
        SESSIONS.add(HookedXaDataSource.reset(database.driver()));
        HookedXaDataSource.translated = true;
        HookedXaDataSource.hooks = server;
    }

    @AfterEach
    void nothingIsLeft() {
        HookedXaDataSource.hooks = new HookedXaDataSource.Hooks();
        for (SluiceDataSource pool : pools) {
            pool.close();
            await("all is closed").until(pool::snapshot, now -> now.total() == 0);
        }
        await("all sessions are closed").until(() -> HookedXaDataSource.sessions() == 0);
    }

    private static void atOther(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(OTHER);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int committedAtOther() throws SQLException {
        try (Connection connection = DriverManager.getConnection(OTHER);
                Statement statement = connection.createStatement();
                ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM numbers")) {
            count.next();
            return count.getInt(1);
        }
    }

    private SluiceDataSource open(Manager manager, JdbcPoolConfig.Builder config)
            throws SQLException {
        SluiceDataSource pool =
                SluiceDataSource.create(
                        config.transactionManager(manager.option())
                                .startup(Startup.LAZY)
                                .maxSize(1)
                                .build());
        pools.add(pool);
        return pool;
    }

    private SluiceDataSource orders(Manager manager) throws SQLException {
        return open(
                manager,
                JdbcPoolConfig.builder()
                        .name("orders")
                        .xaDataSourceClassName(HookedXaDataSource.class.getName()));
    }

    private SluiceDataSource other(Manager manager) throws SQLException {
        return open(
                manager,
                JdbcPoolConfig.builder()
                        .name("other")
                        .xaDataSourceClassName("org.h2.jdbcx.JdbcDataSource")
                        .dataSourceProperties(Map.of("url", OTHER)));
    }

    /** Managers commit in the order in which they met the pools. */
    private static void beginAndInsert(Manager manager, SluiceDataSource... inOrder)
            throws Exception {
        TransactionManager transactions = manager.get();
        if (manager == Manager.ATOMIKOS) {
            transactions.setTransactionTimeout(5); // it recovers what has timed out, not before
        }
        transactions.begin();
        transactions.setTransactionTimeout(0);
        for (SluiceDataSource pool : inOrder) {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.executeUpdate("INSERT INTO numbers VALUES (1)");
            }
        }
    }

    private static void assertInDoubt(SluiceDataSource orders) {
        assertThat(InDoubtBranches.of("orders")).hasSize(1);
        assertThat(orders.snapshot().inaccessible()).isEqualTo(1);
    }

    private static void awaitLetGo(SluiceDataSource orders) {
        await("the connection is let go").until(orders::snapshot, now -> now.total() == 0);
        assertThat(InDoubtBranches.of("orders")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {XAException.XA_HEURRB, XAException.XA_HEURMIX})
    void atomikosHasItForgottenWhenItRecovers(int code) throws Exception {
        SluiceDataSource orders = orders(Manager.ATOMIKOS);
        server.code = code;
        beginAndInsert(Manager.ATOMIKOS, other(Manager.ATOMIKOS), orders);

        assertThatExceptionOfType(HeuristicMixedException.class)
                .isThrownBy(Manager.ATOMIKOS.get()::commit);

        assertInDoubt(orders);
        awaitLetGo(orders);
        assertThat(server.calls)
                .containsExactly("commit", "commit by recovery", "forget by recovery");
        assertThat(database.committed()).isZero();
        assertThat(committedAtOther()).isEqualTo(1);
    }

    /** Nor does its recovery, which finds no decision of the manager's to carry out. */
    @ParameterizedTest
    @ValueSource(ints = {XAException.XA_HEURRB, XAException.XA_HEURMIX})
    void narayanaLeavesItToAnAdministrator(int code) throws Exception {
        SluiceDataSource orders = orders(Manager.NARAYANA);
        server.code = code;
        beginAndInsert(Manager.NARAYANA, other(Manager.NARAYANA), orders);

        assertThatExceptionOfType(HeuristicMixedException.class)
                .isThrownBy(Manager.NARAYANA.get()::commit);

        assertInDoubt(orders);
        Manager.NARAYANA.recover();
        Manager.NARAYANA.recover();
        assertThat(server.scans.get()).isGreaterThanOrEqualTo(2);
        assertThat(server.calls).containsExactly("commit");
        assertInDoubt(orders);
        try (RecoverySource.Session session = orders.recoverySource().open()) {
            for (Xid xid : session.resource().recover(WHOLE_SCAN)) {
                session.resource().forget(xid);
            }
        }
        awaitLetGo(orders);
        assertThat(database.committed()).isZero();
        assertThat(committedAtOther()).isEqualTo(1);
    }

    /** Nothing is committed yet, so all branches can have the outcome that one already has. */
    @Test
    void narayanaRollsBackTooWhereTheFirstToCommitHas() throws Exception {
        SluiceDataSource orders = orders(Manager.NARAYANA);
        beginAndInsert(Manager.NARAYANA, orders, other(Manager.NARAYANA));

        assertThatExceptionOfType(RollbackException.class)
                .isThrownBy(Manager.NARAYANA.get()::commit);

        awaitLetGo(orders);
        assertThat(server.calls).containsExactly("commit", "forget");
        assertThat(database.committed()).isZero();
        assertThat(committedAtOther()).isZero();
    }
}
