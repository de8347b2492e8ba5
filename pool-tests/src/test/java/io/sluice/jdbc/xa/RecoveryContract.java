package io.sluice.jdbc.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.atomikos.icatch.config.Configuration;
import io.sluice.jdbc.Credentials;
import io.sluice.jdbc.CredentialsProvider;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.SluicePoolMXBean;
import io.sluice.jdbc.Startup;
import io.sluice.jdbc.internal.xa.Recovery;
import io.sluice.pool.FlushMode;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.jta.InDoubtBranches;
import io.sluice.pool.spi.RecoverySource;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.management.JMX;
import javax.management.ObjectName;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A transaction is decided, and one of its servers does not confirm: what the pool makes of the
 * branch, and how the manager's recovery ends it. The connections of the pool fail at every commit;
 * those of recovery do not.
 */
@Tag("once")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
abstract class RecoveryContract {

    private static final String OTHER = "jdbc:h2:mem:other;DB_CLOSE_DELAY=-1";

    /** Atomikos recovers what has timed out, not before. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final int WHOLE_SCAN = XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN;

    final Manager manager;
    final XaDatabase database;
    final TransactionManager transactions;
    private final List<SluiceDataSource> pools = new ArrayList<>();

    @TempDir Path folder;

    RecoveryContract(Manager manager, XaDatabase database) {
        this.manager = manager;
        this.database = database;
        this.transactions = manager.get();
    }

    /** The server cannot be reached on connections of the pool once the outcome is decided. */
    static class CommitFails extends HookedXaDataSource.Hooks {

        volatile boolean refuses;
        final AtomicInteger refused = new AtomicInteger();

        /** Recovery is told that there is no such branch. */
        volatile boolean denies;

        final AtomicInteger denied = new AtomicInteger();

        @Override
        void onOpen() throws SQLException {
            if (refuses) {
                refused.incrementAndGet();
                throw new SQLException("the server is down", "08001");
            }
        }

        @Override
        void beforeCommit(boolean pooled) throws XAException {
            if (pooled) {
                throw new XAException(XAException.XAER_RMFAIL);
            }
            if (denies) {
                denied.incrementAndGet();
                throw new XAException(XAException.XAER_NOTA);
            }
        }
    }

    private final CommitFails hooks = new CommitFails();

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
        database.run(database.administrator("recovery"));
        atOther("CREATE TABLE IF NOT EXISTS numbers (n INT)");
        atOther("TRUNCATE TABLE numbers");
        SESSIONS.add(HookedXaDataSource.reset(database.driver()));
        HookedXaDataSource.translated = true;
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        HookedXaDataSource.hooks = new HookedXaDataSource.Hooks();
        if (transactions.getStatus() != Status.STATUS_NO_TRANSACTION) {
            transactions.rollback();
        }
        for (SluiceDataSource pool : pools) {
            pool.close();
            await("all is closed").until(pool::snapshot, now -> now.total() == 0);
        }
        await("all sessions are closed").until(() -> HookedXaDataSource.sessions() == 0);
        assertThat(database.inDoubt()).as("in doubt").isZero();
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

    final JdbcPoolConfig.Builder orders() {
        return ordersOfOneUser()
                .recoveryUsername("recovery")
                .recoveryPassword(XaDatabase.RECOVERY_PASSWORD);
    }

    private JdbcPoolConfig.Builder ordersOfOneUser() {
        return JdbcPoolConfig.builder()
                .name("orders")
                .xaDataSourceClassName(HookedXaDataSource.class.getName())
                .transactionManager(manager.option())
                .startup(Startup.LAZY)
                .maxSize(1);
    }

    final SluiceDataSource open(JdbcPoolConfig.Builder config) throws SQLException {
        SluiceDataSource pool = SluiceDataSource.create(config.build());
        pools.add(pool);
        return pool;
    }

    final SluiceDataSource other() throws SQLException {
        return open(
                JdbcPoolConfig.builder()
                        .name("other")
                        .xaDataSourceClassName("org.h2.jdbcx.JdbcDataSource")
                        .dataSourceProperties(Map.of("url", OTHER))
                        .transactionManager(manager.option()));
    }

    private static void insert(SluiceDataSource pool, int number) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO numbers VALUES (" + number + ")");
        }
    }

    /** Leaves one branch in doubt that is to be committed, and the database out of reach. */
    final void commitInDoubt(SluiceDataSource orders, SluiceDataSource other) throws Exception {
        HookedXaDataSource.hooks = hooks;
        transactions.setTransactionTimeout((int) TIMEOUT.toSeconds());
        transactions.begin();
        transactions.setTransactionTimeout(0);
        insert(orders, 1);
        insert(other, 1);
        hooks.refuses = true;
        try {
            transactions.commit();
        } catch (Exception e) {
            // Some managers tell, others leave it to their recovery.
        }
        assertThat(database.committed()).isZero();
        assertThat(committedAtOther()).isEqualTo(1);
        assertThat(InDoubtBranches.of("orders")).hasSize(1);
        assertThat(orders.snapshot().inaccessible()).isEqualTo(1);
        assertThat(database.inDoubt()).isEqualTo(1);
    }

    private void recoverUntil(String what, Callable<Boolean> condition) {
        await(what)
                .until(
                        () -> {
                            manager.recover();
                            return condition.call();
                        });
    }

    /** From now on the database can be reached, but for the pool's own connections. */
    final void recoverUntilNothingIsInDoubt() throws SQLException {
        database.endSessionsOfPrepared();
        recoverUntilItIsEndedSomewhere();
    }

    private void recoverUntilItIsEndedSomewhere() {
        hooks.refuses = false;
        recoverUntil("recovery has ended it", () -> InDoubtBranches.of("orders").isEmpty());
    }

    @Test
    void aTransactionWithOneResourceHasOnePhase() throws Exception {
        SluiceDataSource orders = open(orders());
        HookedXaDataSource.hooks =
                new HookedXaDataSource.Hooks() {
                    @Override
                    void afterPrepare() {
                        throw new AssertionError("one resource needs no prepare");
                    }
                };
        transactions.begin();
        insert(orders, 1);

        transactions.commit();

        assertThat(database.committed()).isEqualTo(1);
        assertThat(orders.snapshot().available()).isEqualTo(1);
    }

    @Test
    void recoveryEndsABranchThoughThePoolIsExhausted() throws Exception {
        SluiceDataSource orders = open(orders());
        commitInDoubt(orders, other());

        recoverUntilNothingIsInDoubt();

        assertThat(database.committed()).isEqualTo(1);
        assertThat(HookedXaDataSource.users()).as("users of the sessions").contains("", "recovery");
        await("the connection is let go").until(orders::snapshot, now -> now.total() == 0);
        await("each pass has closed what it opened")
                .until(() -> HookedXaDataSource.sessions() == 0);
        HookedXaDataSource.hooks = new HookedXaDataSource.Hooks();
        insert(orders, 2);
        assertThat(database.committed()).isEqualTo(2);
    }

    /** The registration with its recovery depends on the name as well. */
    @Test
    void theNameOfTheManagerMayBeCapitalized() throws Exception {
        String name = manager.option().toUpperCase(Locale.ROOT);
        SluiceDataSource orders = open(orders().transactionManager(name));
        commitInDoubt(orders, other());

        recoverUntilNothingIsInDoubt();

        assertThat(database.committed()).isEqualTo(1);
    }

    /** No thread of the application can bring it back. */
    @Test
    void aPlaceThatAPreparedBranchKeepsIsNoDeadlock() throws Exception {
        SluiceDataSource orders = open(orders().acquireTimeout(Duration.ofSeconds(2)));
        commitInDoubt(orders, other());

        assertThatThrownBy(orders::getConnection)
                .isInstanceOf(SQLTransientConnectionException.class)
                .hasMessageContaining("inaccessible 1")
                .hasMessageNotContaining("deadlock");

        recoverUntilNothingIsInDoubt();
    }

    @Test
    void aBranchThatWasCommittedUnheardIsLetGo() throws Exception {
        SluiceDataSource orders = open(orders());
        HookedXaDataSource.hooks =
                new HookedXaDataSource.Hooks() {
                    @Override
                    void afterCommit(boolean pooled) throws XAException {
                        if (pooled) {
                            throw new XAException(XAException.XAER_RMFAIL);
                        }
                    }
                };
        transactions.setTransactionTimeout((int) TIMEOUT.toSeconds());
        transactions.begin();
        transactions.setTransactionTimeout(0);
        insert(orders, 1);
        insert(other(), 1);
        try {
            transactions.commit();
        } catch (Exception e) {
            // Some managers tell, others leave it to their recovery.
        }
        assertThat(database.committed()).isEqualTo(1);
        assertThat(InDoubtBranches.of("orders"))
                .as("in doubt, unless the manager has tried again at once")
                .hasSize(manager == Manager.NARAYANA ? 1 : 0);

        recoverUntilNothingIsInDoubt();

        await("the connection is let go").until(orders::snapshot, now -> now.total() == 0);
        HookedXaDataSource.hooks = new HookedXaDataSource.Hooks();
        insert(orders, 2);
        assertThat(database.committed()).as("the place is free again").isEqualTo(2);
    }

    /** One that starts whether its database is there or not, and finds it gone. */
    @ParameterizedTest
    @EnumSource(names = {"LAZY", "WARN"})
    void recoveryWorksBeforeTheFirstUseOfAPool(Startup startup) throws Exception {
        SluiceDataSource orders = open(orders().closeTimeout(Duration.ofMillis(10)));
        commitInDoubt(orders, other());
        PoolSnapshot closed = closed(orders);
        assertThat(closed.inaccessible()).isEqualTo(1);
        assertThat(orders.snapshot().total()).as("kept beyond its pool").isEqualTo(1);
        assertThat(database.inDoubt()).isEqualTo(1);

        int before = hooks.refused.get();
        SluiceDataSource again = open(orders().startup(startup));
        if (startup == Startup.WARN) {
            assertThat(hooks.refused.get()).as("its first connection").isGreaterThan(before);
        }
        recoverUntilNothingIsInDoubt();

        assertThat(database.committed()).isEqualTo(1);
        assertThat(again.snapshot().total()).as("never used").isZero();
        await("the connection is let go").until(orders::snapshot, now -> now.total() == 0);
    }

    @Test
    void recoveryWorksOnceTheDatabaseIsBack() throws Exception {
        SluiceDataSource orders = open(orders());
        commitInDoubt(orders, other());
        int before = hooks.refused.get();
        recoverUntil("recovery has tried in vain", () -> hooks.refused.get() > before);
        assertThat(InDoubtBranches.of("orders")).hasSize(1);
        assertThat(HookedXaDataSource.sessions()).as("the pool's").isEqualTo(1);

        recoverUntilNothingIsInDoubt();

        assertThat(database.committed()).isEqualTo(1);
    }

    @Test
    void recoveryAsksTheProviderEachTime() throws Exception {
        database.run(database.administrator("successor"));
        AtomicReference<String> user = new AtomicReference<>("recovery");
        CredentialsProvider provider =
                () -> new Credentials(user.get(), XaDatabase.RECOVERY_PASSWORD);
        SluiceDataSource orders = open(ordersOfOneUser().credentialsProvider(provider));
        commitInDoubt(orders, other());
        assertThat(HookedXaDataSource.users()).contains("recovery").doesNotContain("successor");
        user.set("successor");

        recoverUntilNothingIsInDoubt();

        assertThat(database.committed()).isEqualTo(1);
        assertThat(HookedXaDataSource.users()).contains("successor");
    }

    // Which pools are asked

    @Test
    void aClosedPoolIsNotAskedAgain() throws Exception {
        SluiceDataSource orders = open(orders());
        recoverUntil("a pass has asked it", () -> !HookedXaDataSource.users().isEmpty());

        orders.close();

        assertNobodyAsks();
    }

    @Test
    void aPoolThatDidNotStartIsNotRecovered() throws Exception {
        HookedXaDataSource.hooks = hooks;
        hooks.refuses = true;
        failToOpen();
        hooks.refuses = false;

        assertNobodyAsks();

        SluiceDataSource successor = open(orders());
        HookedXaDataSource.hooks = new HookedXaDataSource.Hooks();
        transactions.begin();
        insert(successor, 1);
        transactions.commit();
        assertThat(database.committed()).as("through another of its name").isEqualTo(1);
    }

    /** Closes a pool at once; its closeTimeout may be too short for its manager to be told. */
    static PoolSnapshot closed(SluiceDataSource pool) {
        PoolSnapshot closed = pool.close(Duration.ZERO);
        await("its manager has been told")
                .until(
                        () ->
                                Thread.getAllStackTraces().keySet().stream()
                                        .map(Thread::getName)
                                        .noneMatch(name -> name.endsWith("-end-of-recovery")));
        return closed;
    }

    /** While the database is out of reach. */
    final void failToOpen() {
        assertThatThrownBy(() -> open(orders().startup(Startup.FAIL)))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("the server is down");
    }

    /** A pass of Atomikos that had begun may still ask; the next ones do not know of the pool. */
    final void assertNobodyAsks() {
        if (manager == Manager.ATOMIKOS) {
            assertThat(Configuration.getResource("orders")).isNull();
            return;
        }
        int before = HookedXaDataSource.users().size();
        manager.recover();
        assertThat(HookedXaDataSource.users()).hasSize(before);
    }

    // In doubt

    /** With the statements of the documentation. */
    @ParameterizedTest
    @ValueSource(strings = {"COMMIT", "ROLLBACK"})
    void whatIsEndedByHandIsLetGoAtTheNextPass(String verb) throws Exception {
        assertThat(Path.of("..", "docs", "transactions-and-recovery.md"))
                .content()
                .contains("| `" + database.see() + "` |")
                .contains("`" + database.endByHand(verb, database.nameInPrint()) + "`");
        SluiceDataSource orders = open(orders());
        commitInDoubt(orders, other());

        String name = nameOfPrepared();
        database.endSessionsOfPrepared();
        database.run(database.endByHand(verb, name));

        assertThat(database.committed()).isEqualTo(verb.equals("COMMIT") ? 1 : 0);
        assertThat(InDoubtBranches.of("orders")).as("nobody has looked").hasSize(1);
        recoverUntilNothingIsInDoubt();
        await("the connection is let go").until(orders::snapshot, now -> now.total() == 0);
        assertThat(database.committed())
                .as("as it was ended")
                .isEqualTo(verb.equals("COMMIT") ? 1 : 0);
    }

    /** The parts of its name are those that Sluice reports, in other digits. */
    private String nameOfPrepared() throws SQLException {
        String name;
        try (Connection connection = database.direct();
                Statement statement = connection.createStatement();
                ResultSet seen = statement.executeQuery(database.see())) {
            assertThat(seen.next()).isTrue();
            name = database.nameOfPrepared(seen);
        }
        String[] parts = InDoubtBranches.of("orders").get(0).split(":");
        assertThat(name.replace('+', '-').replace('/', '_')) // PostgreSQL's driver has the others
                .contains(Integer.toString(Integer.parseUnsignedInt(parts[0], 16)))
                .contains(database.part(HexFormat.of().parseHex(parts[1])))
                .contains(database.part(HexFormat.of().parseHex(parts[2])));
        return name;
    }

    /**
     * As on MariaDB, where only the session that has prepared a branch may end it. Told that there
     * is none, a manager would never retry, and the commit would be lost.
     */
    @Test
    void whatIsDeniedToRecoveryIsCommittedOnItsOwnConnection() throws Exception {
        SluiceDataSource orders = open(orders());
        hooks.denies = true;
        commitInDoubt(orders, other());
        hooks.refuses = false;
        recoverUntil(
                "recovery was denied it, and could not commit it on its connection either",
                () -> hooks.denied.get() > 0);
        assertThat(InDoubtBranches.of("orders")).hasSize(1);
        assertThat(database.inDoubt()).as("still prepared").isEqualTo(1);

        HookedXaDataSource.hooks =
                new HookedXaDataSource.Hooks() {
                    @Override
                    void beforeCommit(boolean pooled) throws XAException {
                        if (!pooled) {
                            throw new XAException(XAException.XAER_NOTA);
                        }
                    }
                };
        recoverUntilItIsEndedSomewhere();

        assertThat(database.committed()).isEqualTo(1);
        await("the connection is let go").until(orders::snapshot, now -> now.total() == 0);
    }

    /**
     * A branch that a server shows to some users only is not gone because another does not see it.
     */
    @Test
    void whatTheUserOfRecoveryDoesNotSeeStaysInDoubt() throws Exception {
        SluiceDataSource orders = open(orders());
        commitInDoubt(orders, other());
        database.run(database.blind());
        RecoverySource source =
                Recovery.source(
                        database.source(JdbcPoolConfig.builder().name("orders"))
                                .transactionManager(manager.option())
                                .recoveryUsername("blind")
                                .recoveryPassword(XaDatabase.RECOVERY_PASSWORD)
                                .build());
        Xid xid = onlyPrepared();

        try (RecoverySource.Session session = source.open()) {
            if (database.hidesBranches()) {
                XAException blind =
                        catchThrowableOfType(
                                XAException.class, () -> session.resource().recover(WHOLE_SCAN));
                assertThat(blind.errorCode).as("come again").isEqualTo(XAException.XAER_RMFAIL);
                assertThat(blind).hasMessageContaining("recoveryUsername");
                XAException refusal =
                        catchThrowableOfType(
                                XAException.class, () -> session.resource().rollback(xid));
                assertThat(refusal.errorCode).as("come again").isEqualTo(XAException.XAER_RMFAIL);
            } else { // there every user may end it, so that nothing is refused
                assertThat(session.resource().recover(WHOLE_SCAN)).hasSize(1);
            }
        }

        assertThat(InDoubtBranches.of("orders")).containsExactly(InDoubtBranches.text(xid));
        assertThat(orders.snapshot().inaccessible()).as("kept open").isEqualTo(1);
        assertThat(database.inDoubt()).as("still prepared").isEqualTo(1);
        recoverUntilNothingIsInDoubt();
        assertThat(database.committed()).isEqualTo(1);
        await("the connection is let go").until(orders::snapshot, now -> now.total() == 0);
    }

    final Xid onlyPrepared() throws Exception {
        XAConnection seeing = database.driver().getXAConnection();
        try {
            Xid[] prepared = seeing.getXAResource().recover(WHOLE_SCAN);
            assertThat(prepared).hasSize(1);
            return prepared[0];
        } finally {
            seeing.close();
        }
    }

    /** Another database would not list them, and they would pass for ended. */
    @Test
    void theNameOfAPoolInDoubtIsLeftToTheSameDatabaseOnly() throws Exception {
        SluiceDataSource orders = open(orders());
        commitInDoubt(orders, other());
        orders.close();

        assertThatThrownBy(() -> open(ordersElsewhere()))
                .hasMessageContaining("other dataSourceProperties");
        failToOpen();
        assertThatThrownBy(() -> open(ordersElsewhere()))
                .as("after one that did not start")
                .hasMessageContaining("other dataSourceProperties");
        open(orders());
        recoverUntilNothingIsInDoubt();
        assertThat(database.committed()).isEqualTo(1);
    }

    /**
     * Atomikos forgets a decision once all registered resources have reported that they are done.
     */
    @Test
    void passesOfRecoveryWhileThePoolIsClosedForgetNothing() throws Exception {
        SluiceDataSource orders = open(orders().closeTimeout(Duration.ofMillis(10)));
        commitInDoubt(orders, other());
        long decided = System.nanoTime();
        orders.close(Duration.ZERO);

        await("the time-out of the transaction is over")
                .until(() -> System.nanoTime() - decided > TIMEOUT.toNanos());
        manager.awaitPasses();
        assertThat(InDoubtBranches.of("orders")).hasSize(1);
        open(orders());
        recoverUntilNothingIsInDoubt();
        assertThat(database.committed()).isEqualTo(1);
    }

    /** Its connection stays, so there is nothing to wait for: the time-out of the test tells. */
    @Test
    @Timeout(20)
    void aCloseWithoutDrainDoesNotWaitForABranchInDoubtAndIsToldOfItOnce() throws Exception {
        SluiceDataSource orders = open(orders().closeTimeout(Duration.ofDays(1)));
        commitInDoubt(orders, other());
        try (Warnings warnings = new Warnings()) {
            orders.close(Duration.ZERO);
            orders.close(Duration.ZERO);
            orders.close();
            assertThat(warnings.texts())
                    .filteredOn(text -> text.contains("closed with branches in doubt"))
                    .hasSize(1);
        }
        assertThat(InDoubtBranches.of("orders")).hasSize(1);
        assertThat(orders.snapshot().total()).as("kept").isEqualTo(1);
        open(orders());
        recoverUntilNothingIsInDoubt();
        assertThat(database.committed()).isEqualTo(1);
    }

    private JdbcPoolConfig.Builder ordersElsewhere() {
        return JdbcPoolConfig.builder()
                .name("orders")
                .xaDataSourceClassName("org.h2.jdbcx.JdbcDataSource")
                .dataSourceProperties(Map.of("url", "jdbc:h2:mem:elsewhere"))
                .transactionManager(manager.option());
    }

    /** As above: nothing refuses the name to a source that no pool has. */
    @Test
    void aRecoverySourceOfAnotherDatabaseSettlesNothing() throws Exception {
        SluiceDataSource orders = open(orders());
        commitInDoubt(orders, other());

        try (RecoverySource.Session session = Recovery.source(ordersElsewhere().build()).open()) {
            XAResource elsewhere = session.resource();
            Xid prepared = onlyPrepared();
            assertThat(elsewhere.recover(WHOLE_SCAN)).isEmpty();
            assertThatThrownBy(() -> elsewhere.commit(prepared, /* onePhase= */ false))
                    .isInstanceOf(XAException.class);
            assertThatThrownBy(() -> elsewhere.rollback(prepared)).isInstanceOf(XAException.class);
            forgetQuietly(elsewhere, prepared);
        }

        assertThat(InDoubtBranches.of("orders")).hasSize(1);
        assertThat(orders.snapshot().inaccessible()).as("kept open").isEqualTo(1);
        recoverUntilNothingIsInDoubt();
        assertThat(database.committed()).isEqualTo(1);
    }

    /** Some drivers do not mind that they know no such branch. */
    private static void forgetQuietly(XAResource resource, Xid xid) {
        try {
            resource.forget(xid);
        } catch (XAException e) {
            assertThat(e.errorCode).isNotZero();
        }
    }

    @Test
    void aRecoverySourceOfThePoolSettlesWhatWasEndedByHand() throws Exception {
        SluiceDataSource orders = open(orders());
        commitInDoubt(orders, other());
        database.endSessionsOfPrepared();
        XAConnection administrator = database.driver().getXAConnection();
        administrator.getXAResource().commit(onlyPrepared(), /* onePhase= */ false);
        administrator.close();
        assertThat(InDoubtBranches.of("orders")).hasSize(1);

        hooks.refuses = false;
        try (RecoverySource.Session session = orders.recoverySource().open()) {
            assertThat(session.resource().recover(WHOLE_SCAN)).isEmpty();
        }

        assertThat(InDoubtBranches.of("orders")).isEmpty();
        await("the connection is let go").until(orders::snapshot, now -> now.total() == 0);
        assertThat(database.committed()).isEqualTo(1);
    }

    /** It is prepared, which the manager never learns, and then it cannot be rolled back. */
    @Test
    void recoveryRollsBackUndecidedBranches() throws Exception {
        HookedXaDataSource.hooks =
                new HookedXaDataSource.Hooks() {
                    @Override
                    void afterPrepare() throws XAException {
                        throw new XAException(XAException.XAER_RMFAIL);
                    }

                    @Override
                    void beforeRollback(boolean pooled) throws XAException {
                        if (pooled) {
                            throw new XAException(XAException.XAER_RMFAIL);
                        }
                    }
                };
        SluiceDataSource orders = open(orders());
        SluiceDataSource other = other();
        transactions.begin();
        insert(orders, 1);
        insert(other, 1);
        assertThatThrownBy(transactions::commit).isNotNull();

        recoverUntilNothingIsInDoubt();

        await("the connection is let go").until(orders::snapshot, now -> now.total() == 0);
        assertThat(database.committed()).isZero();
        assertThat(committedAtOther()).isZero();
        assertThat(database.inDoubt()).isZero();
    }

    @Test
    void noForceClosesAConnectionWithAPreparedBranch() throws Exception {
        SluiceDataSource orders = open(orders().closeTimeout(Duration.ofMillis(10)));
        commitInDoubt(orders, other());

        assertThat(orders.flush(FlushMode.IMMEDIATE).takenAway()).isZero();
        assertThat(orders.flush(Duration.ZERO).takenAway()).isZero();

        assertThat(orders.snapshot().inaccessible()).isEqualTo(1);
        assertThat(database.inDoubt()).as("still prepared").isEqualTo(1);
        recoverUntilNothingIsInDoubt();
        assertThat(database.committed()).isEqualTo(1);
    }

    /** The log is told after the branch has left the list. */
    private static void awaitTold(List<String> told, String... parts) {
        await("it is told: " + String.join(" … ", parts))
                .untilAsserted(
                        () ->
                                assertThat(told)
                                        .anyMatch(
                                                text -> Stream.of(parts).allMatch(text::contains)));
    }

    @Test
    void aBranchInDoubtIsReportedUntilItIsGone() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        Handler handler = new Listener(told);
        Logger log = Logger.getLogger("io.sluice");
        log.addHandler(handler);
        try (Recording recording = new Recording()) {
            recording.enable("io.sluice.InDoubt");
            recording.enable("io.sluice.Enlist").withoutThreshold();
            recording.enable("io.sluice.Complete").withoutThreshold();
            recording.start();
            SluiceDataSource orders = open(orders().registerMbean(true));
            SluicePoolMXBean bean =
                    JMX.newMXBeanProxy(
                            ManagementFactory.getPlatformMBeanServer(),
                            new ObjectName("io.sluice:type=Pool,name=\"orders\""),
                            SluicePoolMXBean.class);
            commitInDoubt(orders, other());
            String xid = InDoubtBranches.of("orders").get(0);
            assertThat(bean.getInDoubt()).containsExactly(xid);
            assertThat(told).anyMatch(text -> text.contains(xid) && text.contains("is in doubt"));
            recoverUntil(
                    "recovery reminds of it",
                    () ->
                            told.stream()
                                    .anyMatch(
                                            text -> text.contains("still has branches in doubt")));

            recoverUntilNothingIsInDoubt();

            assertThat(bean.getInDoubt()).isEmpty();
            awaitTold(told, "recovery has committed branch " + xid);
            awaitTold(told, xid, "is settled");
            Path file = folder.resolve("recording.jfr");
            recording.stop();
            recording.dump(file);
            List<RecordedEvent> events = RecordingFile.readAllEvents(file);
            assertThat(events)
                    .filteredOn(event -> event.getEventType().getName().endsWith("InDoubt"))
                    .isNotEmpty()
                    .allMatch(event -> event.getString("xid").equals(xid))
                    .allMatch(event -> event.getString("pool").equals("orders"));
            assertThat(events)
                    .filteredOn(event -> event.getEventType().getName().endsWith("Enlist"))
                    .extracting(event -> event.getString("pool"))
                    .containsExactlyInAnyOrder("orders", "other");
            assertThat(events)
                    .filteredOn(event -> event.getEventType().getName().endsWith("Complete"))
                    .extracting(event -> event.getString("pool"))
                    .containsOnlyOnce("orders");
        } finally {
            log.removeHandler(handler);
        }
    }

    private static final class Listener extends Handler {

        private final List<String> told;

        Listener(List<String> told) {
            this.told = told;
        }

        @Override
        public void publish(LogRecord entry) {
            told.add(entry.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    /** As an unknown manager would do: its branch was prepared before a restart. */
    @Test
    void aRecoverySourceIsForAnyManager() throws Exception {
        SluiceDataSource orders = open(orders());
        Xid xid = new AnyXid();
        XAConnection lost = database.driver().getXAConnection();
        XAResource branch = lost.getXAResource();
        branch.start(xid, XAResource.TMNOFLAGS);
        try (Statement statement = lost.getConnection().createStatement()) {
            statement.executeUpdate("INSERT INTO numbers VALUES (1)");
        }
        branch.end(xid, XAResource.TMSUCCESS);
        branch.prepare(xid);

        RecoverySource source = orders.recoverySource();
        assertThat(source.name()).isEqualTo("orders");
        database.endSessionsOfPrepared();
        try (RecoverySource.Session session = source.open()) {
            XAResource resource = session.resource();
            Xid[] found = resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
            assertThat(found)
                    .extracting(InDoubtBranches::text)
                    .containsExactly(InDoubtBranches.text(xid));
            resource.commit(found[0], /* onePhase= */ false);
        }

        assertThat(database.committed()).isEqualTo(1);
        assertThat(HookedXaDataSource.users()).containsOnly("recovery");
        lost.close();
    }
}
