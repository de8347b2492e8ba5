package io.sluice.jdbc.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.Transactions;
import io.sluice.pool.FlushMode;
import io.sluice.pool.FlushReport;
import io.sluice.pool.PoolSnapshot;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The life of a connection in a global transaction, row by row. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
abstract class TransactionLifeContract {

    final Manager manager;
    final XaDatabase database;
    final TransactionManager transactions;
    private final List<SluiceDataSource> pools = new ArrayList<>();
    private final List<AutoCloseable> registrations = new ArrayList<>();

    TransactionLifeContract(Manager manager, XaDatabase database) {
        this.manager = manager;
        this.database = database;
        this.transactions = manager.get();
    }

    @BeforeEach
    void makeATable() throws Exception {
        assertThat(transactions.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
        database.newTable();
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        if (transactions.getStatus() != Status.STATUS_NO_TRANSACTION) {
            transactions.rollback();
        }
        for (SluiceDataSource pool : pools) {
            pool.close();
            PoolSnapshot end = pool.snapshot();
            assertThat(end.total()).as("%s", end).isZero();
        }
        for (AutoCloseable registration : registrations) {
            registration.close();
        }
        assertThat(database.inDoubt()).as("in doubt").isZero();
    }

    SluiceDataSource pool(String name, UnaryOperator<JdbcPoolConfig.Builder> settings)
            throws Exception {
        JdbcPoolConfig.Builder builder =
                database.source(JdbcPoolConfig.builder().name(name).maxSize(4))
                        .transactionManager(manager.option());
        JdbcPoolConfig config = settings.apply(builder).build();
        SluiceDataSource pool = SluiceDataSource.create(config);
        pools.add(pool);
        return pool;
    }

    SluiceDataSource pool() throws Exception {
        return pool(
                "numbers",
                config ->
                        config.maxSize(1)
                                .acquireTimeout(Duration.ZERO)
                                .validateAfterIdle(Duration.ofHours(1)));
    }

    static void insert(Connection connection, int number) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("INSERT INTO numbers VALUES (?)")) {
            statement.setInt(1, number);
            statement.executeUpdate();
        }
    }

    static void insert(SluiceDataSource pool, int number) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            insert(connection, number);
        }
    }

    static void assertCounts(
            SluiceDataSource pool, int available, int accessible, int inaccessible) {
        PoolSnapshot counts = pool.snapshot();
        assertThat(List.of(counts.available(), counts.accessible(), counts.inaccessible()))
                .as("available, accessible, inaccessible of %s", counts)
                .containsExactly(available, accessible, inaccessible);
    }

    static <T> T elsewhere(Callable<T> work) throws Exception {
        FutureTask<T> task = new FutureTask<>(work);
        new Thread(task, "elsewhere").start();
        return task.get(60, TimeUnit.SECONDS);
    }

    // Proper usage

    @Test
    void theFirstAcquireEnlistsAndTheCommitIsTheTransactions() throws Exception {
        SluiceDataSource pool = pool();
        transactions.begin();
        insert(pool, 1);
        assertThat(database.committed()).isZero();

        transactions.commit();

        assertThat(database.committed()).isEqualTo(1);
        assertCounts(pool, 1, 0, 0);
    }

    @Test
    void aRollbackTakesEverythingBack() throws Exception {
        SluiceDataSource pool = pool();
        transactions.begin();
        insert(pool, 1);

        transactions.rollback();

        assertThat(database.committed()).isZero();
        assertCounts(pool, 1, 0, 0);
    }

    @Test
    void theSameTransactionSharesOneConnection() throws Exception {
        SluiceDataSource pool = pool();
        transactions.begin();
        Connection one = pool.getConnection();
        Connection other = pool.getConnection(); // of a pool of one
        insert(one, 1);
        insert(other, 2);
        assertThat(one).isNotSameAs(other);
        assertCounts(pool, 0, 1, 0);
        one.close();
        one.close();
        assertCounts(pool, 0, 1, 0);
        insert(other, 3);
        other.close();
        assertCounts(pool, 0, 0, 1);

        transactions.commit();

        assertThat(database.committed()).isEqualTo(3);
        assertCounts(pool, 1, 0, 0);
    }

    @Test
    void closingDefersAndAcquiringRecycles() throws Exception {
        SluiceDataSource pool = pool();
        transactions.begin();
        insert(pool, 1);
        assertCounts(pool, 0, 0, 1);
        assertThatExceptionOfType(SQLException.class)
                .as("nobody else gets it")
                .isThrownBy(() -> elsewhereRethrowing(pool::getConnection));

        insert(pool, 2);

        assertCounts(pool, 0, 0, 1);
        transactions.commit();
        assertThat(database.committed()).isEqualTo(2);
    }

    private static void elsewhereRethrowing(Callable<?> work) throws Throwable {
        try {
            elsewhere(work);
        } catch (java.util.concurrent.ExecutionException e) {
            throw e.getCause();
        }
    }

    @Test
    void completionOnAnotherThreadReturnsIt() throws Exception {
        SluiceDataSource pool = pool();
        transactions.begin();
        insert(pool, 1);
        Transaction suspended = transactions.suspend();

        elsewhere(
                () -> {
                    transactions.resume(suspended);
                    insert(pool, 2);
                    transactions.commit();
                    return null;
                });

        assertThat(database.committed()).isEqualTo(2);
        assertCounts(pool, 1, 0, 0);
    }

    @Test
    void twoPoolsCommitTogether() throws Exception {
        SluiceDataSource one = pool();
        SluiceDataSource other = pool("more-numbers", config -> config);
        transactions.begin();
        insert(one, 1);
        insert(other, 2);

        transactions.commit();

        assertThat(database.committed()).isEqualTo(2);
        assertCounts(one, 1, 0, 0);
        assertCounts(other, 1, 0, 0);
    }

    @Test
    void twoPoolsRollBackTogether() throws Exception {
        SluiceDataSource one = pool();
        SluiceDataSource other = pool("more-numbers", config -> config);
        transactions.begin();
        insert(one, 1);
        insert(other, 2);

        transactions.rollback();

        assertThat(database.committed()).isZero();
        assertCounts(one, 1, 0, 0);
        assertCounts(other, 1, 0, 0);
    }

    /** PostgreSQL answers the commit by a rollback, and its driver takes that for success. */
    @Test
    void aFailedStatementThatIsPassedOverCommitsNowhereOrEverywhere() throws Exception {
        SluiceDataSource one = pool("numbers", config -> config);
        SluiceDataSource other = pool("more-numbers", config -> config);
        for (boolean alone : new boolean[] {true, false}) {
            int before = database.committed();
            transactions.begin();
            if (!alone) {
                insert(other, 2);
            }
            try (Connection connection = one.getConnection();
                    Statement statement = connection.createStatement()) {
                insert(connection, 1);
                assertThatThrownBy(() -> statement.execute("INSERT INTO nowhere VALUES (1)"))
                        .isInstanceOf(SQLException.class);
            }

            boolean committed = true;
            try {
                transactions.commit();
            } catch (RollbackException e) {
                committed = false;
            }

            int all = alone ? 1 : 2;
            assertThat(database.committed() - before)
                    .as("alone: %s, committed: %s", alone, committed)
                    .isEqualTo(committed ? all : 0);
            assertThat(committed).isEqualTo(database.passesOverFailedStatements());
            assertThat(database.inDoubt()).isZero();
            assertThat(one.snapshot().inaccessible()).isZero();
        }
    }

    @Test
    void aPoolThatIsClosedTwiceLeavesItsSuccessorToTheManager() throws Exception {
        SluiceDataSource old = pool();
        old.close();
        SluiceDataSource successor = pool();
        old.close();
        transactions.begin();
        insert(successor, 1);

        transactions.commit();

        assertThat(database.committed()).isEqualTo(1);
    }

    @Test
    void readOnlyConnectionsLeaveNothingPrepared() throws Exception {
        SluiceDataSource one = pool("reading", config -> config.readOnly(true));
        SluiceDataSource other = pool("more-numbers", config -> config);
        transactions.begin();
        try (Connection connection = one.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT COUNT(*) FROM numbers")) {
            assertThat(result.next()).isTrue();
        }
        insert(other, 2);

        transactions.commit();

        assertThat(database.committed()).isEqualTo(1);
        assertThat(database.inDoubt()).isZero();
        assertCounts(one, 1, 0, 0);
    }

    @Test
    void outsideAnyTransactionAConnectionIsPlain() throws Exception {
        SluiceDataSource pool = pool();
        insert(pool, 1);
        assertThat(database.committed()).isEqualTo(1);
        transactions.begin();
        insert(pool, 2);
        transactions.rollback();

        try (Connection connection = pool.getConnection()) {
            assertThat(connection.getAutoCommit()).as("at rest").isTrue();
            insert(connection, 3);
            connection.setAutoCommit(false);
            insert(connection, 4);
            connection.rollback();
        }

        assertThat(database.committed()).isEqualTo(2);
    }

    @Test
    void whatATransactionChangedIsSetBack() throws Exception {
        SluiceDataSource pool = pool();
        int before;
        try (Connection connection = pool.getConnection()) {
            before = connection.getHoldability();
        }
        int other =
                before == ResultSet.HOLD_CURSORS_OVER_COMMIT
                        ? ResultSet.CLOSE_CURSORS_AT_COMMIT
                        : ResultSet.HOLD_CURSORS_OVER_COMMIT;
        transactions.begin();
        try (Connection connection = pool.getConnection()) {
            connection.setHoldability(other);
        }
        transactions.commit();

        try (Connection connection = pool.getConnection()) {
            assertThat(connection.getHoldability()).isEqualTo(before);
        }
    }

    // What is refused

    @Test
    void theTransactionIsTheManagersToEnd() throws Exception {
        SluiceDataSource pool = pool();
        transactions.begin();
        try (Connection connection = pool.getConnection()) {
            insert(connection, 1);
            assertThat(connection.getAutoCommit()).isFalse();
            connection.setAutoCommit(false);
            assertRefused("commit", connection::commit);
            assertRefused("rollback", connection::rollback);
            assertRefused("setAutoCommit(true)", () -> connection.setAutoCommit(true));
            assertRefused("setSavepoint", connection::setSavepoint);
            assertRefused("setSavepoint", () -> connection.setSavepoint("here"));
            assertRefused("rollback to a savepoint", () -> connection.rollback(null));
            assertRefused("releaseSavepoint", () -> connection.releaseSavepoint(null));
        }
        transactions.rollback();

        assertThat(database.committed()).isZero();
    }

    /** JDBC forbids it during a transaction, and some drivers accept it nevertheless. */
    @Test
    void whetherABranchIsReadOnlyCannotBeChanged() throws Exception {
        SluiceDataSource pool = pool();
        transactions.begin();
        try (Connection connection = pool.getConnection()) {
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> connection.setReadOnly(true))
                    .withMessageStartingWith("setReadOnly")
                    .withMessageContaining("global transaction")
                    .extracting(SQLException::getSQLState)
                    .isEqualTo("25001");
            insert(connection, 1);
        }
        transactions.commit();

        assertThat(database.committed()).isEqualTo(1);
        try (Connection connection = pool.getConnection()) {
            connection.setReadOnly(true);
        }
    }

    private static void assertRefused(
            String call, org.assertj.core.api.ThrowableAssert.ThrowingCallable work) {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(work)
                .withMessageStartingWith(call)
                .withMessageContaining("global transaction")
                .extracting(SQLException::getSQLState)
                .isEqualTo("2D000");
    }

    @Test
    void aTransactionMarkedForRollbackRefuses() throws Exception {
        SluiceDataSource pool = pool();
        transactions.begin();
        insert(pool, 1);
        transactions.setRollbackOnly();

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(pool::getConnection)
                .withMessageContaining("Pool numbers")
                .withMessageContaining("marked for rollback");
        assertThatExceptionOfType(RollbackException.class).isThrownBy(transactions::commit);

        assertThat(database.committed()).isZero();
        assertCounts(pool, 1, 0, 0);
    }

    @Test
    void aRequiredTransactionIsMissed() throws Exception {
        SluiceDataSource pool =
                pool("numbers", config -> config.transactions(Transactions.REQUIRED));
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(pool::getConnection)
                .withMessageContaining("Pool numbers: transactions is required");

        transactions.begin();
        insert(pool, 1);
        transactions.commit();

        assertThat(database.committed()).isEqualTo(1);
    }

    @Test
    void transactionsThatAreOffAreTakenNoNoticeOf() throws Exception {
        SluiceDataSource pool = pool("numbers", config -> config.transactions(Transactions.OFF));
        transactions.begin();
        insert(pool, 1);
        transactions.rollback();

        assertThat(database.committed()).isEqualTo(1);
    }

    @Test
    void aConnectionFromBeforeTheTransactionIsRefusedInIt() throws Exception {
        SluiceDataSource pool = pool();
        try (Connection connection = pool.getConnection()) {
            transactions.begin();
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> insert(connection, 1))
                    .withMessageContaining("acquired before the transaction");
            transactions.rollback();

            insert(connection, 2);
        }
        assertThat(database.committed()).isEqualTo(1);
        assertCounts(pool, 1, 0, 0);
    }

    /** If it ran nevertheless, a rollback of the transaction would leave what it wrote. */
    @Test
    void aStatementFromBeforeTheTransactionIsRefusedInItAndWritesNothing() throws Exception {
        SluiceDataSource pool = pool();
        try (Connection connection = pool.getConnection();
                Statement plain = connection.createStatement();
                PreparedStatement prepared =
                        connection.prepareStatement("INSERT INTO numbers VALUES (1)")) {
            prepared.executeUpdate();
            transactions.begin();
            assertAcquiredBefore(() -> plain.execute("INSERT INTO numbers VALUES (2)"));
            assertAcquiredBefore(() -> plain.executeUpdate("INSERT INTO numbers VALUES (3)"));
            assertAcquiredBefore(prepared::executeUpdate);
            prepared.addBatch();
            assertAcquiredBefore(prepared::executeBatch);
            transactions.rollback();
            assertThat(database.committed()).isEqualTo(1);

            prepared.executeUpdate();
        }
        assertThat(database.committed()).isEqualTo(2);
        assertCounts(pool, 1, 0, 0);
    }

    @Test
    void aRowIsNotWrittenByAResultSetFromBeforeTheTransaction() throws Exception {
        SluiceDataSource pool = pool();
        database.run(database.makeNotNull());
        database.run("ALTER TABLE numbers ADD PRIMARY KEY (n)");
        insert(pool, 1);
        try (Connection connection = pool.getConnection();
                Statement statement =
                        connection.createStatement(
                                ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE);
                ResultSet rows = statement.executeQuery("SELECT n FROM numbers")) {
            assertThat(rows.next()).isTrue();
            transactions.begin();
            rows.updateInt(1, 2);
            assertAcquiredBefore(rows::updateRow);
            assertAcquiredBefore(rows::deleteRow);
            rows.moveToInsertRow();
            rows.updateInt(1, 3);
            assertAcquiredBefore(rows::insertRow);
            transactions.rollback();
        }
        assertThat(database.ask("SELECT SUM(n) FROM numbers")).isEqualTo(1);
    }

    private static void assertAcquiredBefore(
            org.assertj.core.api.ThrowableAssert.ThrowingCallable work) {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(work)
                .withMessageContaining("acquired before the transaction");
    }

    @Test
    void anAbortLosesTheTransactionAndNothingElse() throws Exception {
        SluiceDataSource pool = pool("numbers", config -> config.maxSize(1));
        transactions.begin();
        Connection connection = pool.getConnection();
        insert(connection, 1);

        connection.abort(Runnable::run);
        connection.close();

        assertThatThrownBy(transactions::commit).isNotNull();
        assertThat(database.committed()).isZero();
        insert(pool, 2);
        assertThat(database.committed()).isEqualTo(1);
    }

    /** It was not prepared, so nothing is promised. */
    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void aFlushLosesABranchThatIsNotPrepared(boolean atOnce, boolean handleOpen) throws Exception {
        SluiceDataSource pool = pool("numbers", config -> config.maxSize(1));
        transactions.begin();
        Connection connection = pool.getConnection();
        insert(connection, 1);
        if (!handleOpen) {
            connection.close();
        }

        FlushReport report = atOnce ? pool.flush(FlushMode.IMMEDIATE) : pool.flush(Duration.ZERO);

        assertThat(report.takenAway()).isEqualTo(1);
        if (handleOpen) {
            await("the driver has heard of it")
                    .until(
                            () -> catchThrowable(() -> insert(connection, 2)),
                            SQLException.class::isInstance);
            connection.close();
        }
        assertThatExceptionOfType(RollbackException.class).isThrownBy(transactions::commit);
        assertThat(database.committed()).isZero();
        insert(pool, 3);
        assertThat(database.committed()).as("the place is free again").isEqualTo(1);
    }

    // Suspended

    @Test
    void aSuspendedTransactionKeepsItsConnection() throws Exception {
        SluiceDataSource pool = pool("numbers", config -> config);
        transactions.begin();
        try (Connection suspendedOne = pool.getConnection()) {
            insert(suspendedOne, 1);
            Transaction outer = transactions.suspend();
            assertThatExceptionOfType(SQLException.class)
                    .as("using it is an error")
                    .isThrownBy(() -> insert(suspendedOne, 2))
                    .withMessageContaining("resume");

            transactions.begin();
            insert(pool, 3);
            assertThatExceptionOfType(SQLException.class)
                    .as("so it is in another transaction")
                    .isThrownBy(() -> insert(suspendedOne, 4));
            transactions.commit();

            transactions.resume(outer);
            insert(suspendedOne, 5);
        }
        assertThat(database.committed()).isEqualTo(1);
        transactions.commit();

        assertThat(database.committed()).isEqualTo(3);
        assertThat(pool.snapshot().available()).isEqualTo(2);
    }

    @Test
    void aResultSetOfASuspendedTransactionIsReadOnAtMostAndWritesNothing() throws Exception {
        SluiceDataSource pool = pool();
        database.run(database.makeNotNull());
        database.run("ALTER TABLE numbers ADD PRIMARY KEY (n)");
        insert(pool, 1);
        insert(pool, 2);
        transactions.begin();
        try (Connection connection = pool.getConnection();
                Statement statement =
                        connection.createStatement(
                                ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE);
                ResultSet rows = statement.executeQuery("SELECT n FROM numbers")) {
            assertThat(rows.next()).isTrue();
            Transaction suspended = transactions.suspend();

            Throwable refusal = catchThrowable(rows::next);

            if (manager == Manager.ATOMIKOS) { // which suspends the connection as well
                assertThat(refusal).isInstanceOf(SQLException.class).hasMessageContaining("resume");
            } else {
                assertThat(refusal).isNull();
            }
            rows.updateInt(1, 3);
            assertThatThrownBy(rows::updateRow)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("resume");
            transactions.resume(suspended);
        }
        transactions.rollback();
        assertThat(database.ask("SELECT SUM(n) FROM numbers")).isEqualTo(3);
    }

    @Test
    void suspendedOneInTheOtherEachKeepsItsOwn() throws Exception {
        SluiceDataSource pool = pool("numbers", config -> config.maxSize(3));
        transactions.begin();
        Connection outer = pool.getConnection();
        insert(outer, 1);
        Transaction first = transactions.suspend();
        transactions.begin();
        insert(pool, 2);
        Transaction second = transactions.suspend();
        transactions.begin();
        insert(pool, 3);
        assertCounts(pool, 0, 1, 2);
        transactions.rollback();
        transactions.resume(second);
        insert(pool, 4);
        transactions.commit();
        assertThat(database.committed()).isEqualTo(2);
        transactions.resume(first);
        insert(outer, 5);
        outer.close();

        transactions.commit();

        assertThat(database.committed()).isEqualTo(4);
        assertCounts(pool, 3, 0, 0);
    }

    @Test
    void closingWhileSuspendedIsNoError() throws Exception {
        SluiceDataSource pool = pool();
        transactions.begin();
        Connection connection = pool.getConnection();
        insert(connection, 1);
        Transaction suspended = transactions.suspend();

        connection.close();

        assertCounts(pool, 0, 0, 1);
        transactions.resume(suspended);
        insert(pool, 2);
        transactions.commit();
        assertThat(database.committed()).isEqualTo(2);
        assertCounts(pool, 1, 0, 0);
    }

    // The end

    @Test
    void aConnectionLeftOpenIsOfNoUseAfterItsTransaction() throws Exception {
        SluiceDataSource pool = pool();
        transactions.begin();
        Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        statement.executeUpdate("INSERT INTO numbers VALUES (1)");
        transactions.commit();
        assertCounts(pool, 0, 1, 0);

        assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO numbers VALUES (2)"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("has ended");
        assertThatThrownBy(() -> insert(connection, 3)).isInstanceOf(SQLException.class);
        assertThatThrownBy(connection::getMetaData).isInstanceOf(SQLException.class);
        connection.close();

        assertThat(database.committed()).isEqualTo(1);
        assertCounts(pool, 1, 0, 0);
        insert(pool, 4);
        assertThat(database.committed()).isEqualTo(2);
    }

    @Test
    void aConnectionLeftOpenIsOfNoUseAfterARollback() throws Exception {
        SluiceDataSource pool = pool();
        transactions.begin();
        Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        statement.executeUpdate("INSERT INTO numbers VALUES (1)");

        transactions.rollback();

        assertCounts(pool, 0, 1, 0);
        assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO numbers VALUES (2)"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("has ended");
        assertThatThrownBy(() -> insert(connection, 3)).isInstanceOf(SQLException.class);
        connection.close();
        assertThat(database.committed()).isZero();
        assertCounts(pool, 1, 0, 0);
        insert(pool, 4);
        assertThat(database.committed()).isEqualTo(1);
    }

    /** The transaction goes on until it is ended, and so does the work in it. */
    @Test
    void aConnectionLeftOpenWorksOnInATransactionMarkedForRollback() throws Exception {
        SluiceDataSource pool = pool();
        transactions.begin();
        try (Connection connection = pool.getConnection()) {
            insert(connection, 1);
            transactions.setRollbackOnly();

            insert(connection, 2);
            try (Statement statement = connection.createStatement();
                    ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM numbers")) {
                count.next();
                assertThat(count.getInt(1)).isEqualTo(2);
            }
        }
        assertThatExceptionOfType(RollbackException.class).isThrownBy(transactions::commit);

        assertThat(database.committed()).isZero();
        assertCounts(pool, 1, 0, 0);
    }

    /** A connection that is given out after the completion is a plain one. */
    @Test
    void acquiringBeforeCompletionIsPartOfTheTransaction() throws Exception {
        SluiceDataSource pool = pool("numbers", config -> config.maxSize(2));
        AtomicReference<Throwable> after = new AtomicReference<>();
        transactions.begin();
        insert(pool, 1);
        transactions
                .getTransaction()
                .registerSynchronization(
                        new Synchronization() {
                            @Override
                            public void beforeCompletion() {
                                try {
                                    insert(pool, 2);
                                } catch (SQLException e) {
                                    throw new IllegalStateException(e);
                                }
                            }

                            @Override
                            public void afterCompletion(int status) {
                                after.set(catchThrowable(() -> insert(pool, 3)));
                            }
                        });

        transactions.commit();

        if (manager == Manager.NARAYANA) {
            assertThat(after.get())
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("is committed, not active");
            assertThat(database.committed()).isEqualTo(2);
        } else {
            assertThat(after.get()).isNull();
            assertThat(database.committed()).isEqualTo(3);
        }
        PoolSnapshot end = pool.snapshot();
        assertThat(end.accessible() + end.inaccessible()).as("%s", end).isZero();
    }

    /** As persistence frameworks do, which write what has changed when the transaction commits. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theFirstAcquireInBeforeCompletionIsPartOfTheTransaction(boolean interposed)
            throws Exception {
        SluiceDataSource pool = pool();
        Synchronization writing =
                new Synchronization() {
                    @Override
                    public void beforeCompletion() {
                        try {
                            insert(pool, 1);
                        } catch (SQLException e) {
                            throw new IllegalStateException(e);
                        }
                    }

                    @Override
                    public void afterCompletion(int status) {}
                };
        for (boolean rollBack : new boolean[] {false, true}) {
            transactions.begin();
            if (interposed) {
                manager.registry().registerInterposedSynchronization(writing);
            } else {
                transactions.getTransaction().registerSynchronization(writing);
            }
            if (rollBack) {
                manager.registry()
                        .registerInterposedSynchronization(
                                new Synchronization() {
                                    @Override
                                    public void beforeCompletion() {
                                        manager.registry().setRollbackOnly();
                                    }

                                    @Override
                                    public void afterCompletion(int status) {}
                                });
                assertThatExceptionOfType(RollbackException.class).isThrownBy(transactions::commit);
            } else {
                transactions.commit();
            }

            assertThat(database.committed()).isEqualTo(1);
            assertCounts(pool, 1, 0, 0);
        }
    }

    // Time-outs

    @Test
    void whatTimedOutBetweenStatementsWritesNothingMore() throws Exception {
        SluiceDataSource pool = pool();
        Callable<Void> timeout = manager.beginShort();
        Connection connection = pool.getConnection();
        insert(connection, 1);
        timeout.call();

        Throwable refusal = catchThrowable(() -> insert(connection, 2));
        connection.close();
        Manager.Ear ear = Manager.Ear.forRefusedCommit();
        Throwable outcome = catchThrowable(transactions::commit);
        ear.close();

        if (manager == Manager.NARAYANA) { // its own thread has rolled back
            assertThat(refusal).isInstanceOf(SQLException.class).hasMessageContaining("timed out");
            assertThat(outcome).isNotNull();
        }
        // Atomikos tells of a time-out a moment before it decides: a commit may still be first.
        int allOrNothing = outcome != null ? 0 : refusal == null ? 2 : 1;
        assertThat(database.committed()).isEqualTo(allOrNothing);
        assertCounts(pool, ear.hasHeard() ? 0 : 1, 0, ear.hasHeard() ? 1 : 0);
    }

    @Test
    void whatTimesOutWhileItWaitsForAConnectionGetsNone() throws Exception {
        SluiceDataSource pool = pool("numbers", config -> config.maxSize(1));
        Connection other = pool.getConnection();
        Callable<Void> timeout = manager.beginShort();
        FutureTask<Void> release =
                new FutureTask<>(
                        () -> {
                            timeout.call();
                            await("one waits").until(pool::snapshot, now -> now.waiting() == 1);
                            other.close();
                            return null;
                        });
        new Thread(release, "release").start();

        if (manager == Manager.NARAYANA) {
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(pool::getConnection)
                    .withMessageContaining("Pool numbers");
        } else { // which takes what comes before the application ends the transaction
            insert(pool, 7);
        }

        release.get(60, TimeUnit.SECONDS);
        transactions.rollback();
        assertThat(pool.snapshot().inaccessible()).isZero();
        insert(pool, 1);
        assertThat(database.committed()).isEqualTo(1);
    }
}
