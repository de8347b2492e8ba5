package io.sluice.perf.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.perf.stub.StubConnection;
import io.sluice.perf.stub.StubDriver;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProxiedConnectionsTest {

    private OpenPeer open;
    private Connection connection;
    private PreparedStatement statement;
    private ResultSet results;

    @BeforeEach
    void query() throws SQLException {
        open = Peer.PROXIES.open(PeerSettings.withoutUser(StubDriver.URL, 1));
        connection = open.sourceForClient().getConnection();
        statement = connection.prepareStatement("SELECT 1");
        results = statement.executeQuery();
    }

    @AfterEach
    void close() throws SQLException {
        open.close();
    }

    @Test
    void connectionStatementAndResultSetAreReflectiveProxies() throws SQLException {
        assertThat(Proxy.isProxyClass(connection.getClass())).isTrue();
        assertThat(Proxy.isProxyClass(statement.getClass())).isTrue();
        assertThat(Proxy.isProxyClass(results.getClass())).isTrue();
        assertThat(Proxy.isProxyClass(statement.getConnection().getClass())).isTrue();
    }

    @Test
    void callsReachTheDriverWithTheirArguments() throws SQLException {
        connection.setSchema("sales");

        assertThat(connection.unwrap(StubConnection.class).getSchema()).isEqualTo("sales");
        assertThat(results.next()).isTrue();
        assertThat(results.getInt(1)).isEqualTo(1);
    }

    @Test
    void exceptionsOfTheDriverComeAsTheyAre() {
        assertThatExceptionOfType(SQLFeatureNotSupportedException.class)
                .isThrownBy(() -> statement.executeUpdate())
                .withMessage("executeUpdate: the stub statement has no server");
    }

    @Test
    void closingAConnectionClosesItsStatementsAndLeavesTheDriversOpen() throws SQLException {
        StubConnection driver = connection.unwrap(StubConnection.class);

        connection.close();
        connection.close();

        assertThat(connection.isClosed()).isTrue();
        assertThat(statement.isClosed()).isTrue();
        assertThat(driver.isClosed()).isFalse();
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> connection.prepareStatement("SELECT 1"))
                .withMessage("Connection is closed");
    }

    @Test
    void closedStatementRefusesAndHasClosedTheDrivers() throws SQLException {
        statement.close();
        statement.close();

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> statement.setInt(1, 1))
                .withMessage("PreparedStatement is closed");
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> results.next())
                .withMessage("the stub result set is closed");
    }

    @Test
    void closedResultSetRefuses() throws SQLException {
        results.close();
        results.close();

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> results.next())
                .withMessage("ResultSet is closed");
        assertThat(statement.isClosed()).isFalse();
    }
}
