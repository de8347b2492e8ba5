package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a strict pool says about leases that leave something to clean up. */
class DirtyReturnTest {

    private interface Lease {
        void use(Connection connection) throws SQLException;
    }

    private final RecordingDatabase database = new RecordingDatabase();

    /** A logger without a strong reference is collected with its filter. */
    private final Logger logger = Logger.getLogger("io.sluice.jdbc");

    private final List<LogRecord> warnings = new CopyOnWriteArrayList<>();
    private SluiceDataSource pool;

    @BeforeEach
    void listen() {
        logger.setFilter(record -> record.getLevel() != Level.WARNING || !warnings.add(record));
    }

    @AfterEach
    void close() {
        logger.setFilter(null);
        pool.close();
    }

    private void open(JdbcPoolConfig.Builder settings) throws SQLException {
        pool =
                SluiceDataSource.create(
                        settings.name("orders").dataSource(database).maxSize(1).build());
    }

    private void lease(Lease lease) throws SQLException {
        Connection connection = acquire();
        lease.use(connection);
        warnings.clear();
        close(connection);
    }

    private Connection acquire() throws SQLException {
        return pool.getConnection();
    }

    private static void close(Connection connection) throws SQLException {
        connection.close();
    }

    private static void insert(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT");
        }
    }

    @Test
    void whatWasLeftIsNamedWithThePlacesOfTheLease() throws SQLException {
        open(JdbcPoolConfig.builder().reportDirtyReturns(true));
        lease(
                connection -> {
                    connection.setAutoCommit(false);
                    connection.setSchema("other");
                    insert(connection);
                    connection.createStatement();
                });
        assertThat(warnings).hasSize(1);
        LogRecord warning = warnings.get(0);
        assertThat(warning.getMessage())
                .contains("Pool orders: ")
                .contains("an open transaction and with open statements or result sets")
                .contains("changed: auto commit, schema;")
                .containsPattern(
                        "acquired at \\S*DirtyReturnTest\\.acquire\\(DirtyReturnTest\\.java:\\d+\\)")
                .containsPattern(
                        "closed at \\S*DirtyReturnTest\\.close\\(DirtyReturnTest\\.java:\\d+\\)")
                .contains("end the transaction, close statements");
        assertThat(warning.getThrown()).hasMessage("the connection was closed here");
        assertThat(warning.getThrown().getCause()).hasMessage("the connection was acquired here");
        assertThat(warning.getThrown().getStackTrace()[0].getMethodName()).isEqualTo("close");
        assertThat(warning.getThrown().getCause().getStackTrace()[0].getMethodName())
                .isEqualTo("acquire");
    }

    @Test
    void eachKindIsReportedAlone() throws SQLException {
        open(JdbcPoolConfig.builder().reportDirtyReturns(true).autoCommit(false));
        lease(DirtyReturnTest::insert);
        assertThat(warnings).singleElement().matches(w -> w.getMessage().contains("transaction;"));
        lease(Connection::createStatement);
        assertThat(warnings).singleElement().matches(w -> w.getMessage().contains("result sets;"));
        lease(connection -> connection.setHoldability(2));
        assertThat(warnings)
                .singleElement()
                .matches(w -> w.getMessage().contains("with changed: holdability;"));
    }

    @Test
    void aLeaseThatLeftEverythingAsItWasIsNotReported() throws SQLException {
        open(JdbcPoolConfig.builder().reportDirtyReturns(true).schema("app"));
        lease(connection -> {});
        assertThat(warnings).isEmpty();
        lease(
                connection -> {
                    connection.setAutoCommit(false);
                    connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                    connection.setSchema("other");
                    insert(connection);
                    connection.commit();
                    connection.setSchema("app");
                    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
                    connection.setAutoCommit(true);
                });
        assertThat(warnings).isEmpty();
    }

    @Test
    void askingForWhatIsLeftLeavesNoTransaction() throws SQLException {
        open(JdbcPoolConfig.builder().reportDirtyReturns(true));
        lease(
                connection -> {
                    connection.setAutoCommit(false);
                    connection.setSchema("other");
                    connection.commit();
                    database.takeCalls();
                });
        assertThat(warnings).hasSize(1);
        assertThat(database.takeCalls())
                .containsExactly("c1.rollback()", "c1.setAutoCommit(true)", "c1.setSchema(public)");
    }

    @Test
    void whereNothingWasSeenToBeDoneSinceTheCommitNoTransactionIsReported() throws SQLException {
        open(JdbcPoolConfig.builder().reportDirtyReturns(true).autoCommit(false));
        lease(
                connection -> {
                    connection.createBlob(); // may begin one by itself, so it is rolled back
                    insert(connection);
                    connection.commit();
                    database.takeCalls();
                });
        assertThat(warnings).isEmpty();
        assertThat(database.takeCalls()).contains("c1.rollback()");
    }

    @Test
    void anAttributeThatIsSetAfterTheCommitMayHaveBegunATransaction() throws SQLException {
        open(JdbcPoolConfig.builder().reportDirtyReturns(true).autoCommit(false));
        lease(
                connection -> {
                    connection.setCatalog("other");
                    connection.commit();
                    connection.setCatalog("main");
                });
        assertThat(warnings)
                .singleElement()
                .matches(w -> w.getMessage().contains("with an open transaction;"));
    }

    @Test
    void eachLeaseHasAPlaceOfItsOwn() throws SQLException {
        open(JdbcPoolConfig.builder().reportDirtyReturns(true));
        lease(DirtyReturnTest::insert);
        Connection connection = pool.getConnection();
        connection.createStatement();
        close(connection);
        assertThat(warnings)
                .singleElement()
                .matches(
                        w ->
                                w.getMessage()
                                        .contains("DirtyReturnTest.eachLeaseHasAPlaceOfItsOwn("));
    }

    @Test
    void aValueThatCannotBeReadCountsAsLeft() throws SQLException {
        open(JdbcPoolConfig.builder().reportDirtyReturns(true));
        lease(
                connection -> {
                    connection.setHoldability(2);
                    database.onThrow("getHoldability", new SQLException("no"));
                });
        assertThat(warnings)
                .first()
                .matches(w -> w.getMessage().contains("with changed: holdability;"));
    }

    @Test
    void aLogThatFailsCostsNoConnection() throws SQLException {
        open(JdbcPoolConfig.builder().reportDirtyReturns(true));
        Connection connection = acquire();
        connection.createStatement();
        logger.setFilter(
                record -> {
                    throw new IllegalStateException("the log failed");
                });
        close(connection);
        close(acquire());
        assertThat(database.connections()).isEqualTo(1);
    }

    @Test
    void unlessStrictNothingIsReportedOrAsked() throws SQLException {
        open(JdbcPoolConfig.builder());
        lease(
                connection -> {
                    connection.setHoldability(2);
                    connection.createStatement();
                    database.takeReads();
                });
        assertThat(warnings).isEmpty();
        assertThat(database.takeReads()).isEmpty();
    }
}
