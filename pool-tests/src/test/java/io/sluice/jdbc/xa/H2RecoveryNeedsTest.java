package io.sluice.jdbc.xa;

import static io.sluice.pool.fixture.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.pool.jta.InDoubtBranches;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What H2 wants for global transactions: only administrators end prepared branches. */
class H2RecoveryNeedsTest {

    private static final String OTHER = "jdbc:h2:mem:beside-needs;DB_CLOSE_DELAY=-1";
    private static final String PASSWORD = "secret of the worker";

    private final TransactionManager transactions = Manager.NARAYANA.get();
    private final Warnings warnings = new Warnings();

    @BeforeEach
    void prepare() throws SQLException {
        XaDatabase.H2.newTable();
        XaDatabase.H2.run("DROP USER IF EXISTS WORKER");
        XaDatabase.H2.run("CREATE USER WORKER PASSWORD '" + PASSWORD + "'");
        XaDatabase.H2.run("GRANT ALL ON numbers TO WORKER");
    }

    @AfterEach
    void forget() {
        warnings.close();
    }

    private static SluiceDataSource open(UnaryOperator<JdbcPoolConfig.Builder> settings)
            throws SQLException {
        return watched(
                SluiceDataSource.create(
                        settings.apply(
                                        XaDatabase.H2
                                                .source(JdbcPoolConfig.builder().name("needs"))
                                                .transactionManager(Manager.NARAYANA.option()))
                                .build()));
    }

    @Test
    void administratorsAreNotComplainedAbout() throws SQLException {
        XaDatabase.H2.run("ALTER USER WORKER ADMIN TRUE");
        try (SluiceDataSource pool =
                open(config -> config.recoveryUsername("worker").recoveryPassword(PASSWORD))) {
            pool.getConnection().close();
        }

        assertThat(warnings.texts()).isEmpty();
    }

    @Test
    void aUserThatCannotEndPreparedBranchesIsReported() throws SQLException {
        try (SluiceDataSource pool = open(config -> config.username("worker").password(PASSWORD))) {
            pool.getConnection().close();
        }

        assertThat(warnings.texts())
                .singleElement()
                .asString()
                .startsWith("Pool needs: connections run as user \"WORKER\"");
    }

    @Test
    void aUserOfRecoveryThatSeesNothingIsReported() throws SQLException {
        try (SluiceDataSource pool =
                open(config -> config.recoveryUsername("worker").recoveryPassword(PASSWORD))) {
            pool.getConnection().close();
        }

        assertThat(warnings.texts())
                .singleElement()
                .asString()
                .startsWith("Pool needs: recovery connects as user \"WORKER\"");
    }

    /** One half of the transaction is committed: the other must not be rolled back by a close. */
    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void aBranchStaysPreparedUntilAUserMayEndIt() throws Exception {
        try (SluiceDataSource pool = open(config -> config.username("worker").password(PASSWORD));
                SluiceDataSource other = other()) {
            transactions.begin();
            execute(pool, "INSERT INTO numbers VALUES (1)");
            execute(other, "SELECT 1");
            try {
                transactions.commit();
            } catch (Exception e) {
                // The outcome is unknown, which managers may report.
            }
            assertThat(InDoubtBranches.of("needs")).hasSize(1);

            Manager.NARAYANA.recover();

            assertThat(InDoubtBranches.of("needs")).hasSize(1);
            assertThat(pool.snapshot().inaccessible()).as("kept open").isEqualTo(1);
            assertThat(XaDatabase.H2.inDoubt()).isEqualTo(1);
            XaDatabase.H2.run("ALTER USER WORKER ADMIN TRUE");
            await("recovery has ended it")
                    .until(
                            () -> {
                                Manager.NARAYANA.recover();
                                return InDoubtBranches.of("needs").isEmpty();
                            });
            assertThat(XaDatabase.H2.committed()).isEqualTo(1);
        }
    }

    private static SluiceDataSource other() throws SQLException {
        return watched(
                SluiceDataSource.create(
                        JdbcPoolConfig.builder()
                                .name("beside-needs")
                                .xaDataSourceClassName("org.h2.jdbcx.JdbcDataSource")
                                .dataSourceProperties(Map.of("url", OTHER))
                                .transactionManager(Manager.NARAYANA.option())
                                .build()));
    }

    private static void execute(SluiceDataSource pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
