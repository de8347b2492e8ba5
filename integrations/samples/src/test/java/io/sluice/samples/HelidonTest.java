package io.sluice.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.helidon.dbclient.DbClient;
import io.helidon.dbclient.DbClientException;
import io.helidon.dbclient.jdbc.JdbcClientBuilder;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The database client of Helidon SE. It needs Java 21. */
class HelidonTest {

    @Test
    void helidon() throws SQLException {
        try (SluiceDataSource pool =
                SluiceDataSource.create(
                        JdbcPoolConfig.builder()
                                .url(Databases.create())
                                .username(Databases.USER)
                                .password(Databases.PASSWORD)
                                .build())) {
            DbClient client = client(pool);
            client.execute().dml("CREATE TABLE item (id INT PRIMARY KEY)");
            client.execute().insert("INSERT INTO item VALUES (?)", 5);
            assertThat(client.execute().query("SELECT id FROM item").count()).isEqualTo(1);
            assertThat(pool.leases()).isEmpty();
        }
    }

    private static DbClient client(DataSource pool) {
        return JdbcClientBuilder.create().connectionPool(() -> acquire(pool)).build();
    }

    private static Connection acquire(DataSource pool) {
        try {
            return pool.getConnection();
        } catch (SQLException e) {
            throw new DbClientException("No connection: " + e.getMessage(), e);
        }
    }
}
