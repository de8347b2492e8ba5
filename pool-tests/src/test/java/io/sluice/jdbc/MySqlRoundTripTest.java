package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.model.RoundTripConnection;
import io.sluice.pool.fixture.SilentSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Round trips on MySQL's Connector/J, by a model of it: there is no server here. */
class MySqlRoundTripTest extends RoundTripContract {

    private RoundTripConnection connection;

    @Override
    DataSource source() throws SQLException {
        connection = new RoundTripConnection();
        return new OneConnection(connection);
    }

    @Override
    int takeTrips() {
        return connection.takeTrips().size();
    }

    @Override
    int transaction() {
        return 4;
    }

    @Override
    int transactionWithIsolation() {
        return 7;
    }

    @Override
    int readOnlyTransaction() {
        return 4;
    }

    @Test
    void aCatalogThatIsSetAndPutBack() throws SQLException {
        for (boolean autoCommit : new boolean[] {true, false}) {
            atMost(
                    autoCommit ? 3 : 4,
                    autoCommit,
                    false,
                    c -> {
                        String before = c.getCatalog();
                        c.setCatalog("other");
                        execute(c);
                        if (!autoCommit) {
                            c.commit();
                        }
                        c.setCatalog(before);
                    });
        }
    }

    @Test
    void aLeaseAfterIdleTimeWithAutoCommitOff() throws SQLException {
        atMost(
                3,
                false,
                true,
                c -> {
                    execute(c);
                    c.commit();
                });
        atMost(1, false, true, c -> {});
    }

    /** The driver may call a procedure for it, which begins a transaction. */
    @Test
    void clientInfoWithAutoCommitOffIsRolledBackAndSetBackForGood() throws SQLException {
        try (SluiceDataSource pool =
                SluiceDataSource.create(
                        JdbcPoolConfig.builder()
                                .dataSource(source())
                                .maxSize(1)
                                .autoCommit(false)
                                .build())) {
            Connection lease = pool.getConnection();
            lease.setClientInfo("ApplicationName", "report");
            connection.takeTrips();
            lease.close();
            assertThat(connection.takeTrips()).containsExactly("ROLLBACK", "COMMIT");
        }
    }

    /** Their isValid counts in seconds, so a caller with less time left would wait too long. */
    @ParameterizedTest
    @CsvSource({"2000, ping", "1500, statement"})
    void aValidationThatIsNoFullSecondsLongIsAStatement(int millis, String trip)
            throws SQLException {
        try (SluiceDataSource pool =
                SluiceDataSource.create(
                        JdbcPoolConfig.builder()
                                .dataSource(source())
                                .maxSize(1)
                                .validateAfterIdle(Duration.ZERO)
                                .validationTimeout(Duration.ofMillis(millis))
                                .build())) {
            pool.getConnection().close();
            connection.takeTrips();
            pool.getConnection().close();
            assertThat(connection.takeTrips()).containsExactly(trip);
        }
    }

    private static final class OneConnection extends SilentSource implements DataSource {

        private final Connection connection;

        OneConnection(Connection connection) {
            this.connection = connection;
        }

        @Override
        public Connection getConnection() {
            return connection;
        }

        @Override
        public Connection getConnection(String username, String password) {
            return connection;
        }

        @Override
        public <T> T unwrap(Class<T> type) {
            return type.cast(this);
        }

        @Override
        public boolean isWrapperFor(Class<?> type) {
            return type.isInstance(this);
        }
    }
}
