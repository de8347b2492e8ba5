package io.sluice.jdbc;

import static io.sluice.jdbc.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.NoTransactions;
import io.sluice.pool.spi.TransactionContext;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TransactionOptionsTest {

    private static JdbcPoolConfig.Builder xa() {
        return JdbcPoolConfig.builder()
                .xaDataSourceClassName("org.h2.jdbcx.JdbcDataSource")
                .dataSourceProperties(Map.of("url", "jdbc:h2:mem:options"));
    }

    private static void assertRefused(JdbcPoolConfig.Builder builder, String... parts) {
        assertThatIllegalArgumentException()
                .isThrownBy(builder::build)
                .satisfies(e -> assertThat(e.getMessage()).contains(parts));
    }

    @Test
    void connectionsForTransactionsWantAManager() {
        assertRefused(
                xa().name("orders"),
                "xaDataSourceClassName is set and no transaction manager is",
                "set transactionManager, or transactions=off");
        assertRefused(
                JdbcPoolConfig.builder().url("jdbc:h2:mem:x").transactions(Transactions.REQUIRED),
                "transactions is set and no transaction manager is");
    }

    @Test
    void aManagerWantsConnectionsForTransactions() {
        assertRefused(
                JdbcPoolConfig.builder()
                        .name("orders")
                        .url("jdbc:h2:mem:x")
                        .transactionManager("narayana"),
                "transactionManager is set and xaDataSourceClassName is not",
                "instead of url");
        assertRefused(
                JdbcPoolConfig.builder()
                        .name("orders")
                        .dataSource(new RecordingDatabase())
                        .transactionContext(NoTransactions.INSTANCE),
                "transactionContext is set and xaDataSourceClassName is not",
                "instead of the data source");
    }

    @Test
    void lastResourcesAreThoseThatCannotBePrepared() {
        assertRefused(
                xa().name("orders").transactionManager("narayana").lastResource(true),
                "lastResource is true and xaDataSourceClassName is set");
        assertRefused(
                JdbcPoolConfig.builder().url("jdbc:h2:mem:x").name("orders").lastResource(true),
                "lastResource is true and no transaction manager is");
    }

    @Test
    void aManagerWantsAStableName() {
        assertRefused(
                xa().transactionManager("narayana"),
                "transactionManager is set and name is not",
                "set a name that never changes");
    }

    @Test
    void oneOfTheTwoTellsTheTransactions() {
        assertRefused(
                xa().name("orders")
                        .transactionManager("narayana")
                        .transactionContext(NoTransactions.INSTANCE),
                "transactionManager and transactionContext are both set");
    }

    @Test
    void aPasswordOfRecoveryWantsItsUser() {
        assertRefused(
                xa().name("orders").transactionManager("narayana").recoveryPassword("x"),
                "recoveryPassword is set and recoveryUsername is not");
    }

    @Test
    void switchedOffTheyArePlainConnections() throws Exception {
        try (SluiceDataSource pool =
                        watched(
                                SluiceDataSource.create(
                                        xa().transactions(Transactions.OFF).build()));
                Connection connection = pool.getConnection()) {
            assertThat(connection.getAutoCommit()).isTrue();
            connection.setAutoCommit(false);
            connection.commit();
        }
    }

    @Test
    void aPoolOutsideTransactionsHasNothingToRecover() {
        try (SluiceDataSource pool = watched(new SluiceDataSource())) {
            pool.setUrl("jdbc:h2:mem:options");
            assertThatIllegalStateException()
                    .isThrownBy(pool::recoverySource)
                    .withMessageContaining("does not take part in global transactions");
        }
    }

    @Test
    void aManagerThatIsMissingIsToldAtTheStart() {
        JdbcPoolConfig config = xa().name("orders").transactionManager("com.example.None").build();

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> SluiceDataSource.create(config))
                .withMessageContaining("Pool orders: transactionManager is \"com.example.None\"");
    }

    private static JdbcPoolConfig.Builder inTransactions() {
        TransactionContext never =
                new TransactionContext() {
                    @Override
                    public Object current() {
                        return null;
                    }

                    @Override
                    public Object get(Object key) {
                        return null;
                    }

                    @Override
                    public void put(Object key, Object value) {
                        throw new AssertionError("there is no transaction");
                    }

                    @Override
                    public Participant participant(Holder<?> holder, Completion completion) {
                        throw new AssertionError("there is no transaction");
                    }
                };
        return xa().name("one-of-two").transactionContext(never);
    }

    /** Each would take what its own server does not list for ended. */
    @Test
    void ofTwoPoolsInTransactionsEachWantsAName() throws Exception {
        SluiceDataSource first = watched(SluiceDataSource.create(inTransactions().build()));
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> SluiceDataSource.create(inTransactions().build()))
                .withMessageContaining("Pool one-of-two: name is already used by an open pool");
        first.getConnection().close();
        try (SluiceDataSource plain =
                watched(
                        SluiceDataSource.create(
                                inTransactions().transactions(Transactions.OFF).build()))) {
            plain.getConnection().close();
        }

        first.close(Duration.ZERO);

        try (SluiceDataSource next = watched(SluiceDataSource.create(inTransactions().build()))) {
            first.close(); // again, which takes the name from nobody
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> SluiceDataSource.create(inTransactions().build()))
                    .withMessageContaining("close the other pool first");
            next.getConnection().close();
        }
    }

    @Test
    void aStartThatFailsLeavesTheNameToTheNext() throws Exception {
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(
                            () ->
                                    SluiceDataSource.create(
                                            inTransactions().initSql("no SQL at all").build()))
                    .withMessageContaining("SQL");
        }
        try (SluiceDataSource pool = watched(SluiceDataSource.create(inTransactions().build()))) {
            pool.getConnection().close();
        }
    }

    @Test
    void aClassThatIsNoXaDataSourceIsToldAtTheStart() {
        JdbcPoolConfig config =
                JdbcPoolConfig.builder()
                        .xaDataSourceClassName("java.lang.Object")
                        .transactions(Transactions.OFF)
                        .build();

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> SluiceDataSource.create(config))
                .withMessageContaining("xaDataSourceClassName is \"java.lang.Object\"")
                .withMessageContaining("does not implement javax.sql.XADataSource");
    }
}
