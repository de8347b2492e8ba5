package io.sluice.jdbc;

import static io.sluice.pool.fixture.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.FlushReport;
import io.sluice.pool.fault.PostgresServer;
import io.sluice.pool.fixture.Await;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an operator does to a running pool, and what the server sees of it. */
@Timeout(120)
class PostgresOperationsIT {

    private static PostgresServer server;
    private static int users;

    private String user;
    private volatile Credentials credentials;

    @BeforeAll
    static void startServer() {
        server = PostgresServer.start(Map.of());
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void addUser() {
        user = newUser();
        credentials = new Credentials(user, "secret");
    }

    private static String newUser() {
        String name = "app" + ++users;
        server.addUser(name, "secret");
        return name;
    }

    private JdbcPoolConfig.Builder settings() {
        return JdbcPoolConfig.builder()
                .name("orders")
                .url(server.url())
                .maxSize(2)
                .credentialsProvider(() -> credentials);
    }

    private static String userOf(Connection connection) throws SQLException {
        return connection.getMetaData().getUserName();
    }

    @Test
    void aFlushByADeadlineLeavesNoSessionOfTheOldUser() throws SQLException {
        try (SluiceDataSource pool = watched(SluiceDataSource.create(settings().build()));
                Connection busy = pool.getConnection()) {
            pool.getConnection().close();
            assertThat(server.sessions(user)).hasSize(2);
            String next = newUser();
            credentials = new Credentials(next, "secret");

            assertThat(pool.flush(Duration.ofMillis(50))).isEqualTo(new FlushReport(1, 1, 0));

            Await.until("the sessions have ended", () -> server.sessions(user).isEmpty());
            try (Connection connection = pool.getConnection()) {
                assertThat(userOf(connection)).isEqualTo(next);
            }
            assertThatThrownBy(() -> userIn(busy)).isInstanceOf(SQLException.class);
        }
    }

    private static void userIn(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT current_user");
        }
    }

    @Test
    void aSuspendedPoolThatIsFlushedHasNoSession() throws SQLException {
        try (SluiceDataSource pool = watched(SluiceDataSource.create(settings().build()))) {
            pool.suspend();
            assertThat(pool.flush(Duration.ofSeconds(5))).isEqualTo(new FlushReport(1, 0, 0));
            Await.until("the session has ended", () -> server.sessions(user).isEmpty());
            assertThat(pool.isSuspended()).isTrue();
            pool.resume();
            pool.getConnection().close();
            assertThat(server.sessions(user)).hasSize(1);
        }
    }

    @Test
    void aPasswordThatWasChangedOnTheServerIsFetchedAnew() throws SQLException {
        Credentials[] kept = {credentials};
        JdbcPoolConfig.Builder settings =
                settings()
                        .credentialsProvider(
                                () -> {
                                    Credentials told = kept[0];
                                    kept[0] = credentials; // fetched while the other is tried
                                    return told;
                                });
        try (SluiceDataSource pool = watched(SluiceDataSource.create(settings.build()));
                Connection early = pool.getConnection()) {
            server.changePassword(user, "changed");
            kept[0] = new Credentials(user, "secret");
            credentials = new Credentials(user, "changed");

            try (Connection late = pool.getConnection()) {
                assertThat(userOf(late)).isEqualTo(user);
            }
            userIn(early);
            assertThat(pool.snapshot().total()).isEqualTo(2);
        }
    }

    /** The limits of the pool are a day: who waits for one of them is not told before the end. */
    @Test
    void aFrozenServerCostsACallerNoMoreThanItsOwnTime() throws SQLException {
        JdbcPoolConfig.Builder settings =
                settings()
                        .maxSize(1)
                        .acquireTimeout(Duration.ofMillis(300))
                        .connectTimeout(Duration.ofDays(1))
                        .validateAfterIdle(Duration.ZERO)
                        .validationTimeout(Duration.ofDays(1));
        try (SluiceDataSource pool = watched(SluiceDataSource.create(settings.build()))) {
            pool.getConnection().close();
            server.freeze();
            try {
                assertThatThrownBy(pool::getConnection)
                        .isInstanceOf(SQLTransientConnectionException.class)
                        .hasCauseInstanceOf(AcquireTimeoutException.class);
            } finally {
                server.thaw();
            }
            Await.until("it serves again", () -> serves(pool));
        }
    }

    private static boolean serves(SluiceDataSource pool) {
        try {
            pool.getConnection().close();
            return true;
        } catch (SQLException e) {
            return false;
        }
    }
}
