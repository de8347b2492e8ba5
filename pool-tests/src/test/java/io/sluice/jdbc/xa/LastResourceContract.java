package io.sluice.jdbc.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections that cannot be prepared, in global transactions. */
@Tag("once")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
abstract class LastResourceContract {

    private static final String OTHER = "jdbc:h2:mem:besides;DB_CLOSE_DELAY=-1";

    private final Manager manager;
    private final XaDatabase database;
    private final TransactionManager transactions;
    private final List<SluiceDataSource> pools = new ArrayList<>();

    /** What a commit of a connection meets; null for nothing. */
    private volatile SQLException commitFails;

    /** The same for its rollback. */
    private volatile SQLException rollbackFails;

    /** How many numbers are committed at the other database when a connection commits. */
    private volatile int committedBefore = -1;

    private SluiceDataSource last;
    private SluiceDataSource other;

    LastResourceContract(Manager manager, XaDatabase database) {
        this.manager = manager;
        this.database = database;
        this.transactions = manager.get();
    }

    @BeforeEach
    void open() throws Exception {
        database.newTable();
        try (Connection connection = DriverManager.getConnection(OTHER);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS numbers");
            statement.execute("CREATE TABLE numbers (n INT)");
        }
        last = last("last");
        other =
                open(
                        JdbcPoolConfig.builder()
                                .name("besides")
                                .xaDataSourceClassName("org.h2.jdbcx.JdbcDataSource")
                                .dataSourceProperties(Map.of("url", OTHER)));
    }

    private SluiceDataSource last(String name) throws SQLException {
        return open(JdbcPoolConfig.builder().name(name).dataSource(source()).lastResource(true));
    }

    private SluiceDataSource open(JdbcPoolConfig.Builder config) throws SQLException {
        SluiceDataSource pool =
                SluiceDataSource.create(
                        config.transactionManager(manager.option()).maxSize(2).build());
        pools.add(pool);
        return pool;
    }

    /** A driver that knows no branches, and whose commits and rollbacks a test can make fail. */
    private DataSource source() {
        return (DataSource)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {DataSource.class},
                        (self, method, arguments) ->
                                method.getName().equals("getConnection")
                                        ? connection(database.direct())
                                        : null);
    }

    private Connection connection(Connection driver) {
        return (Connection)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {Connection.class},
                        (self, method, arguments) -> {
                            if (method.getName().equals("commit")) {
                                committedBefore = committedAtOther();
                                if (commitFails != null) {
                                    throw commitFails;
                                }
                            }
                            if (method.getName().equals("rollback") && rollbackFails != null) {
                                throw rollbackFails;
                            }
                            try {
                                return method.invoke(driver, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        if (transactions.getStatus() != Status.STATUS_NO_TRANSACTION) {
            transactions.rollback();
        }
        for (SluiceDataSource pool : pools) {
            pool.close();
            await("all is closed").until(pool::snapshot, now -> now.total() == 0);
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

    private static void insert(SluiceDataSource pool, int number) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            insert(connection, number);
        }
    }

    private static void insert(Connection connection, int number) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO numbers VALUES (" + number + ")");
        }
    }

    private void begin() throws Exception {
        transactions.begin();
    }

    @Test
    void aloneItIsCommitted() throws Exception {
        begin();
        insert(last, 1);
        insert(last, 2);
        assertThat(database.committed()).isZero();

        transactions.commit();

        assertThat(database.committed()).isEqualTo(2);
        assertThat(last.snapshot().available()).as("one connection, and it serves on").isEqualTo(1);
        insert(last, 3);
        assertThat(database.committed()).as("outside, in auto-commit").isEqualTo(3);
    }

    @Test
    void aloneItIsRolledBack() throws Exception {
        begin();
        insert(last, 1);

        transactions.rollback();

        assertThat(database.committed()).isZero();
        assertThat(last.snapshot().available()).isEqualTo(1);
    }

    /** Narayana prepares the others first; other managers cannot, and nothing is committed. */
    @Test
    void withAnotherItIsCommittedLastOrNothingIs() throws Exception {
        begin();
        insert(last, 1);
        insert(other, 1);

        if (manager == Manager.NARAYANA) {
            transactions.commit();

            assertThat(committedBefore).as("at the other when the last commits").isZero();
            assertThat(database.committed()).isEqualTo(1);
            assertThat(committedAtOther()).isEqualTo(1);
        } else {
            assertThatThrownBy(transactions::commit).isNotNull();

            assertThat(database.committed()).isZero();
            assertThat(committedAtOther()).isZero();
        }
    }

    @Test
    void aRefusedCommitIsCommittedNowhere() throws Exception {
        commitFails = new SQLException("a constraint is violated", "23505");
        begin();
        insert(last, 1);
        insert(other, 1);

        assertThatThrownBy(transactions::commit).isNotNull();

        assertThat(database.committed()).isZero();
        assertThat(committedAtOther()).isZero();
    }

    @Test
    void aCommitThatIsRefusedAloneIsARollback() throws Exception {
        commitFails = new SQLException("a constraint is violated", "23505");
        begin();
        insert(last, 1);

        assertThatThrownBy(transactions::commit).isNotNull();

        assertThat(database.committed()).isZero();
        assertThat(last.snapshot().available()).as("it serves on").isEqualTo(1);
        commitFails = null;
        begin();
        insert(last, 2);
        transactions.commit();
        assertThat(database.committed()).isEqualTo(1);
    }

    @Test
    void aCommitThatIsLostAloneIsUnknown() throws Exception {
        commitFails = new SQLException("the connection is gone", "08006");
        begin();
        insert(last, 1);

        assertUnknown(catchThrowable(transactions::commit));
    }

    @Test
    void aCommitThatIsRefusedAndNotRolledBackIsUnknown() throws Exception {
        commitFails = new SQLException("no answer that is understood");
        rollbackFails = new SQLException("nor here");
        begin();
        insert(last, 1);

        assertUnknown(catchThrowable(transactions::commit));
    }

    /** The manager does not take it for rolled back, and the connection serves no more. */
    private void assertUnknown(Throwable outcome) {
        assertThat(outcome).isInstanceOf(HeuristicMixedException.class);
        await("the connection is closed").until(last::snapshot, now -> now.total() == 0);
    }

    /** The work of the last one may stay although the commit reports a rollback: documented. */
    @Test
    void theOthersAreRolledBackWhenTheOutcomeOfTheLastIsUnknown() throws Exception {
        commitFails = new SQLException("the connection is gone", "08006");
        begin();
        insert(last, 1);
        insert(other, 1);

        assertThatThrownBy(transactions::commit).isInstanceOf(RollbackException.class);

        assertThat(committedAtOther()).isZero();
    }

    /** Narayana does so on a thread of its own, Atomikos when the application ends it. */
    @Test
    void whatTimesOutIsRolledBack() throws Exception {
        Callable<Void> timeout = manager.beginShort();
        Connection connection = last.getConnection();
        insert(connection, 1);
        timeout.call();

        Throwable refusal = catchThrowable(() -> insert(connection, 2));
        connection.close();
        Manager.Ear ear = Manager.Ear.forRefusedCommit();
        Throwable outcome = catchThrowable(transactions::commit);
        ear.close();

        if (manager == Manager.NARAYANA) {
            assertThat(refusal).isInstanceOf(SQLException.class).hasMessageContaining("timed out");
            assertThat(outcome).isNotNull();
        }
        // Atomikos tells of a time-out a moment before it decides: a commit may still be first.
        int allOrNothing = outcome != null ? 0 : refusal == null ? 2 : 1;
        assertThat(database.committed()).isEqualTo(allOrNothing);
        if (!ear.hasHeard()) {
            await("it serves on").until(last::snapshot, now -> now.available() == 1);
        }
        insert(last, 3);
        assertThat(database.committed()).isEqualTo(allOrNothing + 1);
    }

    /** Atomikos tells the connection of it, which can neither suspend nor resume by itself. */
    @Test
    void aSuspendedOneKeepsItsConnection() throws Exception {
        begin();
        try (Connection suspendedOne = last.getConnection()) {
            insert(suspendedOne, 1);
            Transaction outer = transactions.suspend();
            assertThatThrownBy(() -> insert(suspendedOne, 2))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("resume");
            begin();
            insert(last, 3);
            transactions.commit();
            assertThat(database.committed()).as("by the other").isEqualTo(1);

            transactions.resume(outer);
            insert(suspendedOne, 4);
        }
        transactions.commit();

        assertThat(database.committed()).isEqualTo(3);
        assertThat(last.snapshot().available()).isEqualTo(2);
    }

    @Test
    void thereCanBeOneOnly() throws Exception {
        SluiceDataSource another = last("another");
        begin();
        insert(last, 1);

        assertThatThrownBy(
                        () -> {
                            insert(another, 2);
                            transactions.commit();
                        })
                .isNotNull();

        if (transactions.getStatus() != Status.STATUS_NO_TRANSACTION) {
            transactions.rollback();
        }
        assertThat(database.committed()).isZero();
    }
}
