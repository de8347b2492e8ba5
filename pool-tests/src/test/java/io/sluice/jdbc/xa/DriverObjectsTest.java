package io.sluice.jdbc.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.jdbc.JdbcConnection;
import org.h2.jdbc.JdbcDatabaseMetaData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Calls on an object of the driver itself pass no gate. H2's driver would commit such work after a
 * branch.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DriverObjectsTest {

    private final TransactionManager transactions = Manager.NARAYANA.get();

    @BeforeEach
    void makeATable() throws Exception {
        XaDatabase.H2.newTable();
    }

    @AfterEach
    void endTheTransaction() throws Exception {
        if (transactions.getStatus() != Status.STATUS_NO_TRANSACTION) {
            transactions.rollback();
        }
    }

    private static SluiceDataSource pool(JdbcPoolConfig.Builder builder) throws SQLException {
        return SluiceDataSource.create(
                builder.name("objects")
                        .transactionManager(Manager.NARAYANA.option())
                        .maxSize(1)
                        .build());
    }

    private static SluiceDataSource pool() throws SQLException {
        return pool(XaDatabase.H2.source(JdbcPoolConfig.builder()));
    }

    private static void insert(Connection connection, int number) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO numbers VALUES (" + number + ")");
        }
    }

    @Test
    void whatOneWritesAfterTheBranchIsRolledBack() throws Exception {
        try (SluiceDataSource pool = pool()) {
            transactions.begin();
            Connection connection = pool.getConnection();
            Connection unwrapped = connection.unwrap(JdbcConnection.class);
            insert(unwrapped, 1);
            transactions.commit();
            insert(unwrapped, 2);

            connection.close();

            assertThat(XaDatabase.H2.committed()).isEqualTo(1);
            try (Connection next = pool.getConnection()) {
                assertThat(next.getAutoCommit()).as("at rest").isTrue();
            }
        }
    }

    @Test
    void nobodyGetsOneAfterTheBranch() throws Exception {
        try (SluiceDataSource pool = pool()) {
            transactions.begin();
            Connection connection = pool.getConnection();
            DatabaseMetaData metaData = connection.getMetaData();
            transactions.commit();

            assertThatThrownBy(() -> connection.unwrap(JdbcConnection.class))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("has ended");
            assertThatThrownBy(() -> metaData.unwrap(JdbcDatabaseMetaData.class))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("has ended");

            connection.close();
        }
    }

    /** H2 would forget what it has parsed, in every transaction. */
    @Test
    void whereThereIsNoneNothingIsRolledBackThatTheDriverHasEnded() throws Exception {
        AtomicInteger rollbacks = new AtomicInteger();
        HookedXaDataSource.reset(XaDatabase.H2.driver());
        HookedXaDataSource.hooks =
                new HookedXaDataSource.Hooks() {
                    @Override
                    void onSessionRollback() {
                        rollbacks.incrementAndGet();
                    }
                };
        try (SluiceDataSource pool =
                pool(
                        JdbcPoolConfig.builder()
                                .xaDataSourceClassName(HookedXaDataSource.class.getName()))) {
            transactions.begin();
            try (Connection connection = pool.getConnection()) {
                insert(connection, 1);
            }
            transactions.commit();

            assertThat(XaDatabase.H2.committed()).isEqualTo(1);
            assertThat(rollbacks).hasValue(0);
        }
    }
}
