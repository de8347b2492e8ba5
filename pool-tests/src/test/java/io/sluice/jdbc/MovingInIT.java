package io.sluice.jdbc;

import static io.sluice.pool.fixture.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.sluice.jdbc.xa.Manager;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files as users of other pools have them, on a real PostgreSQL. */
@Tag("once")
@Timeout(120)
class MovingInIT {

    @TempDir Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(
                folder.resolve("moving.properties"),
                text.replace("ADDRESS", Postgres.url())
                        .replace("USER", Postgres.USER)
                        .replace("PASSWORD", Postgres.PASSWORD));
    }

    private static String ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    /** HikariCP itself reads the same file. */
    @Test
    void aFileOfHikariCpOpensAPool() throws Exception {
        Path file =
                file(
                        """
                        jdbcUrl=ADDRESS
                        username=USER
                        password=PASSWORD
                        maximumPoolSize=3
                        minimumIdle=1
                        connectionTimeout=10000
                        idleTimeout=600000
                        maxLifetime=1800000
                        transactionIsolation=TRANSACTION_REPEATABLE_READ
                        schema=public
                        connectionTestQuery=SELECT 1
                        dataSource.ApplicationName=moving
                        """);
        String theirs;
        try (HikariDataSource pool = new HikariDataSource(new HikariConfig(file.toString()));
                Connection connection = pool.getConnection()) {
            theirs = state(connection);
        }
        try (SluiceDataSource pool = watched(SluiceDataSource.load(file));
                Connection connection = pool.getConnection()) {
            assertThat(state(connection)).isEqualTo(theirs).startsWith("moving,repeatable read");
            assertThat(pool.configuration().maxSize()).isEqualTo(3);
            assertThat(pool.configuration().acquireTimeout()).isEqualTo(Duration.ofSeconds(10));
            assertThat(pool.configuration().warnings()).isEmpty();
        }
    }

    private static String state(Connection connection) throws SQLException {
        return String.join(
                ",",
                ask(connection, "SHOW application_name"),
                ask(connection, "SHOW transaction_isolation"),
                connection.getSchema(),
                String.valueOf(connection.getAutoCommit()),
                ask(connection, "SELECT current_user"));
    }

    @Test
    void aFileOfAgroalOpensAPool() throws Exception {
        Path file =
                file(
                        """
                        jdbcUrl=ADDRESS
                        principal=USER
                        credential=PASSWORD
                        maxSize=3
                        minSize=1
                        acquisitionTimeout_s=10
                        maxLifetime=PT30M
                        jdbcTransactionIsolation=REPEATABLE_READ
                        connectionValidator=sql[SELECT 1]5
                        jdbcProperties=ApplicationName=moving
                        """);
        try (SluiceDataSource pool = watched(SluiceDataSource.load(file));
                Connection connection = pool.getConnection()) {
            assertThat(state(connection))
                    .isEqualTo("moving,repeatable read,public,true," + Postgres.USER);
            assertThat(pool.configuration().maxLifetime()).isEqualTo(Duration.ofMinutes(30));
            assertThat(pool.configuration().warnings()).isEmpty();
        }
    }

    @Test
    void aFileOfBitronixOpensItsPools() throws Exception {
        Path file =
                file(
                        """
                        transactions=off
                        resource.ds1.className=org.postgresql.xa.PGXADataSource
                        resource.ds1.uniqueName=jdbc/orders
                        resource.ds1.minPoolSize=0
                        resource.ds1.maxPoolSize=2
                        resource.ds1.acquisitionTimeout=10
                        resource.ds1.driverProperties.URL=ADDRESS
                        resource.ds1.driverProperties.user=USER
                        resource.ds1.driverProperties.password=PASSWORD
                        resource.ds2.className=org.h2.jdbcx.JdbcDataSource
                        resource.ds2.uniqueName=jdbc/audit
                        resource.ds2.maxPoolSize=2
                        resource.ds2.testQuery=SELECT 1
                        resource.ds2.driverProperties.URL=jdbc:h2:mem:moving
                        """);
        try (SluicePools pools = watched(SluicePools.load(file))) {
            assertThat(pools.names()).containsExactly("jdbc/audit", "jdbc/orders");
            try (Connection orders = pools.get("jdbc/orders").getConnection();
                    Connection audit = pools.get("jdbc/audit").getConnection()) {
                assertThat(ask(orders, "SELECT current_user")).isEqualTo(Postgres.USER);
                assertThat(audit.isValid(5)).isTrue();
            }
        }
    }

    @Test
    void aFileOfBitronixJoinsTheTransactionsOfAnotherManager() throws Exception {
        Path file =
                file(
                        """
                        transactionManager=narayana
                        resource.ds.className=org.postgresql.xa.PGXADataSource
                        resource.ds.uniqueName=moving
                        resource.ds.maxPoolSize=2
                        resource.ds.allowLocalTransactions=true
                        resource.ds.driverProperties.URL=ADDRESS
                        resource.ds.driverProperties.user=USER
                        resource.ds.driverProperties.password=PASSWORD
                        """);
        TransactionManager manager = Manager.NARAYANA.get();
        try (SluiceDataSource pool = watched(SluiceDataSource.load(file))) {
            manager.begin();
            try (Connection connection = pool.getConnection()) {
                Postgres.run(connection, "CREATE TABLE moved (id int)");
            } finally {
                manager.rollback();
            }
            try (Connection connection = pool.getConnection()) {
                assertThat(ask(connection, "SELECT to_regclass('moved')"))
                        .as("what was rolled back")
                        .isNull();
            }
        }
    }
}
