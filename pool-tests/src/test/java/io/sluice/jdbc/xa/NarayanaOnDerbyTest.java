package io.sluice.jdbc.xa;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.derby.iapi.jdbc.EngineConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Derby answers in a way that the specification allows and others do not use: a failed end is a
 * rollback.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class NarayanaOnDerbyTest {

    static {
        System.setProperty("derby.stream.error.file", "target/derby.log");
    }

    private final TransactionManager transactions = Manager.NARAYANA.get();
    private SluiceDataSource one;
    private SluiceDataSource other;

    @BeforeEach
    void open() throws SQLException {
        one = pool("derby-one");
        other = pool("derby-other");
        try (Connection connection = one.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE numbers (n INT)");
        }
    }

    private static SluiceDataSource pool(String name) throws SQLException {
        return SluiceDataSource.create(
                JdbcPoolConfig.builder()
                        .name(name)
                        .xaDataSourceClassName("org.apache.derby.jdbc.EmbeddedXADataSource")
                        .dataSourceProperties(
                                Map.of("databaseName", "memory:xa", "createDatabase", "create"))
                        .transactionManager(Manager.NARAYANA.option())
                        .maxSize(2)
                        .connectTimeout(Duration.ofMinutes(1)) // boots the database
                        .build());
    }

    @AfterEach
    void close() throws Exception {
        if (transactions.getStatus() != Status.STATUS_NO_TRANSACTION) {
            transactions.rollback();
        }
        try (Connection connection = one.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE numbers");
        }
        one.close();
        other.close();
    }

    /** Returns the connection of the driver. */
    private static Connection insert(SluiceDataSource pool, int number) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO numbers VALUES (" + number + ")");
            return connection.unwrap(EngineConnection.class);
        }
    }

    private int committed() throws SQLException {
        try (Connection connection = one.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM numbers")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Test
    void aRollbackCostsNoConnection() throws Exception {
        transactions.begin();
        Connection before = insert(one, 1);
        transactions.rollback();
        transactions.begin();
        assertThat(insert(one, 2)).isSameAs(before);
        transactions.commit();

        assertThat(committed()).isEqualTo(1);
    }

    @Test
    void norDoesOneOfTwoPools() throws Exception {
        transactions.begin();
        Connection first = insert(one, 1);
        Connection second = insert(other, 2);
        transactions.rollback();
        transactions.begin();
        assertThat(insert(one, 3)).isSameAs(first);
        assertThat(insert(other, 4)).isSameAs(second);
        transactions.commit();

        assertThat(committed()).isEqualTo(2);
    }
}
