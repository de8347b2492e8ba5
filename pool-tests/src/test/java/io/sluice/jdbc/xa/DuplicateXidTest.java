package io.sluice.jdbc.xa;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.Startup;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Narayana starts a branch again, under another xid, when a server reports a duplicate xid. That is
 * no fault of the connection.
 */
class DuplicateXidTest {

    private final TransactionManager transactions = Manager.NARAYANA.get();
    private final AtomicInteger starts = new AtomicInteger();
    private SluiceDataSource pool;

    @AfterEach
    void close() {
        HookedXaDataSource.hooks = new HookedXaDataSource.Hooks();
        pool.close();
    }

    @Test
    void theConnectionServesUnderAnotherXidAndAfterIt() throws Exception {
        XaDatabase.H2.newTable();
        HookedXaDataSource.reset(XaDatabase.H2.driver());
        HookedXaDataSource.hooks =
                new HookedXaDataSource.Hooks() {
                    @Override
                    void beforeStart() throws XAException {
                        if (starts.incrementAndGet() == 1) {
                            throw new XAException(XAException.XAER_DUPID);
                        }
                    }
                };
        pool =
                SluiceDataSource.create(
                        JdbcPoolConfig.builder()
                                .name("duplicates")
                                .xaDataSourceClassName(HookedXaDataSource.class.getName())
                                .transactionManager(Manager.NARAYANA.option())
                                .startup(Startup.LAZY)
                                .maxSize(1)
                                .build());

        transactions.begin();
        insert(1);
        transactions.commit();
        insert(2);

        assertThat(starts).hasValue(2);
        assertThat(XaDatabase.H2.committed()).isEqualTo(2);
        assertThat(HookedXaDataSource.users()).as("sessions opened").hasSize(1);
    }

    private void insert(int number) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO numbers VALUES (" + number + ")");
        }
    }
}
