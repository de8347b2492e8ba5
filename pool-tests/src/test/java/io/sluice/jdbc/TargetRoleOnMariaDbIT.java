package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pool.fault.MariaDbServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The roles of a real MariaDB, by its own driver and by MySQL's. */
@Tag("mariadb")
@Tag("once")
@Timeout(120)
class TargetRoleOnMariaDbIT {

    private static MariaDbServer server;

    @BeforeAll
    static void start() {
        server = MariaDbServer.create(); // of its own: it becomes read-only
        server.addDatabase("app", "app", "secret of app");
    }

    @AfterEach
    void promote() {
        server.run("SET GLOBAL read_only = 0");
    }

    @AfterAll
    static void end() {
        server.close();
    }

    static Stream<String> urls() {
        return Stream.of(server.url("app"), server.urlForMySql("app"));
    }

    private static SluiceDataSource open(String url, TargetRole role) throws SQLException {
        return SluiceDataSource.create(
                JdbcPoolConfig.builder()
                        .url(url)
                        .username("app")
                        .password("secret of app")
                        .targetRole(role)
                        .acquireTimeout(Duration.ofSeconds(2))
                        .maxSize(1)
                        .build());
    }

    private static void write(SluiceDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE OR REPLACE TABLE written (id int)");
        }
    }

    @ParameterizedTest
    @MethodSource("urls")
    void aPrimaryThatIsDemotedIsLeftAtTheFirstRefusedWrite(String url) throws SQLException {
        try (SluiceDataSource pool = open(url, TargetRole.PRIMARY)) {
            write(pool);

            server.run("SET GLOBAL read_only = 1");
            assertThatThrownBy(() -> write(pool))
                    .isInstanceOf(SQLException.class)
                    .satisfies(e -> assertThat(((SQLException) e).getErrorCode()).isEqualTo(1290));
            assertThatThrownBy(pool::getConnection)
                    .isInstanceOf(SQLTransientConnectionException.class)
                    .hasMessageContaining("targetRole is primary and no server has that role");

            server.run("SET GLOBAL read_only = 0");
            write(pool);
        }
    }

    @ParameterizedTest
    @MethodSource("urls")
    void aPrimaryIsNoStandby(String url) throws SQLException {
        assertThatThrownBy(() -> open(url, TargetRole.STANDBY))
                .hasMessageContaining("targetRole is standby and no server has that role")
                .hasMessageContaining("is a primary");

        server.run("SET GLOBAL read_only = 1");

        open(url, TargetRole.STANDBY).close();
    }
}
