package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pool.fixture.Workers;
import io.sluice.pool.fixture.Workers.Worker;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What applications do to connections and should not. */
@Timeout(120)
class MisuseIT {

    private static final int ROUNDS = 200;

    private enum Database {
        H2 {
            @Override
            JdbcPoolConfig.Builder settings() {
                return JdbcPoolConfig.builder()
                        .url("jdbc:h2:mem:misuse;DB_CLOSE_DELAY=-1")
                        .username("sa")
                        .password("");
            }
        },
        POSTGRES {
            @Override
            JdbcPoolConfig.Builder settings() {
                return JdbcPoolConfig.builder()
                        .url(Postgres.url())
                        .username(Postgres.USER)
                        .password(Postgres.PASSWORD);
            }
        };

        abstract JdbcPoolConfig.Builder settings();
    }

    @RegisterExtension final Workers workers = new Workers();

    private SluiceDataSource pool;

    private void open(Database database) throws SQLException {
        pool =
                SluiceDataSource.create(
                        database.settings().maxSize(1).statementCacheSize(3).build());
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS misuse");
            statement.execute("CREATE TABLE misuse (id int)");
        }
    }

    @AfterEach
    void close() {
        pool.close(Duration.ZERO);
    }

    private int count() throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet results = statement.executeQuery("SELECT count(*) FROM misuse")) {
            assertThat(connection.getAutoCommit()).isTrue();
            results.next();
            return results.getInt(1);
        }
    }

    private static void assertState(String state, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("closed")
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo(state);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsClosedRefusesWithAStateThatSaysSo(Database database) throws SQLException {
        open(database);
        Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement("SELECT 1");
        ResultSet results = statement.executeQuery();
        results.close();
        assertState("24000", results::next);
        statement.close();
        assertState("HY010", statement::executeQuery);
        assertState("HY010", () -> statement.setInt(1, 1));
        connection.close();
        assertState("08003", connection::createStatement);
        assertState("08003", () -> connection.setAutoCommit(false));
        assertThat(connection.isClosed() && statement.isClosed() && results.isClosed()).isTrue();
        connection.close();
        statement.close();
        results.close();
        assertThat(pool.snapshot().available()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionClosedWithOpenStatementsTakesThemAlong(Database database) throws SQLException {
        open(database);
        Connection connection = pool.getConnection();
        Statement plain = connection.createStatement();
        PreparedStatement prepared = connection.prepareStatement("SELECT 1");
        ResultSet ofPlain = plain.executeQuery("SELECT 1");
        ResultSet ofPrepared = prepared.executeQuery();
        ResultSet ofMetaData = connection.getMetaData().getTables(null, null, "misuse", null);
        connection.close();
        for (ResultSet results : new ResultSet[] {ofPlain, ofPrepared, ofMetaData}) {
            assertState("24000", results::next);
        }
        assertState("HY010", () -> plain.executeQuery("SELECT 1"));
        assertState("HY010", prepared::executeQuery);
        assertThat(count()).isZero();
        assertThat(pool.snapshot().total()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void twoThreadsThatCloseTheSameConnectionReturnItOnce(Database database) throws Exception {
        open(database);
        for (int round = 0; round < ROUNDS; round++) {
            Connection connection = pool.getConnection();
            connection.setAutoCommit(false);
            PreparedStatement insert = connection.prepareStatement("INSERT INTO misuse VALUES (1)");
            insert.executeUpdate();
            CyclicBarrier start = new CyclicBarrier(2);
            Worker<Void> other =
                    workers.start(
                            "closer",
                            () -> {
                                start.await();
                                connection.close();
                                return null;
                            });
            start.await();
            connection.close();
            // At this point the other thread may still be at work; this lease must not notice.
            assertThat(count()).isZero();
            other.result();
            assertThat(pool.snapshot().available()).isEqualTo(1);
        }
        assertThat(pool.snapshot().total()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void aThreadThatGoesOnWithAClosedConnectionIsRefused(Database database) throws Exception {
        open(database);
        for (int round = 0; round < 20; round++) {
            Connection connection = pool.getConnection();
            connection.setAutoCommit(false);
            CountDownLatch began = new CountDownLatch(1);
            Worker<SQLException> user =
                    workers.start("user " + round, () -> insertUntilRefused(connection, began));
            began.await();
            connection.close();
            assertThat((Throwable) user.result()).isNotNull();
            count(); // the next lease works, and is in auto-commit mode
        }
    }

    private static SQLException insertUntilRefused(Connection connection, CountDownLatch began) {
        for (; ; ) {
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO misuse VALUES (1)")) {
                insert.executeUpdate();
                began.countDown();
            } catch (SQLException e) {
                return e;
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void twoThreadsOnOneConnectionShareItsTransaction(Database database) throws Exception {
        open(database);
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            Worker<Integer> other = workers.start("other", () -> insertMany(connection));
            assertThat(insertMany(connection) + other.result()).isEqualTo(2 * ROUNDS);
            connection.commit();
        }
        assertThat(count()).isEqualTo(2 * ROUNDS);
    }

    private static int insertMany(Connection connection) throws SQLException {
        int inserted = 0;
        for (int i = 0; i < ROUNDS; i++) {
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO misuse VALUES (?)")) {
                insert.setInt(1, i);
                inserted += insert.executeUpdate();
            }
        }
        return inserted;
    }

    @ParameterizedTest
    @EnumSource
    void afterThePoolIsClosedNothingWorksAndClosingIsQuiet(Database database) throws SQLException {
        open(database);
        Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement("SELECT 1");
        ResultSet results = statement.executeQuery();
        pool.close(Duration.ZERO);
        assertThatThrownBy(statement::executeQuery).isInstanceOf(SQLException.class);
        assertThatThrownBy(connection::createStatement).isInstanceOf(SQLException.class);
        assertThat(connection.isClosed()).isTrue();
        results.close();
        statement.close();
        connection.close();
        connection.close();
        assertThatThrownBy(() -> pool.getConnection())
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessageContaining("is closed");
        assertThat(pool.snapshot().total()).isZero();
    }
}
