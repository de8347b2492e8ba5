package io.sluice.jdbc.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.pool.jta.InDoubtBranches;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The server ends the session of a branch that is not prepared, and its work with it, before the
 * transaction ends.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@Tag("once")
class KilledSessionIT {

    private static final String OTHER = "jdbc:h2:mem:beside-killed;DB_CLOSE_DELAY=-1";

    private TransactionManager transactions;
    private SluiceDataSource pool;
    private SluiceDataSource other;

    /** Begins a transaction whose session is gone. */
    private void beginAndKill(Manager manager, boolean withAnother) throws Exception {
        XaDatabase.POSTGRES.newTable();
        transactions = manager.get();
        pool =
                SluiceDataSource.create(
                        XaDatabase.POSTGRES
                                .source(JdbcPoolConfig.builder().name("killed").maxSize(1))
                                .transactionManager(manager.option())
                                .build());
        transactions.begin();
        if (withAnother) {
            other =
                    SluiceDataSource.create(
                            JdbcPoolConfig.builder()
                                    .name("beside-killed")
                                    .xaDataSourceClassName("org.h2.jdbcx.JdbcDataSource")
                                    .dataSourceProperties(Map.of("url", OTHER))
                                    .transactionManager(manager.option())
                                    .build());
            try (Connection connection = other.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("SELECT 1");
            }
        }
        int session;
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO numbers VALUES (1)");
            try (ResultSet pid = statement.executeQuery("SELECT pg_backend_pid()")) {
                pid.next();
                session = pid.getInt(1);
            }
        }
        XaDatabase.POSTGRES.run("SELECT pg_terminate_backend(" + session + ", 20000)");
    }

    @AfterEach
    void close() throws Exception {
        if (transactions.getStatus() != Status.STATUS_NO_TRANSACTION) {
            transactions.rollback();
        }
        pool.close();
        if (other != null) {
            other.close();
        }
    }

    private void assertNothingIsLeftAndThePoolServes(Manager manager) throws Exception {
        assertThat(XaDatabase.POSTGRES.committed()).isZero();
        assertThat(XaDatabase.POSTGRES.inDoubt()).isZero();
        await("nothing is in doubt")
                .until(
                        () -> {
                            if (InDoubtBranches.of("killed").isEmpty()) {
                                return true;
                            }
                            manager.recover();
                            return false;
                        });
        await("its connection is out of the pool").until(pool::snapshot, now -> now.total() == 0);
        transactions.begin();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO numbers VALUES (2)");
        }
        transactions.commit();
        assertThat(XaDatabase.POSTGRES.committed()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void itsRollbackIsDone(Manager manager) throws Exception {
        assertRollbackIsDone(manager, /* withAnother= */ false);
    }

    @ParameterizedTest
    @EnumSource
    void itsRollbackIsDoneBesideAnother(Manager manager) throws Exception {
        assertRollbackIsDone(manager, /* withAnother= */ true);
    }

    private void assertRollbackIsDone(Manager manager, boolean withAnother) throws Exception {
        beginAndKill(manager, withAnother);

        try (Manager.Ear ear = Manager.Ear.forHeuristicOutcome()) {
            transactions.rollback();
            assertThat(ear.hasHeard()).as("a heuristic outcome").isFalse();
        }

        assertNothingIsLeftAndThePoolServes(manager);
    }

    /** As far as is known: the session may have ended just after the server's commit. */
    @ParameterizedTest
    @EnumSource
    void whatComesOfItsCommitInOnePhaseIsNotKnown(Manager manager) throws Exception {
        beginAndKill(manager, /* withAnother= */ false);

        assertThatExceptionOfType(HeuristicMixedException.class).isThrownBy(transactions::commit);

        assertNothingIsLeftAndThePoolServes(manager);
    }

    /** It may be prepared, as far as is known, until recovery does not find it. */
    @ParameterizedTest
    @EnumSource
    void itsCommitBesideAnotherIsRolledBack(Manager manager) throws Exception {
        beginAndKill(manager, /* withAnother= */ true);

        assertThatExceptionOfType(RollbackException.class).isThrownBy(transactions::commit);

        assertNothingIsLeftAndThePoolServes(manager);
    }
}
