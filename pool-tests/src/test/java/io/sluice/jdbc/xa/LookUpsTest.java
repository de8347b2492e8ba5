package io.sluice.jdbc.xa;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.TransactionContext;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * How often a pool that takes part in transactions asks for the transaction of the thread while
 * there is none.
 */
class LookUpsTest {

    private final AtomicInteger lookUps = new AtomicInteger();
    private final SluiceDataSource pool;

    LookUpsTest() throws SQLException {
        XaDatabase.H2.newTable();
        pool =
                SluiceDataSource.create(
                        XaDatabase.H2
                                .source(JdbcPoolConfig.builder().name("look-ups"))
                                .transactionContext(new NeverInTransaction())
                                .build());
    }

    /** A manager without any transaction. */
    private final class NeverInTransaction implements TransactionContext {

        @Override
        public Object current() {
            lookUps.incrementAndGet();
            return null;
        }

        @Override
        public Object identity() {
            lookUps.incrementAndGet();
            return null;
        }

        @Override
        public Object get(Object key) {
            throw new AssertionError("there is no transaction");
        }

        @Override
        public void put(Object key, Object value) {
            throw new AssertionError("there is no transaction");
        }

        @Override
        public Participant participant(Holder<?> holder, Completion completion) {
            throw new AssertionError("there is no transaction");
        }
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private int lookUpsOf(Work work) throws SQLException {
        lookUps.set(0);
        work.run();
        return lookUps.get();
    }

    private interface Work {
        void run() throws SQLException;
    }

    @Test
    void anAcquireAndARelease() throws SQLException {
        assertThat(lookUpsOf(() -> pool.getConnection().close())).isEqualTo(1);
    }

    @Test
    void oneMoreForEachExecutionAndNoneForWhatIsMadeAndRead() throws SQLException {
        int forAll =
                lookUpsOf(
                        () -> {
                            try (Connection connection = pool.getConnection();
                                    PreparedStatement insert =
                                            connection.prepareStatement(
                                                    "INSERT INTO numbers VALUES (1)");
                                    Statement query = connection.createStatement()) {
                                insert.executeUpdate();
                                insert.executeUpdate();
                                try (ResultSet rows = query.executeQuery("TABLE numbers")) {
                                    while (rows.next()) {
                                        assertThat(rows.getInt(1)).isEqualTo(1);
                                    }
                                }
                            }
                        });

        assertThat(forAll).as("of the acquire and three executions").isEqualTo(1 + 3);
    }
}
