package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the pool restores where the driver resets the session at the boundaries of requests. */
class RequestBoundariesTest {

    private final RecordingDatabase database = RecordingDatabase.withRequests();
    private SluiceDataSource pool;

    private void open(JdbcPoolConfig.Builder settings) throws SQLException {
        pool =
                SluiceDataSource.create(
                        settings.dataSource(database)
                                .maxSize(1)
                                .validateAfterIdle(Duration.ofHours(1))
                                .build());
    }

    @AfterEach
    void closePool() {
        pool.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"beginRequest", "endRequest"})
    void everyLeaseIsLikeTheFirst(String boundary) throws SQLException {
        database.resetsAt(boundary);
        open(
                JdbcPoolConfig.builder()
                        .autoCommit(false)
                        .readOnly(true)
                        .isolation(Isolation.SERIALIZABLE)
                        .holdability(Holdability.CLOSE_CURSORS_AT_COMMIT)
                        .catalog("orders")
                        .schema("app")
                        .networkTimeout(Duration.ofSeconds(9)));
        for (int lease = 0; lease < 3; lease++) {
            try (Connection connection = pool.getConnection()) {
                assertThat(connection.getAutoCommit()).as("lease %d", lease).isFalse();
                assertThat(connection.isReadOnly()).as("lease %d", lease).isTrue();
                assertThat(connection.getTransactionIsolation()).as("lease %d", lease).isEqualTo(8);
                assertThat(connection.getHoldability()).as("lease %d", lease).isEqualTo(2);
                assertThat(connection.getCatalog()).as("lease %d", lease).isEqualTo("orders");
                assertThat(connection.getSchema()).as("lease %d", lease).isEqualTo("app");
                assertThat(connection.getNetworkTimeout()).as("lease %d", lease).isEqualTo(9000);
                connection.setSchema("other");
                connection.setAutoCommit(true);
            }
        }
        assertThat(database.connections()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"beginRequest", "endRequest"})
    void aBoundaryThatTheDriverDoesNotSupportIsDoneWithout(String boundary) throws SQLException {
        database.onThrow(boundary, new SQLFeatureNotSupportedException());
        open(JdbcPoolConfig.builder().autoCommit(false));
        for (int lease = 0; lease < 3; lease++) {
            try (Connection connection = pool.getConnection()) {
                assertThat(connection.getAutoCommit()).as("lease %d", lease).isFalse();
            }
        }
        assertThat(database.connections()).isEqualTo(1);
    }

    @Test
    void aCustomizerThatThrowsAnythingWhenRepeatedRunsOnNewConnectionsOnly() throws SQLException {
        database.resetsAt("endRequest");
        AtomicInteger runs = new AtomicInteger();
        open(
                JdbcPoolConfig.builder()
                        .connectionCustomizer(
                                connection -> {
                                    if (runs.incrementAndGet() > 1) {
                                        throw new IllegalStateException("once only");
                                    }
                                }));
        use();
        use();
        assertThat(database.connections()).isEqualTo(1);
    }

    @Test
    void whatACustomizerHasDoneBeforeItThrowsIsRolledBack() throws SQLException {
        database.byDefault("AutoCommit", false);
        database.resetsAt("endRequest");
        AtomicInteger runs = new AtomicInteger();
        open(
                JdbcPoolConfig.builder()
                        .connectionCustomizer(
                                connection -> {
                                    connection.createStatement().execute("INSERT");
                                    if (runs.incrementAndGet() > 1) {
                                        throw new IllegalStateException("once only");
                                    }
                                }));
        use();
        List<String> calls = database.takeCalls();
        int insert = calls.lastIndexOf("c1.execute(INSERT)");
        assertThat(calls.subList(insert, insert + 3))
                .containsExactly("c1.execute(INSERT)", "c1.rollback()", "c1.commit()");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void thatItThrowsWhenRepeatedIsTold(boolean repeatable) throws SQLException {
        database.resetsAt("endRequest");
        AtomicInteger runs = new AtomicInteger();
        Logger logger = Logger.getLogger("io.sluice.jdbc");
        List<String> warnings = new CopyOnWriteArrayList<>();
        logger.setFilter(record -> !warnings.add(record.getMessage()));
        try {
            open(
                    JdbcPoolConfig.builder()
                            .connectionCustomizer(
                                    connection -> {
                                        if (runs.incrementAndGet() > 1 && !repeatable) {
                                            throw new IllegalStateException("once only");
                                        }
                                    }));
            use();
        } finally {
            logger.setFilter(null);
        }
        assertThat(warnings.stream().filter(text -> text.contains("make them repeatable")))
                .hasSize(repeatable ? 0 : 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"beginRequest", "endRequest"})
    void aDriverThatRefusesSomethingElseDoesNotKeepTheCustomizerFromBeingRepeated(String boundary)
            throws SQLException {
        database.resetsAt(boundary);
        AtomicInteger calls = new AtomicInteger();
        database.on(
                "setSchema",
                () -> {
                    if (calls.incrementAndGet() == 2) {
                        throw new SQLException("refused once", "XX000");
                    }
                });
        AtomicInteger runs = new AtomicInteger();
        open(
                JdbcPoolConfig.builder()
                        .schema("app")
                        .startup(Startup.WARN) // the first connection is refused
                        .connectionCustomizer(connection -> runs.incrementAndGet()));
        use();
        int before = runs.get();

        use();

        assertThat(runs.get()).isEqualTo(before + 1);
    }

    /** Does something, since a lease that does nothing does not end its request. */
    private void use() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.createStatement();
        }
    }

    @Test
    void theRequestEndsAfterTheRollbackAndBeforeAnythingIsSetBack() throws SQLException {
        database.resetsAt("endRequest");
        open(JdbcPoolConfig.builder().autoCommit(false).schema("app"));
        Connection connection = pool.getConnection();
        connection.createStatement().execute("INSERT");
        connection.setTypeMap(java.util.Map.of("a", String.class));
        database.takeCalls();
        connection.close();
        assertThat(database.takeCalls())
                .containsExactly(
                        "c1.close()",
                        "c1.rollback()",
                        "c1.endRequest()",
                        "c1.setSchema(app)",
                        "c1.setAutoCommit(false)",
                        "c1.setTypeMap({})");
    }

    @Test
    void whatTheResetTakesIsDoneAgainWithWhatIsConfigured() throws SQLException {
        database.resetsAt("endRequest");
        open(
                JdbcPoolConfig.builder()
                        .connectionCustomizer(
                                connection -> connection.setClientInfo("ApplicationName", "orders"))
                        .initSql("SET ROLE app"));
        use();
        database.takeCalls();
        use();
        assertThat(database.takeCalls())
                .containsExactly(
                        "c1.clearWarnings()",
                        "c1.beginRequest()",
                        "c1.createStatement()",
                        "c1.close()",
                        "c1.endRequest()",
                        "c1.setClientInfo(ApplicationName, orders)",
                        "c1.createStatement()",
                        "c1.execute(SET ROLE app)",
                        "c1.close()");
    }

    /** The end of the request takes nothing then. */
    @Test
    void whatABeginTakesIsDoneAgainAfterItOnly() throws SQLException {
        database.resetsAt("beginRequest");
        open(JdbcPoolConfig.builder().initSql("SET ROLE app"));
        use();
        database.takeCalls();
        use();
        assertThat(database.takeCalls())
                .containsExactly(
                        "c1.clearWarnings()",
                        "c1.beginRequest()",
                        "c1.createStatement()",
                        "c1.execute(SET ROLE app)",
                        "c1.close()",
                        "c1.createStatement()",
                        "c1.close()",
                        "c1.endRequest()");
    }

    @Test
    void aDriverThatResetsNothingIsPreparedOnce() throws SQLException {
        open(JdbcPoolConfig.builder().initSql("SET ROLE app").schema("app"));
        use();
        use();
        List<String> calls = database.takeCalls();
        assertThat(calls).containsOnlyOnce("c1.execute(SET ROLE app)", "c1.setSchema(app)");
        assertThat(calls).endsWith("c1.createStatement()", "c1.close()", "c1.endRequest()");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aDriverThatResetsNothingIsLeftAsConfigured(boolean autoCommit) throws SQLException {
        open(JdbcPoolConfig.builder().autoCommit(autoCommit));
        use();
        assertThat(database.takeCalls().stream().filter(call -> call.contains("setAutoCommit")))
                .last()
                .isEqualTo("c1.setAutoCommit(" + autoCommit + ")");
    }

    @Test
    void keptStatementsAreClosedBeforeTheDriverResetsTheSession() throws SQLException {
        database.resetsAt("endRequest");
        open(JdbcPoolConfig.builder().statementCacheSize(10));
        Connection connection = pool.getConnection();
        connection.prepareStatement("SELECT 1").close();
        database.takeCalls();
        connection.close();
        assertThat(database.takeCalls()).containsExactly("c1.close()", "c1.endRequest()");
        try (Connection next = pool.getConnection();
                PreparedStatement statement = next.prepareStatement("SELECT 1")) {
            assertThat(database.takeCalls()).contains("c1.prepareStatement(SELECT 1)");
            assertThat(statement.isClosed()).isFalse();
        }
    }

    @Test
    void theSameBeforeABeginThatResetsIt() throws SQLException {
        database.resetsAt("beginRequest");
        open(JdbcPoolConfig.builder().statementCacheSize(10));
        Connection connection = pool.getConnection();
        connection.prepareStatement("SELECT 1").close();
        connection.close();
        database.takeCalls();

        pool.getConnection().close();

        assertThat(database.takeCalls()).containsSubsequence("c1.close()", "c1.beginRequest()");
    }

    @Test
    void aConnectionIsReplacedIfItsKeptStatementsCannotBeClosed() throws SQLException {
        database.resetsAt("endRequest");
        open(JdbcPoolConfig.builder().statementCacheSize(10).maxSize(1));
        Connection connection = pool.getConnection();
        connection.prepareStatement("SELECT 1").close();
        database.on(
                "close",
                () -> {
                    database.noScript("close");
                    throw new SQLException("no", "HY000");
                });
        connection.close();
        pool.getConnection().close();
        assertThat(database.connections()).isEqualTo(2);
    }

    @Test
    void keptStatementsThatTheDriverHasClosedAreForgotten() throws SQLException {
        open(JdbcPoolConfig.builder().statementCacheSize(10));
        try (Connection connection = pool.getConnection()) {
            connection.prepareStatement("SELECT 1").close();
        }
        try (Connection connection = pool.getConnection()) {
            database.takeCalls();
            connection.prepareStatement("SELECT 1").close();
            assertThat(database.takeCalls()).doesNotContain("c1.prepareStatement(SELECT 1)");
            database.closeAll();
        }
        try (Connection connection = pool.getConnection()) {
            database.takeCalls();
            connection.prepareStatement("SELECT 1").close();
            assertThat(database.takeCalls()).contains("c1.prepareStatement(SELECT 1)");
        }
    }
}
