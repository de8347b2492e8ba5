package io.sluice.jdbc.xa;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Global transactions on HSQLDB, whose driver resets the session at the end of a request. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HsqldbTransactionsTest {

    private static final String URL = "jdbc:hsqldb:mem:branches;hsqldb.tx=mvcc";

    private final TransactionManager transactions = Manager.NARAYANA.get();
    private Connection admin;

    @BeforeEach
    void makeTable() throws SQLException {
        admin = DriverManager.getConnection(URL, "SA", "");
        run(admin, "CREATE SCHEMA other");
        run(admin, "CREATE TABLE other.item (id int PRIMARY KEY)");
    }

    @AfterEach
    void endTheTransaction() throws Exception {
        if (transactions.getStatus() != Status.STATUS_NO_TRANSACTION) {
            transactions.rollback();
        }
        run(admin, "SHUTDOWN");
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private int committed() throws SQLException {
        try (Statement statement = admin.createStatement();
                ResultSet result = statement.executeQuery("SELECT count(*) FROM other.item")) {
            result.next();
            return result.getInt(1);
        }
    }

    @Test
    void everyLeaseAfterATransactionIsLikeTheFirst() throws Exception {
        try (SluiceDataSource pool =
                SluiceDataSource.create(
                        JdbcPoolConfig.builder()
                                .name("branches")
                                .xaDataSourceClassName("org.hsqldb.jdbc.pool.JDBCXADataSource")
                                .dataSourceProperties(
                                        Map.of("url", URL, "user", "SA", "password", ""))
                                .transactionManager(Manager.NARAYANA.option())
                                .autoCommit(false)
                                .schema("OTHER")
                                .maxSize(1)
                                .build())) {
            for (int turn = 0; turn < 3; turn++) {
                transactions.begin();
                try (Connection connection = pool.getConnection()) {
                    assertThat(connection.getSchema()).as("turn %d", turn).isEqualTo("OTHER");
                    run(connection, "INSERT INTO other.item VALUES (" + turn + ")");
                    connection.setSchema("PUBLIC");
                }
                transactions.commit();
                assertThat(committed()).isEqualTo(turn + 1);
                try (Connection connection = pool.getConnection()) {
                    assertThat(connection.getAutoCommit()).as("turn %d", turn).isFalse();
                    assertThat(connection.getSchema()).as("turn %d", turn).isEqualTo("OTHER");
                    run(connection, "INSERT INTO other.item VALUES (" + (turn + 100) + ")");
                }
                assertThat(committed()).isEqualTo(turn + 1);
            }
            assertThat(pool.snapshot().total()).isEqualTo(1);
        }
    }
}
