package io.sluice.perf.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StubDriverTest {

    @Test
    void driverManagerFindsItByItsUrl() throws SQLException {
        try (Connection connection = DriverManager.getConnection(StubDriver.URL)) {
            assertThat(connection).isInstanceOf(StubConnection.class);
        }
    }

    @Test
    void otherUrlsAreLeftToOthers() throws SQLException {
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
    void connectionsHaveRequestBoundariesWhereTheUrlSaysSo() throws SQLException {
        try (Connection connection = DriverManager.getConnection(StubDriver.WITH_REQUESTS)) {
            connection.beginRequest();
            assertThat(((StubRequestConnection) connection).isInRequest()).isTrue();
            connection.endRequest();
            assertThat(((StubRequestConnection) connection).isInRequest()).isFalse();
            connection.setSchema("schema");
            assertThat(connection.getSchema()).isEqualTo("schema");
        }
        assertThat(StubDriver.open(StubDriver.WITH_REQUESTS)).isZero();
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
            connection.setTypeMap(Map.of("name", String.class));

            assertThat(connection.getAutoCommit()).isFalse();
            assertThat(connection.isReadOnly()).isTrue();
            assertThat(connection.getTransactionIsolation())
                    .isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
            assertThat(connection.getHoldability()).isEqualTo(ResultSet.HOLD_CURSORS_OVER_COMMIT);
            assertThat(connection.getCatalog()).isEqualTo("catalog");
            assertThat(connection.getSchema()).isEqualTo("schema");
            assertThat(connection.getNetworkTimeout()).isEqualTo(7);
            assertThat(connection.getTypeMap()).containsKey("name");
        }
    }

    @Test
    void whatWouldNeedAServerIsRefusedByName() throws SQLException {
        try (Connection connection = DriverManager.getConnection(StubDriver.URL)) {
            assertThatExceptionOfType(SQLFeatureNotSupportedException.class)
                    .isThrownBy(connection::getMetaData)
                    .withMessage("getMetaData: the stub connection has no server");
        }
    }

    @Test
    void everyQueryHasTenRowsThatCountFromOne() throws SQLException {
        try (Connection connection = DriverManager.getConnection(StubDriver.URL);
                PreparedStatement statement = connection.prepareStatement("SELECT 1")) {
            statement.setInt(1, 7);
            ResultSet results = statement.executeQuery();
            for (int row = 1; row <= 10; row++) {
                assertThat(results.next()).isTrue();
                assertThat(results.getInt(1)).isEqualTo(row);
                assertThat(results.getLong(2)).isEqualTo(row);
                assertThat(results.getString(3)).isEqualTo("text");
            }
            assertThat(results.next()).isFalse();
            assertThat(results.next()).isFalse();
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> results.getInt(1))
                    .withMessage("the stub result set stands at no row");
        }
    }

    @Test
    void closedStatementAndItsResultSetRefuse() throws SQLException {
        Connection connection = DriverManager.getConnection(StubDriver.URL);
        PreparedStatement statement = connection.prepareStatement("SELECT 1");
        ResultSet first = statement.executeQuery();
        ResultSet second = statement.executeQuery();
        assertThat(first.isClosed()).isTrue();
        assertThat(second.isClosed()).isFalse();

        statement.close();

        assertThat(second.isClosed()).isTrue();
        assertThatExceptionOfType(SQLException.class).isThrownBy(second::next);
        assertThatExceptionOfType(SQLException.class).isThrownBy(statement::executeQuery);
        connection.close();
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> connection.prepareStatement("SELECT 1"));
    }

    @Test
    void whatTheStubCannotAnswerIsRefusedByName() throws SQLException {
        try (Connection connection = DriverManager.getConnection(StubDriver.URL);
                PreparedStatement statement = connection.prepareStatement("SELECT 1");
                ResultSet results = statement.executeQuery()) {
            assertThatExceptionOfType(SQLFeatureNotSupportedException.class)
                    .isThrownBy(statement::executeUpdate)
                    .withMessage("executeUpdate: the stub statement has no server");
            assertThatExceptionOfType(SQLFeatureNotSupportedException.class)
                    .isThrownBy(results::previous)
                    .withMessage("previous: the stub result set has no server");
        }
    }

    @Test
    void plainStatementCanOnlyBeClosed() throws SQLException {
        try (Connection connection = DriverManager.getConnection(StubDriver.URL)) {
            Statement statement = connection.createStatement();

            assertThatExceptionOfType(SQLFeatureNotSupportedException.class)
                    .isThrownBy(() -> statement.executeQuery("SELECT 1"));
            statement.close();
            assertThat(statement.isClosed()).isTrue();
        }
    }
}
