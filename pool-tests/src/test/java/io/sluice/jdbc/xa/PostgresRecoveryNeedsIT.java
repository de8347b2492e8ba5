package io.sluice.jdbc.xa;

import static io.sluice.pool.fixture.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.Isolation;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.Postgres;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.Startup;
import io.sluice.jdbc.internal.xa.Recovery;
import io.sluice.pool.FlushMode;
import io.sluice.pool.fault.PostgresServer;
import io.sluice.pool.fault.TcpProxy;
import io.sluice.pool.spi.RecoverySource;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionManager;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What PostgreSQL wants for global transactions, and what its driver makes of a lost server. */
@Tag("once")
class PostgresRecoveryNeedsIT {

    private final TransactionManager transactions = Manager.NARAYANA.get();
    private final Warnings warnings = new Warnings();

    @BeforeEach
    void prepare() throws Exception {
        XaDatabase.POSTGRES.newTable();
        HookedXaDataSource.reset(XaDatabase.POSTGRES.driver());
    }

    @AfterEach
    void forget() {
        warnings.close();
        HookedXaDataSource.hooks = new HookedXaDataSource.Hooks();
    }

    private static SluiceDataSource open(UnaryOperator<JdbcPoolConfig.Builder> settings)
            throws SQLException {
        return watched(
                SluiceDataSource.create(
                        settings.apply(
                                        XaDatabase.POSTGRES
                                                .source(JdbcPoolConfig.builder().name("needs"))
                                                .transactionManager(Manager.NARAYANA.option()))
                                .build()));
    }

    // Checks at the start of a pool

    @Test
    void aServerThatHasWhatIsNeededIsNotComplainedAbout() throws Exception {
        try (SluiceDataSource pool = open(config -> config.maxSize(20).initSql("SET ROLE app"))) {
            pool.getConnection().close();
        }

        assertThat(warnings.texts()).as("the superuser may end what others prepare").isEmpty();
    }

    @Test
    void tooFewPreparedTransactionsAreTold() throws Exception {
        try (SluiceDataSource pool = open(config -> config.maxSize(21).autoCommit(false))) {
            try (Connection first = pool.getConnection();
                    Connection second = pool.getConnection()) {
                assertThat(first.isValid(5) && second.isValid(5)).isTrue();
            }
        }

        assertThat(warnings.texts())
                .as("told once")
                .singleElement()
                .asString()
                .startsWith(
                        "Pool needs: max_prepared_transactions of the server is 20 and maxSize is 21")
                .contains("postgresql.conf");
    }

    @Test
    void aRoleThatCannotEndWhatIsPreparedIsTold() throws Exception {
        try (SluiceDataSource pool =
                open(
                        config ->
                                config.recoveryUsername(Postgres.USER)
                                        .recoveryPassword(Postgres.PASSWORD))) {
            pool.getConnection().close();
        }

        assertThat(warnings.texts())
                .singleElement()
                .asString()
                .startsWith("Pool needs: recovery connects as role \"app\"")
                .contains("run as role \"postgres\"", "recoveryUsername");
    }

    /** The driver says that the statement failed, as if the branch were no more. */
    @Test
    void whatTheRoleOfRecoveryCannotEndStaysPrepared() throws Exception {
        Xid xid = new AnyXid();
        XAConnection connection = XaDatabase.POSTGRES.driver().getXAConnection();
        XAResource branch = connection.getXAResource();
        branch.start(xid, XAResource.TMNOFLAGS);
        try (Statement statement = connection.getConnection().createStatement()) {
            statement.executeUpdate("INSERT INTO numbers VALUES (1)");
        }
        branch.end(xid, XAResource.TMSUCCESS);
        branch.prepare(xid);
        connection.close();
        try (SluiceDataSource pool =
                open(
                        config ->
                                config.recoveryUsername(Postgres.USER)
                                        .recoveryPassword(Postgres.PASSWORD))) {
            RecoverySource source = pool.recoverySource();
            try (RecoverySource.Session session = source.open()) {
                for (int attempt = 0; attempt < 2; attempt++) {
                    XAException refusal =
                            catchThrowableOfType(
                                    XAException.class, () -> session.resource().commit(xid, false));
                    assertThat(refusal.errorCode).isEqualTo(XAException.XAER_RMFAIL);
                }
                XAException refusal =
                        catchThrowableOfType(
                                XAException.class, () -> session.resource().rollback(xid));
                assertThat(refusal.errorCode).isEqualTo(XAException.XAER_RMFAIL);
            }
        }
        try (SluiceDataSource pool = open(config -> config);
                RecoverySource.Session session = pool.recoverySource().open()) {
            session.resource().commit(xid, false);
            session.resource().forget(xid);
        }
        assertThat(XaDatabase.POSTGRES.committed()).isEqualTo(1);
    }

    // A commit that the server refuses

    @Test
    void whatCannotBeSerializedIsRolledBackAndNotLost() throws Exception {
        try (SluiceDataSource pool = open(config -> config.isolation(Isolation.SERIALIZABLE));
                Connection rival = Postgres.direct();
                Statement others = rival.createStatement()) {
            rival.setAutoCommit(false);
            rival.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            transactions.begin();
            try (Connection connection = pool.getConnection();
                    Statement ours = connection.createStatement()) {
                count(ours);
                count(others);
                others.executeUpdate("INSERT INTO numbers VALUES (1)");
                ours.executeUpdate("INSERT INTO numbers VALUES (2)");
                rival.commit();
            }

            assertThatExceptionOfType(RollbackException.class).isThrownBy(transactions::commit);

            assertThat(XaDatabase.POSTGRES.committed()).isEqualTo(1);
        }
    }

    /** Neither manager may take that for a lost server with an unknown outcome. */
    @ParameterizedTest
    @EnumSource(Manager.class)
    void whatCannotBePreparedIsRolledBackEverywhere(Manager manager) throws Exception {
        XaDatabase.H2.newTable();
        TransactionManager ours = manager.get();
        try (SluiceDataSource refusing = open(XaDatabase.POSTGRES, manager, "refusing");
                SluiceDataSource willing = open(XaDatabase.H2, manager, "willing")) {
            ours.begin();
            insert(willing, "INSERT INTO numbers VALUES (1)");
            // The server prepares nothing that has worked on a temporary table.
            insert(
                    refusing,
                    "CREATE TEMPORARY TABLE passing (n INT) ON COMMIT DROP;"
                            + " INSERT INTO passing VALUES (1); INSERT INTO numbers VALUES (1)");

            assertThatExceptionOfType(RollbackException.class).isThrownBy(ours::commit);

            assertThat(XaDatabase.H2.committed()).isZero();
            assertThat(XaDatabase.POSTGRES.committed()).isZero();
            assertThat(XaDatabase.POSTGRES.inDoubt()).isZero();
            await("the connection, which is rolled back, is available again")
                    .until(refusing::snapshot, now -> now.available() == 1);
        }
    }

    private static SluiceDataSource open(XaDatabase database, Manager manager, String name)
            throws SQLException {
        return watched(
                SluiceDataSource.create(
                        database.source(JdbcPoolConfig.builder().name(name))
                                .minSize(0)
                                .transactionManager(manager.option())
                                .build()));
    }

    private static void insert(SluiceDataSource pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void count(Statement statement) throws SQLException {
        try (ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM numbers")) {
            count.next();
        }
    }

    @Test
    void aLastResourceIsRolledBackAfterAFailedStatement() throws Exception {
        try (SluiceDataSource pool =
                watched(
                        SluiceDataSource.create(
                                JdbcPoolConfig.builder()
                                        .name("last")
                                        .url(Postgres.url())
                                        .username(Postgres.USER)
                                        .password(Postgres.PASSWORD)
                                        .lastResource(true)
                                        .transactionManager(Manager.NARAYANA.option())
                                        .build()))) {
            transactions.begin();
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                assertThatExceptionOfType(SQLException.class)
                        .isThrownBy(() -> statement.execute("INSERT INTO nowhere VALUES (1)"));
            }

            assertThatExceptionOfType(RollbackException.class).isThrownBy(transactions::commit);
        }
    }

    // A lost server

    /** The driver calls it a failure of the statement, and the manager tries twenty times more. */
    @Test
    void aServerThatIsGoneAtTheStartOfABranchIsAskedOnce() throws Exception {
        AtomicInteger starts = new AtomicInteger();
        try (SluiceDataSource pool =
                watched(
                        SluiceDataSource.create(
                                JdbcPoolConfig.builder()
                                        .name("needs")
                                        .xaDataSourceClassName(HookedXaDataSource.class.getName())
                                        .transactionManager(Manager.NARAYANA.option())
                                        .maxSize(1)
                                        .build()))) {
            HookedXaDataSource.translated = true;
            pool.flush(FlushMode.IDLE); // what follows is translated
            int backend = backend(pool);
            HookedXaDataSource.hooks =
                    new HookedXaDataSource.Hooks() {
                        @Override
                        void beforeStart() {
                            if (starts.getAndIncrement() == 0) {
                                terminate(backend);
                            }
                        }
                    };
            transactions.begin();

            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(pool::getConnection)
                    .withMessageContaining("Pool needs");

            transactions.rollback();
            assertThat(starts).hasValue(1);
            transactions.begin();
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.executeUpdate("INSERT INTO numbers VALUES (1)");
            }
            transactions.commit();
        }
        assertThat(XaDatabase.POSTGRES.committed()).isEqualTo(1);
    }

    /** Without the limit it would wait for as long as the network is gone. */
    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void recoveryGivesUpOnAServerThatAnswersNoMore() throws Exception {
        int port = URI.create(Postgres.url().substring("jdbc:".length())).getPort();
        try (TcpProxy network = TcpProxy.to(port);
                SluiceDataSource pool =
                        watched(
                                SluiceDataSource.create(
                                        JdbcPoolConfig.builder()
                                                .name("needs")
                                                .xaDataSourceClassName(
                                                        "org.postgresql.xa.PGXADataSource")
                                                .dataSourceProperties(
                                                        Map.of(
                                                                "serverName", "127.0.0.1",
                                                                "portNumber",
                                                                        Integer.toString(
                                                                                network.port()),
                                                                "databaseName", "postgres"))
                                                .username("postgres")
                                                .password("postgres")
                                                .networkTimeout(Duration.ofMillis(500))
                                                .transactionManager(Manager.NARAYANA.option())
                                                .startup(Startup.LAZY)
                                                .build()));
                RecoverySource.Session session = pool.recoverySource().open()) {
            session.resource().recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
            network.drop();

            XAException refusal =
                    catchThrowableOfType(
                            XAException.class,
                            () ->
                                    session.resource()
                                            .recover(
                                                    XAResource.TMSTARTRSCAN
                                                            | XAResource.TMENDRSCAN));

            assertThat(refusal.errorCode).isEqualTo(XAException.XAER_RMFAIL);
        }
    }

    private static int backend(SluiceDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet pid = statement.executeQuery("SELECT pg_backend_pid()")) {
            pid.next();
            return pid.getInt(1);
        }
    }

    /** A standby lists nothing, by which a manager would forget what it has decided. */
    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    void aStandbyProvesNothingAboutWhatIsPrepared() throws Exception {
        try (PostgresServer primary = PostgresServer.start(Map.of());
                PostgresServer standby = primary.standby()) {
            RecoverySource source =
                    Recovery.source(
                            JdbcPoolConfig.builder()
                                    .name("orders")
                                    .xaDataSourceClassName("org.postgresql.xa.PGXADataSource")
                                    .dataSourceProperties(Map.of("url", standby.url()))
                                    .username(PostgresServer.ADMIN)
                                    .transactionManager(Manager.NARAYANA.option())
                                    .build());
            try (RecoverySource.Session session = source.open()) {
                XAException refusal =
                        catchThrowableOfType(
                                XAException.class,
                                () ->
                                        session.resource()
                                                .recover(
                                                        XAResource.TMSTARTRSCAN
                                                                | XAResource.TMENDRSCAN));

                assertThat(refusal.errorCode).isEqualTo(XAException.XAER_RMFAIL);
                assertThat(refusal).hasMessageStartingWith("recovery is connected to a standby");
            }
        }
    }

    /** Returns when it is gone. */
    private static void terminate(int backend) {
        try {
            XaDatabase.POSTGRES.run("SELECT pg_terminate_backend(" + backend + ", 20000)");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
