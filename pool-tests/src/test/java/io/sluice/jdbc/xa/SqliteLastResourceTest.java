package io.sluice.jdbc.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SQLite as the last resource: it refuses commits by itself, and Narayana then rolls back all. */
@Tag("once")
@Timeout(120)
class SqliteLastResourceTest {

    private static final String OTHER = "jdbc:h2:mem:beside-sqlite;DB_CLOSE_DELAY=-1";

    private final TransactionManager transactions = Manager.NARAYANA.get();

    @TempDir Path folder;

    private String url;
    private SluiceDataSource sqlite;
    private SluiceDataSource other;

    @BeforeEach
    void open() throws SQLException {
        url = "jdbc:sqlite:" + folder.resolve("last.db") + "?foreign_keys=true&busy_timeout=0";
        sqlite =
                SluiceDataSource.create(
                        JdbcPoolConfig.builder()
                                .name("sqlite")
                                .url(url)
                                .lastResource(true)
                                .transactionManager(Manager.NARAYANA.option())
                                .maxSize(1)
                                .connectTimeout(Duration.ofMinutes(1)) // loads a library
                                .build());
        other =
                SluiceDataSource.create(
                        JdbcPoolConfig.builder()
                                .name("beside-sqlite")
                                .xaDataSourceClassName("org.h2.jdbcx.JdbcDataSource")
                                .dataSourceProperties(Map.of("url", OTHER))
                                .transactionManager(Manager.NARAYANA.option())
                                .maxSize(1)
                                .connectTimeout(Duration.ofMinutes(1))
                                .build());
        run(
                sqlite,
                "CREATE TABLE numbers (n INT REFERENCES known (n) DEFERRABLE INITIALLY DEFERRED)");
        run(sqlite, "CREATE TABLE known (n INT PRIMARY KEY)");
        run(other, "CREATE TABLE numbers (n INT)");
    }

    @AfterEach
    void close() throws SQLException {
        run(other, "DROP TABLE numbers");
        sqlite.close();
        other.close();
    }

    private static void run(SluiceDataSource pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int numbers(SluiceDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT COUNT(*) FROM numbers")) {
            result.next();
            return result.getInt(1);
        }
    }

    private void insertInBoth() throws Exception {
        transactions.begin();
        run(other, "INSERT INTO numbers VALUES (1)");
        run(sqlite, "INSERT INTO numbers VALUES (1)");
    }

    private void assertNothingIsCommitted() throws SQLException {
        assertThat(numbers(sqlite)).isZero();
        assertThat(numbers(other)).isZero();
    }

    @Test
    void aForeignKeyThatIsMissingAtTheCommitRollsBackAll() throws Exception {
        insertInBoth();

        assertThatThrownBy(transactions::commit).isInstanceOf(RollbackException.class);

        assertNothingIsCommitted();
        run(sqlite, "INSERT INTO known VALUES (1)");
        insertInBoth();
        transactions.commit();
        assertThat(numbers(sqlite)).isEqualTo(1);
        assertThat(numbers(other)).isEqualTo(1);
    }

    @Test
    void aFileThatIsBusyAtTheCommitRollsBackAll() throws Exception {
        run(sqlite, "INSERT INTO known VALUES (1)");
        insertInBoth();
        try (Connection reader = DriverManager.getConnection(url);
                Statement statement = reader.createStatement();
                ResultSet reading = statement.executeQuery("SELECT n FROM known")) {
            assertThat(reading.next()).as("it reads").isTrue();

            assertThatThrownBy(transactions::commit).isInstanceOf(RollbackException.class);
        }
        assertNothingIsCommitted();
    }
}
