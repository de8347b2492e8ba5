package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A setter that the driver refuses changes nothing, and costs no connection. */
class RefusedSetterTest {

    private final RecordingDatabase database = new RecordingDatabase();
    private SluiceDataSource pool;

    private interface Call {
        void on(Connection connection) throws Exception;
    }

    @AfterEach
    void closePool() {
        pool.close();
    }

    private void open() throws SQLException {
        pool =
                SluiceDataSource.create(
                        JdbcPoolConfig.builder()
                                .dataSource(database)
                                .maxSize(1)
                                .validateAfterIdle(Duration.ofHours(1)) // it sets a time-out too
                                .build());
    }

    private void fourLeases(Call refused) throws Exception {
        for (int lease = 0; lease < 4; lease++) {
            try (Connection connection = pool.getConnection()) {
                assertThatThrownBy(() -> refused.on(connection)).isNotNull();
            }
        }
    }

    static Arguments[] unsupported() {
        return new Arguments[] {
            of("Schema", new SQLFeatureNotSupportedException(), c -> c.setSchema("other")),
            of("Schema", new SQLException("no such schema", "3F000"), c -> c.setSchema("other")),
            of("Catalog", new SQLException("no"), c -> c.setCatalog("other")),
            of("Holdability", new AbstractMethodError(), c -> c.setHoldability(2)),
            of(
                    "NetworkTimeout",
                    new UnsupportedOperationException(),
                    c -> c.setNetworkTimeout(Runnable::run, 7)),
            of("TypeMap", new SQLException("no", "0A000"), c -> c.setTypeMap(Map.of())),
            of("ReadOnly", new SQLException("no", "25001"), c -> c.setReadOnly(true)),
            of("TransactionIsolation", new SQLException("no"), c -> c.setTransactionIsolation(8)),
            of("AutoCommit", new SQLException("no"), c -> c.setAutoCommit(false)),
            of("ClientInfo", new SQLClientInfoException(), c -> c.setClientInfo("a", "b"))
        };
    }

    private static Arguments of(String attribute, Throwable failure, Call call) {
        return Arguments.of(attribute, failure, call);
    }

    @ParameterizedTest
    @MethodSource("unsupported")
    void aRefusedSetterSetsNothingBack(String attribute, Throwable failure, Call call)
            throws Exception {
        open();
        pool.getConnection().close(); // a new connection is tried out
        database.takeCalls();
        database.onThrow("set" + attribute, failure);
        fourLeases(call);
        assertThat(database.connections()).isEqualTo(1);
        assertThat(database.takeCalls().stream().filter(c -> c.contains("set" + attribute)))
                .as("the application's own")
                .hasSize(4);
    }

    static Stream<Arguments> readByChoice() {
        return Stream.of(unsupported()).filter(each -> !each.get()[0].equals("AutoCommit"));
    }

    @ParameterizedTest
    @MethodSource("readByChoice")
    void aDriverThatCannotEvenTellTheValueCostsNothing(
            String attribute, Throwable failure, Call call) throws Exception {
        open();
        database.onThrow("set" + attribute, failure);
        database.onThrow(
                attribute.equals("ReadOnly") ? "isReadOnly" : "get" + attribute,
                new SQLFeatureNotSupportedException());
        fourLeases(call);
        assertThat(database.connections()).isEqualTo(1);
    }

    @Test
    void aFailingGetterDoesNotPreventSetting() throws SQLException {
        open();
        database.onThrow("getSchema", new SQLException("no"));
        try (Connection connection = pool.getConnection()) {
            connection.setSchema("other");
        }
        pool.getConnection().close();
        assertThat(database.connections()).as("it could not be set back").isEqualTo(2);
    }

    @Test
    void aChangeThatFailsHalfwayIsSetBack() throws SQLException {
        open();
        Connection connection = pool.getConnection();
        database.on(
                "setSchema",
                () -> {
                    database.noScript("setSchema");
                    connection.unwrap(BareConnection.class).setSchema("other");
                    throw new SQLException("the answer was lost");
                });
        assertThatThrownBy(() -> connection.setSchema("other")).isInstanceOf(SQLException.class);
        database.takeCalls();
        connection.close();
        assertThat(database.takeCalls()).containsExactly("c1.setSchema(public)");
    }

    @Test
    void clientInfosThatWereSetBeforeOneWasRefusedAreSetBack() throws SQLException {
        open();
        Connection connection = pool.getConnection();
        Properties infos = new Properties();
        infos.setProperty("ClientUser", "kim");
        database.on(
                "setClientInfo",
                () -> {
                    database.noScript("setClientInfo");
                    connection.unwrap(BareConnection.class).setClientInfo(infos);
                    throw new SQLClientInfoException("no such name", "0A000", Map.of());
                });
        assertThatThrownBy(() -> connection.setClientInfo(infos))
                .isInstanceOf(SQLClientInfoException.class);
        database.takeCalls();
        connection.close();
        assertThat(database.takeCalls()).containsExactly("c1.setClientInfo(ClientUser, null)");
        assertThat(database.connections()).isEqualTo(1);
    }

    @Test
    void attributesChangedBeforeTheRefusalAreSetBack() throws SQLException {
        open();
        Connection connection = pool.getConnection();
        connection.setSchema("other");
        database.onThrow("setSchema", new SQLException("no"));
        assertThatThrownBy(() -> connection.setSchema("third")).isInstanceOf(SQLException.class);
        database.noScript("setSchema");
        database.takeCalls();
        connection.close();
        assertThat(database.takeCalls()).containsExactly("c1.setSchema(public)");
        assertThat(database.connections()).isEqualTo(1);
    }

    @Test
    void aLostConnectionIsNotAskedAgain() throws SQLException {
        open();
        Connection connection = pool.getConnection();
        database.onThrow("setSchema", new SQLException("gone", "08006"));
        database.on("getSchema", () -> database.onThrow("getSchema", new AssertionError()));
        assertThatThrownBy(() -> connection.setSchema("other")).hasMessage("gone");
        connection.close();
        pool.getConnection().close();
        assertThat(database.connections()).isEqualTo(2);
    }

    @Test
    void aShardingKeyThatIsNotValidChangesNothing() throws SQLException {
        RecordingDatabase sharded = RecordingDatabase.withRequests();
        pool =
                SluiceDataSource.create(
                        JdbcPoolConfig.builder().dataSource(sharded).maxSize(1).build());
        for (int lease = 0; lease < 2; lease++) {
            try (Connection connection = pool.getConnection()) {
                assertThat(connection.setShardingKeyIfValid(null, 1)).isFalse();
            }
        }
        assertThat(sharded.connections()).isEqualTo(1);
    }
}
