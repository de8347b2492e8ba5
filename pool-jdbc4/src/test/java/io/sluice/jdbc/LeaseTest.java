package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What the end of a lease does to the driver's connection: nothing, or exactly the clean-up needed.
 */
class LeaseTest {

    private final RecordingDatabase database = new RecordingDatabase();
    private SluiceDataSource pool;

    private SluiceDataSource open(JdbcPoolConfig.Builder settings) throws SQLException {
        pool = SluiceDataSource.create(settings.dataSource(database).maxSize(1).build());
        database.takeCalls();
        database.takeReads();
        return pool;
    }

    /** Without a validation, however long a test is held up between two leases. */
    private static JdbcPoolConfig.Builder settings() {
        return JdbcPoolConfig.builder().validateAfterIdle(Duration.ofHours(1));
    }

    @AfterEach
    void closePool() {
        if (pool != null) {
            pool.close();
        }
    }

    @Test
    void aLeaseWithNothingInItMakesNoCallAfterTheFirst() throws SQLException {
        open(settings());
        pool.getConnection().close();
        assertThat(database.takeCalls()).containsExactly("c1.clearWarnings()");
        pool.getConnection().close();
        pool.getConnection().close();
        assertThat(database.takeCalls()).isEmpty();
        assertThat(database.takeReads()).isEmpty();
    }

    @Test
    void aStatementCycleInAutoCommitCostsClearingWarningsAtTheNextAcquire() throws SQLException {
        open(settings());
        pool.getConnection().close();
        database.takeCalls();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
        }
        assertThat(database.takeCalls())
                .containsExactly("c1.createStatement()", "c1.execute(SELECT 1)", "c1.close()");
        pool.getConnection().close();
        assertThat(database.takeCalls()).containsExactly("c1.clearWarnings()");
    }

    @Test
    void whatIsLeftOpenIsClosedWithTheConnection() throws SQLException {
        open(settings());
        Connection connection = pool.getConnection();
        database.takeCalls();
        Statement statement = connection.createStatement();
        connection.close();
        assertThat(database.takeCalls()).containsExactly("c1.createStatement()", "c1.close()");
        assertThat(statement.isClosed()).isTrue();
    }

    @Test
    void anOpenTransactionIsRolledBackBeforeAutoCommitIsSwitchedOn() throws SQLException {
        open(settings());
        Connection connection = pool.getConnection();
        connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        connection.setAutoCommit(false);
        connection.createStatement().execute("INSERT");
        database.takeCalls();
        connection.close();
        assertThat(database.takeCalls())
                .containsExactly(
                        "c1.close()",
                        "c1.rollback()",
                        "c1.setAutoCommit(true)",
                        "c1.setTransactionIsolation(2)");
    }

    @Test
    void aCommittedTransactionIsNotRolledBack() throws SQLException {
        open(settings());
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("INSERT");
            }
            connection.commit();
            database.takeCalls();
        }
        assertThat(database.takeCalls()).containsExactly("c1.setAutoCommit(true)");
    }

    @Test
    void aPoolThatRestsWithoutAutoCommitRollsBackWhatWasNotCommitted() throws SQLException {
        open(settings().autoCommit(false));
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT");
            database.takeCalls();
        }
        assertThat(database.takeCalls()).containsExactly("c1.close()", "c1.rollback()");
    }

    @Test
    void aDriverThatRestsWithoutAutoCommitIsRolledBackToo() throws SQLException {
        database.byDefault("AutoCommit", false);
        open(settings());
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT");
            database.takeCalls();
        }
        assertThat(database.takeCalls()).containsExactly("c1.close()", "c1.rollback()");
    }

    @Test
    void whatIsResetWithoutAutoCommitIsCommitted() throws SQLException {
        open(settings().autoCommit(false));
        try (Connection connection = pool.getConnection()) {
            connection.setSchema("other");
            database.takeCalls();
        }
        assertThat(database.takeCalls())
                .containsExactly("c1.rollback()", "c1.setSchema(public)", "c1.commit()");
    }

    /** The second thread reads the attribute when the first has changed it already. */
    @Test
    void anAttributeThatTwoChangeAtOnceGoesBackToWhatTheFirstWasTold() throws SQLException {
        open(settings());
        Connection connection = pool.getConnection();
        database.on(
                "getCatalog",
                () -> {
                    database.noScript("getCatalog");
                    connection.setCatalog("theirs");
                });
        connection.setCatalog("mine");
        assertThat(database.takeReads()).contains("c1.getCatalog()", "c1.getCatalog()");
        assertThat(database.takeCalls()).endsWith("c1.setCatalog(theirs)", "c1.setCatalog(mine)");

        connection.close();

        assertThat(database.takeCalls()).containsExactly("c1.setCatalog(main)");
    }

    /** The connections of a pool have their state in common until one of them is changed. */
    @Test
    void whatOneConnectionLearnsIsNotWhatAnotherGoesBackTo() throws SQLException {
        pool = SluiceDataSource.create(settings().dataSource(database).maxSize(2).build());
        Connection first = pool.getConnection();
        first.setCatalog("other");
        database.byDefault("Catalog", "second");
        Connection second = pool.getConnection();
        second.setCatalog("other");
        database.takeCalls();

        first.close();
        second.close();

        assertThat(database.takeCalls())
                .containsExactly("c1.setCatalog(main)", "c2.setCatalog(second)");
    }

    @Test
    void everyAttributeGoesBackToWhatTheDriverHad() throws SQLException {
        open(settings());
        Connection connection = pool.getConnection();
        database.takeReads();
        connection.setReadOnly(true);
        connection.setHoldability(ResultSet.CLOSE_CURSORS_AT_COMMIT);
        connection.setCatalog("other");
        connection.setSchema("other");
        connection.setNetworkTimeout(Runnable::run, 7);
        connection.setTypeMap(Map.of("a", String.class));
        assertThat(database.takeReads())
                .containsExactly(
                        "c1.isReadOnly()",
                        "c1.getHoldability()",
                        "c1.getCatalog()",
                        "c1.getMetaData()",
                        "c1.getDatabaseProductName()",
                        "c1.getSchema()",
                        "c1.getNetworkTimeout()",
                        "c1.getTypeMap()");
        database.takeCalls();
        connection.close();
        assertThat(database.takeCalls())
                .containsExactly(
                        "c1.setReadOnly(false)",
                        "c1.setCatalog(main)",
                        "c1.setSchema(public)",
                        "c1.setHoldability(1)",
                        "c1.setNetworkTimeout(0)",
                        "c1.setTypeMap({})");
    }

    @Test
    void whatTheDriverHadIsAskedForOnce() throws SQLException {
        open(settings());
        for (int i = 0; i < 3; i++) {
            try (Connection connection = pool.getConnection()) {
                connection.setReadOnly(true);
                connection.setReadOnly(false);
            }
        }
        assertThat(database.takeReads()).containsOnlyOnce("c1.isReadOnly()");
    }

    @Test
    void clientInfoGoesBackNameByName() throws SQLException {
        Properties before = new Properties();
        before.setProperty("ApplicationName", "orders");
        database.byDefault("ClientInfo", before);
        open(settings());
        Connection connection = pool.getConnection();
        Properties changed = new Properties();
        changed.setProperty("ApplicationName", "report");
        changed.setProperty("ClientUser", "kim");
        connection.setClientInfo(changed);
        database.takeCalls();
        connection.close();
        assertThat(database.takeCalls())
                .containsExactly(
                        "c1.setClientInfo(ClientUser, null)",
                        "c1.setClientInfo(ApplicationName, orders)");
    }

    @Test
    void configuredValuesAreSetAtTheStartAndReturnedTo() throws SQLException {
        pool =
                SluiceDataSource.create(
                        settings()
                                .dataSource(database)
                                .autoCommit(false)
                                .readOnly(true)
                                .isolation(Isolation.SERIALIZABLE)
                                .holdability(Holdability.CLOSE_CURSORS_AT_COMMIT)
                                .catalog("orders")
                                .schema("app")
                                .networkTimeout(Duration.ofSeconds(9))
                                .initSql("SET ROLE app")
                                .build());
        assertThat(database.takeCalls())
                .containsExactly(
                        "connect()",
                        "c1.setNetworkTimeout(9000)",
                        "c1.createStatement()",
                        "c1.execute(SET ROLE app)",
                        "c1.close()",
                        "c1.setCatalog(orders)",
                        "c1.setSchema(app)",
                        "c1.setTransactionIsolation(8)",
                        "c1.setHoldability(2)",
                        "c1.setReadOnly(true)",
                        "c1.setAutoCommit(false)",
                        // what is tried once on a new connection
                        "c1.setNetworkTimeout(9000)",
                        "c1.setNetworkTimeout(5000)",
                        "c1.setNetworkTimeout(9000)",
                        "c1.isValid(5)",
                        "c1.rollback()",
                        "c1.clearWarnings()");
        try (Connection connection = pool.getConnection()) {
            connection.setReadOnly(false);
            connection.setSchema("other");
            database.takeCalls();
        }
        assertThat(database.takeCalls())
                .containsExactly(
                        "c1.rollback()",
                        "c1.setReadOnly(true)",
                        "c1.setSchema(app)",
                        "c1.commit()");
    }

    @Test
    void resetSqlRunsAfterTheResetAndOnlyIfAnythingRan() throws SQLException {
        open(settings().resetSql("DISCARD TEMP"));
        pool.getConnection().close();
        assertThat(database.takeCalls()).containsExactly("c1.clearWarnings()");
        try (Connection connection = pool.getConnection()) {
            connection.setReadOnly(true);
            database.takeCalls();
        }
        assertThat(database.takeCalls())
                .containsExactly(
                        "c1.setReadOnly(false)",
                        "c1.createStatement()",
                        "c1.execute(DISCARD TEMP)",
                        "c1.close()");
    }

    @Test
    void aConnectionThatCannotBeResetIsReplacedAndItsCloserSeesNothing() throws SQLException {
        open(settings());
        Connection connection = pool.getConnection();
        connection.setReadOnly(true);
        database.onThrow("setReadOnly", new SQLException("no"));
        connection.close();
        database.noScript("setReadOnly");
        try (Connection next = pool.getConnection()) {
            assertThat(next.unwrap(BareConnection.class)).isNotNull();
        }
        assertThat(database.connections()).isEqualTo(2);
    }

    @Test
    void anAttributeTheDriverCannotTellEndsTheConnectionWithTheLease() throws SQLException {
        open(settings());
        database.onThrow("getTypeMap", new java.sql.SQLFeatureNotSupportedException());
        Connection connection = pool.getConnection();
        connection.setTypeMap(Map.of("a", String.class));
        connection.close();
        pool.getConnection().close();
        assertThat(database.connections()).isEqualTo(2);
    }

    @Test
    void anAbortedConnectionIsDiscardedWithoutAnotherCall() throws SQLException {
        open(settings());
        Connection connection = pool.getConnection();
        connection.setAutoCommit(false);
        connection.createStatement();
        connection.abort(Runnable::run);
        database.takeCalls();
        connection.close();
        pool.getConnection().close();
        assertThat(database.takeCalls())
                .doesNotContain("c1.rollback()", "c1.setAutoCommit(true)")
                .contains("c2.clearWarnings()");
    }

    @Test
    void requestBoundariesAreCalledWhereTheDriverHasThem() throws SQLException {
        RecordingDatabase oracle = RecordingDatabase.withRequests();
        pool = SluiceDataSource.create(settings().dataSource(oracle).maxSize(1).build());
        oracle.takeCalls();
        Connection connection = pool.getConnection();
        assertThat(oracle.takeCalls()).containsExactly("c1.clearWarnings()", "c1.beginRequest()");
        connection.setAutoCommit(false);
        connection.createStatement().execute("INSERT");
        oracle.takeCalls();
        connection.close();
        assertThat(oracle.takeCalls())
                .containsExactly(
                        "c1.close()", "c1.rollback()", "c1.endRequest()", "c1.setAutoCommit(true)");
        pool.getConnection().close();
        assertThat(oracle.takeCalls()).containsExactly("c1.clearWarnings()", "c1.beginRequest()");
    }

    @Test
    void aLeaseThatDoesNothingLeavesItsRequestToTheNext() throws SQLException {
        RecordingDatabase oracle = RecordingDatabase.withRequests();
        pool = SluiceDataSource.create(settings().dataSource(oracle).maxSize(1).build());
        pool.getConnection().close();
        oracle.takeCalls();
        pool.getConnection().close();
        assertThat(oracle.takeCalls()).isEmpty();
        try (Connection connection = pool.getConnection()) {
            connection.setReadOnly(true);
        }
        assertThat(oracle.takeCalls())
                .containsExactly(
                        "c1.setReadOnly(true)", "c1.endRequest()", "c1.setReadOnly(false)");
        pool.getConnection().close();
        assertThat(oracle.takeCalls()).containsExactly("c1.clearWarnings()", "c1.beginRequest()");
    }

    @Test
    void resetSqlRunsAfterAStatementThatLeftNothingElse() throws SQLException {
        open(settings().resetSql("DISCARD TEMP"));
        try (Connection connection = pool.getConnection()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT 1");
            }
            database.takeCalls();
        }
        assertThat(database.takeCalls())
                .containsExactly("c1.createStatement()", "c1.execute(DISCARD TEMP)", "c1.close()");
    }

    @Test
    void aConnectionThatFailsToBeginIsReplacedByAnother() throws SQLException {
        int expected = 1;
        for (Throwable failure :
                List.of(
                        new SQLException("gone", "08006"),
                        new SQLException("odd", "HY000"),
                        new IllegalStateException("odd"))) {
            open(settings());
            database.on(
                    "clearWarnings",
                    () -> {
                        database.noScript("clearWarnings");
                        throw failure;
                    });
            try (Connection connection = pool.getConnection()) {
                assertThat(connection.isClosed()).isFalse();
            }
            expected += 1;
            assertThat(database.connections()).as("%s", failure).isEqualTo(expected);
            pool.close();
            expected += 1;
        }
    }

    @Test
    void resetSqlRunsInAutoCommitAndWhatIsConfiguredIsSetAgainAfterIt() throws SQLException {
        open(
                settings()
                        .autoCommit(false)
                        .schema("app")
                        .isolation(Isolation.SERIALIZABLE)
                        .resetSql("DISCARD ALL"));
        try (Connection connection = pool.getConnection()) {
            connection.setHoldability(ResultSet.CLOSE_CURSORS_AT_COMMIT);
            try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT 1");
            }
            database.takeCalls();
        }
        assertThat(database.takeCalls())
                .containsExactly(
                        "c1.rollback()",
                        "c1.setHoldability(1)",
                        "c1.setAutoCommit(true)",
                        "c1.createStatement()",
                        "c1.execute(DISCARD ALL)",
                        "c1.close()",
                        "c1.setTransactionIsolation(8)",
                        "c1.setSchema(app)",
                        "c1.setAutoCommit(false)");
    }
}
