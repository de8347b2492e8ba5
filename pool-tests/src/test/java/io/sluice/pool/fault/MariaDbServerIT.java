package io.sluice.pool.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server does what it is told, and is there again afterwards. */
@Timeout(120)
@Tag("once")
@Tag("mariadb")
class MariaDbServerIT {

    private static MariaDbServer server;

    @BeforeAll
    static void start() {
        server = MariaDbServer.create("--max-connections=20");
        server.addDatabase("app", "app", "secret");
    }

    @AfterAll
    static void close() {
        server.close();
    }

    @BeforeEach
    void running() {
        server.start();
    }

    private static Connection connect(String password) throws SQLException {
        return DriverManager.getConnection(
                server.url("app") + "&socketTimeout=1000", "app", password);
    }

    private static String state(Connection connection) {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
            return "none";
        } catch (SQLException e) {
            return e.getSQLState();
        }
    }

    @Test
    void killedItKeepsItsDataAndSettings() throws Exception {
        server.run("CREATE TABLE app.kept (id INT)");
        try (Connection connection = connect("secret")) {
            server.run("INSERT INTO app.kept VALUES (42)");
            server.kill();
            assertThat(state(connection)).startsWith("08");
        }
        assertThatThrownBy(() -> connect("secret")).isInstanceOf(SQLException.class);
        server.start();
        assertThat(server.ask("SELECT id FROM app.kept")).isEqualTo(List.of("42"));
        assertThat(server.ask("SELECT @@max_connections")).isEqualTo(List.of("20"));
    }

    @Test
    void stoppedItEndsItsSessions() throws Exception {
        try (Connection connection = connect("secret")) {
            server.stop();
            assertThat(state(connection)).isNotEqualTo("none");
        }
    }

    @Test
    void frozenItIsSilentUntilItIsThawed() throws Exception {
        try (Connection connection = connect("secret")) {
            server.freeze();
            try {
                assertThat(state(connection)).as("no answer in time").startsWith("08");
            } finally {
                server.thaw();
            }
        }
        try (Connection connection = connect("secret")) {
            assertThat(state(connection)).isEqualTo("none");
        }
    }

    @Test
    void itDemandsThePasswordAndListsSessions() throws Exception {
        assertThatThrownBy(() -> connect("wrong"))
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("28000");
        try (Connection connection = connect("secret")) {
            assertThat(state(connection)).isEqualTo("none");
            assertThat(server.sessions("app")).hasSize(1);
        }
    }
}
