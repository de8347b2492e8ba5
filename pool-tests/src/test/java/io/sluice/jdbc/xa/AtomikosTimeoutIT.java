package io.sluice.jdbc.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.Startup;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A transaction of Atomikos times out while a statement of it is executed. Atomikos has no thread
 * that would roll it back meanwhile, so the statement belongs to it, and to whatever comes of it.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class AtomikosTimeoutIT {

    private final TransactionManager transactions = Manager.ATOMIKOS.get();
    private SluiceDataSource pool;

    @AfterEach
    void close() throws Exception {
        HookedXaDataSource.hooks = new HookedXaDataSource.Hooks();
        if (transactions.getStatus() != Status.STATUS_NO_TRANSACTION) {
            transactions.rollback();
        }
        pool.close();
    }

    static List<XaDatabase> databases() {
        return List.of(XaDatabase.H2, XaDatabase.POSTGRES);
    }

    @ParameterizedTest
    @MethodSource("databases")
    void whatTimesOutWhileAStatementRunsIsAllThereOrNothing(XaDatabase database) throws Exception {
        database.newTable();
        HookedXaDataSource.reset(database.driver());
        HookedXaDataSource.translated = true;
        pool =
                SluiceDataSource.create(
                        JdbcPoolConfig.builder()
                                .name("late")
                                .xaDataSourceClassName(HookedXaDataSource.class.getName())
                                .transactionManager(Manager.ATOMIKOS.option())
                                .startup(Startup.LAZY)
                                .maxSize(1)
                                .build());
        pool.getConnection().close(); // connects before the time begins
        Callable<Void> timeout = Manager.ATOMIKOS.timeoutTold();
        transactions.setTransactionTimeout(5);
        transactions.begin();
        transactions.setTransactionTimeout(0);
        int written = 0;
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            written += statement.executeUpdate("INSERT INTO numbers VALUES (1)");
            HookedXaDataSource.hooks =
                    new HookedXaDataSource.Hooks() {
                        @Override
                        void beforeExecute() {
                            try {
                                timeout.call();
                            } catch (Exception e) {
                                throw new AssertionError(e);
                            }
                        }
                    };
            written += statement.executeUpdate("INSERT INTO numbers VALUES (2)");
        }
        HookedXaDataSource.hooks = new HookedXaDataSource.Hooks();
        Manager.Ear ear = Manager.Ear.forRefusedCommit();

        Throwable outcome = catchThrowable(transactions::commit);

        ear.close();
        assertThat(written).isEqualTo(2);
        assertThat(database.committed()).isEqualTo(outcome == null ? 2 : 0);
        assertThat(pool.snapshot().inaccessible()).isEqualTo(ear.hasHeard() ? 1 : 0);
    }
}
