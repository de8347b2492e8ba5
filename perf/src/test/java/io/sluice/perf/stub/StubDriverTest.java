package io.sluice.perf.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import org.junit.jupiter.api.Test;

class StubDriverTest {

    @Test
    void driverManagerFindsItByItsUrl() throws SQLException {
        try (Connection connection = DriverManager.getConnection(StubDriver.URL)) {
            assertThat(connection).isInstanceOf(StubConnection.class);
        }
    }

    @Test
    void otherUrlsAreLeftToOthers() {
        assertThat(new StubDriver().connect("jdbc:postgresql://localhost/", null)).isNull();
    }

    @Test
    void openConnectionsAreCountedOnce() throws SQLException {
        String url = StubDriver.URL + "counted";
        Connection other = DriverManager.getConnection(StubDriver.URL + "other");
        Connection connection = DriverManager.getConnection(url);
        assertThat(StubDriver.open(url)).isEqualTo(1);

        connection.close();
        connection.close();

        assertThat(StubDriver.open(url)).isZero();
        other.close();
        assertThat(connection.isClosed()).isTrue();
        assertThat(connection.isValid(1)).isFalse();
    }

    @Test
    void stateThatPoolsResetIsKept() throws SQLException {
        try (Connection connection = DriverManager.getConnection(StubDriver.URL)) {
            assertThat(connection.getAutoCommit()).isTrue();
            connection.setAutoCommit(false);
            connection.setReadOnly(true);
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            connection.setHoldability(ResultSet.HOLD_CURSORS_OVER_COMMIT);
            connection.setCatalog("catalog");
            connection.setSchema("schema");
            connection.setNetworkTimeout(Runnable::run, 7);
            connection.setClientInfo("ApplicationName", "perf");

            assertThat(connection.getAutoCommit()).isFalse();
            assertThat(connection.isReadOnly()).isTrue();
            assertThat(connection.getTransactionIsolation())
                    .isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
            assertThat(connection.getHoldability()).isEqualTo(ResultSet.HOLD_CURSORS_OVER_COMMIT);
            assertThat(connection.getCatalog()).isEqualTo("catalog");
            assertThat(connection.getSchema()).isEqualTo("schema");
            assertThat(connection.getNetworkTimeout()).isEqualTo(7);
            assertThat(connection.getClientInfo("ApplicationName")).isEqualTo("perf");
        }
    }

    @Test
    void whatWouldNeedAServerIsRefusedByName() throws SQLException {
        try (Connection connection = DriverManager.getConnection(StubDriver.URL)) {
            assertThatExceptionOfType(SQLFeatureNotSupportedException.class)
                    .isThrownBy(connection::createStatement)
                    .withMessage("createStatement: the stub connection has no server");
        }
    }
}
