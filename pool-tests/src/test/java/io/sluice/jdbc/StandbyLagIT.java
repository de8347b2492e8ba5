package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.FlushMode;
import io.sluice.pool.fault.MariaDbServer;
import io.sluice.pool.fault.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real standbys that stop to replay, which their pool leaves, and that go on. */
@Tag("once")
@Timeout(180)
class StandbyLagIT {

    private static final Duration LIMIT = Duration.ofSeconds(1);

    private static SluiceDataSource open(String url, String user, TargetRole role)
            throws SQLException {
        return SluiceDataSource.create(
                JdbcPoolConfig.builder()
                        .url(url)
                        .username(user)
                        .password("")
                        .targetRole(role)
                        .maxStandbyLag(LIMIT)
                        .maxSize(1)
                        .build());
    }

    private static String ask(SluiceDataSource pool, String query) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            result.next();
            return result.getString(1);
        }
    }

    /** The pool is in use all the time. */
    private static void awaitAnswer(SluiceDataSource pool, String query, int wanted) {
        await(query + " is " + wanted)
                .until(() -> ask(pool, query), String.valueOf(wanted)::equals);
    }

    @Test
    void aPostgresStandbyThatLagsIsLeftForThePrimaryAndTakenAgain() throws Exception {
        String port = "SELECT inet_server_port()";
        try (PostgresServer primary = PostgresServer.start(Map.of());
                PostgresServer standby = primary.standby()) {
            primary.run("CREATE TABLE thing (id int)");
            String url =
                    "jdbc:postgresql://127.0.0.1:%d,127.0.0.1:%d/postgres"
                            .formatted(primary.port(), standby.port());
            try (SluiceDataSource pool =
                    open(url, PostgresServer.ADMIN, TargetRole.PREFER_STANDBY)) {
                awaitAnswer(pool, port, standby.port());

                standby.run("SELECT pg_wal_replay_pause()");
                primary.run("INSERT INTO thing VALUES (1)");
                awaitAnswer(pool, port, primary.port());

                standby.run("SELECT pg_wal_replay_resume()");
                await("it has caught up")
                        .until(() -> standby.ask("SELECT id FROM thing"), List.of("1")::equals);
                pool.flush(FlushMode.GRACEFUL);
                assertThat(ask(pool, port)).isEqualTo(String.valueOf(standby.port()));
            }
        }
    }

    /** Else each quiet hour would be an hour's lag. */
    @Test
    void aPostgresStandbyDoesNotLagWhileThePrimaryHasNothingToDo() throws Exception {
        try (PostgresServer primary = PostgresServer.start(Map.of());
                PostgresServer standby = primary.standby()) {
            primary.run("CREATE TABLE thing (id int)");
            await("the last transaction is older than the limit")
                    .until(
                            () ->
                                    standby.ask(
                                            "SELECT (clock_timestamp() - interval '2 s'"
                                                    + " > pg_last_xact_replay_timestamp())::text"),
                            List.of("true")::equals);

            try (SluiceDataSource pool =
                    open(standby.url(), PostgresServer.ADMIN, TargetRole.STANDBY)) {
                assertThat(ask(pool, "SELECT pg_is_in_recovery()::text")).isEqualTo("true");
            }

            primary.kill();
            await("the standby knows it")
                    .until(
                            () -> standby.ask("SELECT pid::text FROM pg_stat_wal_receiver"),
                            List::isEmpty);
            assertThatThrownBy(() -> open(standby.url(), PostgresServer.ADMIN, TargetRole.STANDBY))
                    .hasMessageContaining("lags by");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mariadb://127.0.0.1:%d,127.0.0.1:%d/app?sslMode=disable",
                "jdbc:mysql://127.0.0.1:%d,127.0.0.1:%d/app"
            })
    @Tag("mariadb")
    void aMariaDbReplicaThatLagsIsLeftForThePrimaryAndTakenAgain(String url) throws Exception {
        String port = "SELECT @@port";
        try (MariaDbServer primary = MariaDbServer.create("--server-id=1", "--log-bin=log");
                MariaDbServer replica = MariaDbServer.create("--server-id=2")) {
            primary.addDatabase("app", "app", "");
            primary.run("GRANT REPLICA MONITOR, REPLICATION REPLICA ON *.* TO app");
            primary.run("CREATE TABLE app.thing (id int)");
            replica.run(
                    ("CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = %d,"
                                    + " MASTER_USER = 'app', MASTER_PASSWORD = '', MASTER_SSL = 0,"
                                    + " MASTER_SSL_VERIFY_SERVER_CERT = 0")
                            .formatted(primary.port()));
            replica.run("SET GLOBAL read_only = 1");
            follow(replica, 0);
            awaitThings(replica, 0);
            try (SluiceDataSource pool =
                    open(
                            url.formatted(primary.port(), replica.port()),
                            "app",
                            TargetRole.PREFER_STANDBY)) {
                awaitAnswer(pool, port, replica.port());

                follow(replica, 3600);
                primary.run("INSERT INTO app.thing VALUES (1)");
                awaitAnswer(pool, port, primary.port());

                follow(replica, 0);
                awaitThings(replica, 1);
                pool.flush(FlushMode.GRACEFUL);
                awaitAnswer(pool, port, replica.port());
            }
        }
    }

    /** Lets a replica execute what its primary does so much later. */
    private static void follow(MariaDbServer replica, int delaySeconds) {
        replica.run("STOP REPLICA");
        replica.run("CHANGE MASTER TO MASTER_DELAY = " + delaySeconds);
        replica.run("START REPLICA");
        await("it follows")
                .until(
                        () ->
                                replica.ask(
                                        "SELECT variable_value FROM information_schema.global_status"
                                                + " WHERE variable_name = 'SLAVE_RUNNING'"),
                        List.of("ON")::equals);
    }

    private static void awaitThings(MariaDbServer replica, int count) {
        await(count + " things are there")
                .ignoreExceptions() // the table comes as well
                .until(
                        () -> replica.ask("SELECT COUNT(*) FROM app.thing"),
                        List.of(String.valueOf(count))::equals);
    }
}
