package io.sluice.pool.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server does what it is told, and is there again afterwards. */
@Timeout(120)
@Tag("once")
class PostgresServerIT {

    private static PostgresServer server;

    @BeforeAll
    static void start() {
        server = PostgresServer.start(Map.of("max_connections", "20"));
        server.addUser("app", "first");
    }

    @AfterAll
    static void close() {
        server.close();
    }

    @BeforeEach
    void running() {
        server.start();
    }

    private static Connection connect(PostgresServer to, String password) throws SQLException {
        return DriverManager.getConnection(to.url() + "?socketTimeout=1", "app", password);
    }

    private static String state(Connection connection) {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
            return "none";
        } catch (SQLException e) {
            return e.getCause() instanceof SocketTimeoutException ? "silent" : e.getSQLState();
        }
    }

    @Test
    void stoppedItTellsItsClientsAndComesBackWithItsSettings() throws Exception {
        try (Connection connection = connect(server, "first")) {
            server.stop();
            assertThat(state(connection)).isEqualTo("57P01");
        }
        assertThatThrownBy(() -> connect(server, "first"))
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("08001");
        server.start();
        assertThat(server.ask("SHOW max_connections")).isEqualTo(List.of("20"));
    }

    @Test
    void stoppedAtOnceItTellsItsClientsThatItCrashed() throws Exception {
        try (Connection connection = connect(server, "first")) {
            server.stopAtOnce();
            assertThat(state(connection)).isIn("57P01", "57P02", "08006");
        }
    }

    @Test
    void killedItSaysNothingAndKeepsItsData() throws Exception {
        server.run("CREATE TABLE kept (id int)");
        server.run("CHECKPOINT");
        try (Connection connection = connect(server, "first")) {
            server.kill();
            assertThat(state(connection)).isEqualTo("08006");
        }
        server.start();
        assertThat(server.ask("SELECT count(*)::text FROM kept")).isEqualTo(List.of("0"));
    }

    @Test
    void frozenItIsSilentAndThawedItGoesOn() throws Exception {
        try (Connection connection = connect(server, "first");
                Connection idle = connect(server, "first")) {
            server.freeze();
            assertThat(state(connection)).isEqualTo("silent");
            server.thaw();
            assertThat(state(idle)).isEqualTo("none");
        }
    }

    @Test
    void frozenItCanBeKilled() {
        server.freeze();
        server.kill();
        server.start();
        assertThat(server.ask("SELECT 'back'")).isEqualTo(List.of("back"));
    }

    @Test
    void oneSessionIsTerminatedAndTheOtherGoesOn() throws Exception {
        await("the sessions of other tests end").until(() -> server.sessions("app"), List::isEmpty);
        try (Connection first = connect(server, "first");
                Connection second = connect(server, "first")) {
            List<Integer> sessions = server.sessions("app");
            assertThat(sessions).hasSize(2);
            assertThat(server.terminate(sessions.get(0))).isTrue();
            assertThat(server.terminate(sessions.get(0))).isFalse();
            assertThat(server.sessions("app")).isEqualTo(sessions.subList(1, 2));
            assertThat(state(first)).isEqualTo("57P01");
            assertThat(state(second)).isEqualTo("none");
        }
    }

    @Test
    void aChangedPasswordIsTheOnlyOne() throws Exception {
        server.changePassword("app", "it's another");
        connect(server, "it's another").close();
        assertThatThrownBy(() -> connect(server, "first"))
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("28P01");
        server.changePassword("app", "first");
    }

    @Test
    void aStandbyFollowsAndTakesOver() throws Exception {
        try (PostgresServer standby = server.standby()) {
            assertThat(standby.ask("SELECT pg_is_in_recovery()::text")).isEqualTo(List.of("true"));
            server.run("CREATE TABLE followed (id int)");
            await("the standby has the table")
                    .until(
                            () ->
                                    standby.ask("SELECT to_regclass('followed') IS NOT NULL")
                                            .equals(List.of("t")));
            server.kill();
            standby.promote();
            standby.run("INSERT INTO followed VALUES (1)");
            connect(standby, "first").close();
        }
    }
}
