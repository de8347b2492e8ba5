package io.sluice.jdbc.xa;

import static io.sluice.pool.fixture.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Errors that a driver throws in a transaction, such as those of a class that does not link. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DriverErrorsTest {

    private final TransactionManager transactions = Manager.NARAYANA.get();
    private final NoSuchMethodError failure = new NoSuchMethodError("close");

    @BeforeEach
    void makeATable() throws Exception {
        XaDatabase.H2.newTable();
        HookedXaDataSource.reset(XaDatabase.H2.driver());
        HookedXaDataSource.hooks =
                new HookedXaDataSource.Hooks() {
                    @Override
                    void beforeStatementClose() {
                        throw failure;
                    }
                };
    }

    @AfterEach
    void endTheTransaction() throws Exception {
        HookedXaDataSource.hooks = new HookedXaDataSource.Hooks();
        if (transactions.getStatus() != Status.STATUS_NO_TRANSACTION) {
            transactions.rollback();
        }
    }

    private static SluiceDataSource pool() throws SQLException {
        return watched(
                SluiceDataSource.create(
                        JdbcPoolConfig.builder()
                                .name("errors")
                                .xaDataSourceClassName(HookedXaDataSource.class.getName())
                                .transactionManager(Manager.NARAYANA.option())
                                .maxSize(1)
                                .build()));
    }

    private void closeOverAStatement(Connection connection, int number) throws SQLException {
        Statement statement = connection.createStatement();
        statement.executeUpdate("INSERT INTO numbers VALUES (" + number + ")");

        assertThatThrownBy(connection::close).isSameAs(failure);
    }

    /** The work still belongs to the transaction, and the place in the pool is free after it. */
    @Test
    void anErrorAtTheCloseOfHandlesKeepsNoConnectionAfterTheirTransaction() throws Exception {
        try (SluiceDataSource pool = pool()) {
            transactions.begin();
            Connection first = pool.getConnection();
            Connection second = pool.getConnection();
            closeOverAStatement(second, 1);
            closeOverAStatement(first, 2);

            transactions.commit();

            assertThat(XaDatabase.H2.committed()).isEqualTo(2);
            await("it is discarded").until(pool::snapshot, now -> now.total() == 0);
            pool.getConnection().close();
        }
    }
}
