package io.sluice.jdbc.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.Startup;
import jakarta.transaction.Status;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A transaction times out while its application is at an exact point, of a statement or of an
 * acquire: Narayana's thread then rolls back beside the application's. Nothing that the application
 * does may be written outside the transaction, which H2's driver makes easy: it switches
 * auto-commit on at a rollback.
 *
 * <p>Tried: with the guard taken out, that is without ending the gate in {@code
 * TrackedBranch.shut}, {@link #whatHasPassedTheGateIsExecutedBeforeTheRollback} finds the number of
 * the late statement in the table, and {@link #afterTheRollbackNothingPassesTheGate} too. Both are
 * among the mutations in {@code pool-tests/mutations}.
 */
@Tag("once")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
abstract class TimeoutRaceContract {

    private final TransactionManager transactions = Manager.NARAYANA.get();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final CountDownLatch go = new CountDownLatch(1);
    private final CountDownLatch rolledBack = new CountDownLatch(1);
    private final XaDatabase database;
    private SluiceDataSource pool;

    TimeoutRaceContract(XaDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void openThePool() throws Exception {
        database.newTable();
        HookedXaDataSource.reset(database.driver());
        pool =
                SluiceDataSource.create(
                        JdbcPoolConfig.builder()
                                .name("race")
                                .xaDataSourceClassName(HookedXaDataSource.class.getName())
                                .transactionManager(Manager.NARAYANA.option())
                                .startup(Startup.LAZY)
                                .maxSize(1)
                                .build());
    }

    @AfterEach
    void close() throws Exception {
        HookedXaDataSource.hooks = new HookedXaDataSource.Hooks();
        if (transactions.getStatus() != Status.STATUS_NO_TRANSACTION) {
            transactions.rollback(); // this test has failed, which is no concern of the next one
        }
        pool.close();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Holds the driver before the statement until the transaction is ended. */
    private final class HoldBeforeExecute extends HookedXaDataSource.Hooks {

        @Override
        void beforeExecute() {
            events.add("passed");
            TimeoutRaceContract.await(go);
        }

        @Override
        void afterExecute() {
            events.add("executed");
        }

        @Override
        void beforeMetaData() {
            beforeExecute();
        }

        @Override
        void afterMetaData() {
            afterExecute();
        }

        /** Not sent to the server, which might still cancel what is about to be executed. */
        @Override
        boolean onCancel() {
            go.countDown();
            return false;
        }

        @Override
        void afterRollback() {
            events.add("rolled back");
            go.countDown();
            rolledBack.countDown();
        }
    }

    private void begin() throws Exception {
        transactions.setTransactionTimeout(2);
        transactions.begin();
        transactions.setTransactionTimeout(0);
    }

    @Test
    void whatHasPassedTheGateIsExecutedBeforeTheRollback() throws Exception {
        begin();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            HookedXaDataSource.hooks = new HoldBeforeExecute();

            statement.executeUpdate("INSERT INTO numbers VALUES (1)");

            await(rolledBack);
        }
        transactions.rollback();

        assertThat(events).containsExactly("passed", "executed", "rolled back");
        assertThat(database.committed()).isZero();
    }

    /**
     * Otherwise the server is asked on a connection whose branch has ended. A commit of that branch
     * may then be refused, as the connection is in a transaction of its own. The statement is open
     * so that there is something to cancel, which is how the end of the transaction is noticed.
     */
    @Test
    void metadataThatHasPassedTheGateIsFetchedBeforeTheRollback() throws Exception {
        begin();
        try (Connection connection = pool.getConnection();
                Statement open = connection.createStatement()) {
            DatabaseMetaData metaData = connection.getMetaData();
            HookedXaDataSource.hooks = new HoldBeforeExecute();

            assertThat(open.isClosed()).isFalse();
            metaData.getCatalogs().close();

            await(rolledBack);
        }
        transactions.rollback();

        assertThat(events).containsExactly("passed", "executed", "rolled back");
    }

    @Test
    void afterTheRollbackNothingPassesTheGate() throws Exception {
        HookedXaDataSource.hooks =
                new HookedXaDataSource.Hooks() {
                    @Override
                    void afterRollback() {
                        rolledBack.countDown();
                    }
                };
        begin();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            await(rolledBack);

            assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO numbers VALUES (1)"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("timed out");
        }
        transactions.rollback();

        assertThat(database.committed()).isZero();
    }

    @Test
    void aStatementThatRunsIsCancelled() throws Exception {
        HookedXaDataSource.hooks =
                new HookedXaDataSource.Hooks() {
                    @Override
                    void afterRollback() {
                        rolledBack.countDown();
                    }
                };
        begin();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO numbers VALUES (1)");

            Throwable cancelled =
                    catchThrowable(() -> statement.executeQuery(database.slowQuery()));

            assertThat(cancelled).isInstanceOf(SQLException.class);
            await(rolledBack);
        }
        transactions.rollback();

        assertThat(database.committed()).isZero();
        assertThat(pool.snapshot().accessible()).isZero();
    }

    // Acquiring

    /** Holds the thread that reaches the point until Narayana's thread has rolled back. */
    private class HoldUntilRolledBack extends HookedXaDataSource.Hooks {

        private final Transaction transaction;

        HoldUntilRolledBack() throws Exception {
            transaction = transactions.getTransaction();
        }

        void hold() {
            events.add("held");
            Awaitility.await("the transaction is rolled back")
                    .until(transaction::getStatus, status -> status == Status.STATUS_ROLLEDBACK);
        }
    }

    private void assertRefusedAndNothingIsLeft() throws Exception {
        assertThatThrownBy(pool::getConnection)
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("Pool race");

        assertThat(events).containsExactly("held");
        HookedXaDataSource.hooks = new HookedXaDataSource.Hooks();
        transactions.rollback();
        Awaitility.await("nobody has it").until(pool::snapshot, now -> now.accessible() == 0);
        assertThat(pool.snapshot().inaccessible()).isZero();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO numbers VALUES (1)");
        }
        assertThat(database.committed()).isEqualTo(1);
    }

    @Test
    void whatTimesOutWhileItWaitsForAConnectionIsRefusedAndTheConnectionStays() throws Exception {
        begin();
        HookedXaDataSource.hooks =
                new HoldUntilRolledBack() {
                    @Override
                    void onOpen() {
                        hold();
                    }
                };

        assertRefusedAndNothingIsLeft();

        assertThat(HookedXaDataSource.users()).as("sessions opened").hasSize(1);
    }

    @Test
    void whatTimesOutBeforeItsBranchIsStartedIsRefused() throws Exception {
        begin();
        HookedXaDataSource.hooks =
                new HoldUntilRolledBack() {
                    @Override
                    void beforeAutoCommitOff() {
                        hold();
                    }
                };

        assertRefusedAndNothingIsLeft();
    }

    @Test
    void whatTimesOutWhileItsBranchIsStartedIsRefused() throws Exception {
        begin();
        HookedXaDataSource.hooks =
                new HoldUntilRolledBack() {
                    @Override
                    void afterStart() {
                        hold();
                    }
                };

        assertRefusedAndNothingIsLeft();
    }
}
