package io.sluice.jdbc.credentials;

import static io.sluice.pool.fixture.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.CredentialsProvider;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.credentials.TokenCredentials.Token;
import io.sluice.pool.fault.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/** Credentials that expire or are rotated, against a server that refuses the old ones. */
@Tag("once")
@Timeout(120)
class CredentialsIT {

    private static final Path PAGE = Path.of("..", "docs", "configuration.md");
    private static final Path SOURCES = Path.of("src/test/java/io/sluice/jdbc/credentials");
    private static final Duration VALIDITY = Duration.ofMinutes(15);

    private static PostgresServer server;
    private static int users;

    @TempDir Path folder;

    private String user;

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
        user = newUser("secret");
    }

    private static String newUser(String password) {
        String name = "rotated" + ++users;
        server.addUser(name, password);
        return name;
    }

    private static JdbcPoolConfig.Builder settings(CredentialsProvider provider) {
        return JdbcPoolConfig.builder()
                .name("orders")
                .url(server.url())
                .maxSize(3)
                .credentialsProvider(provider);
    }

    private static void use(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
        }
    }

    private static int sessionOf(Connection connection) throws SQLException {
        return connection.unwrap(PGConnection.class).getBackendPID();
    }

    private static String userOf(Connection connection) throws SQLException {
        return connection.getMetaData().getUserName();
    }

    private void assertRefused(String password) {
        assertThatThrownBy(() -> DriverManager.getConnection(server.url(), user, password))
                .isInstanceOf(SQLException.class)
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("28P01");
    }

    /** Stands still until a test moves it. */
    private static final class HandClock extends Clock {

        private volatile Instant now = Instant.now();

        void advance(Duration time) {
            now = now.plus(time);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    }

    /** Issues tokens of a validity; the server accepts the last one until it expires. */
    private final class Issuer {

        private final Clock clock;
        private volatile int issued;

        Issuer(Clock clock) {
            this.clock = clock;
        }

        Token issue() {
            issued++;
            Token token = new Token("token-" + issued, clock.instant().plus(VALIDITY));
            server.changePassword(user, token.text());
            expireAt(token.expiry());
            return token;
        }
    }

    private void expireAt(Instant time) {
        server.run("ALTER ROLE " + user + " VALID UNTIL '" + time + "'");
    }

    @Test
    void aTokenServesUntilItIsRenewedBeforeItsExpiry() throws SQLException {
        HandClock clock = new HandClock();
        Issuer issuer = new Issuer(clock);
        TokenCredentials provider = new TokenCredentials(user, issuer::issue, clock);
        try (SluiceDataSource pool = watched(SluiceDataSource.create(settings(provider).build()));
                Connection first = pool.getConnection()) {
            clock.advance(VALIDITY.minusMinutes(2).minusSeconds(1));
            try (Connection second = pool.getConnection()) {
                use(second);
                assertThat(issuer.issued).as("tokens until the margin").isEqualTo(1);
                clock.advance(Duration.ofSeconds(1));
                try (Connection third = pool.getConnection()) {
                    use(third);
                    assertThat(issuer.issued).as("tokens in the margin").isEqualTo(2);
                }
            }
            assertRefused("token-1");
            use(first);
        }
    }

    @Test
    void anExpiredTokenEndsNoSessionAndOpensNone() throws SQLException {
        HandClock clock = new HandClock();
        Issuer issuer = new Issuer(clock);
        TokenCredentials provider = new TokenCredentials(user, issuer::issue, clock);
        try (SluiceDataSource pool = watched(SluiceDataSource.create(settings(provider).build()));
                Connection first = pool.getConnection()) {
            expireAt(Instant.now().minusSeconds(60));
            assertRefused("token-1");
            use(first);
            clock.advance(VALIDITY);
            try (Connection second = pool.getConnection()) {
                use(second);
            }
            assertThat(issuer.issued).isEqualTo(2);
        }
    }

    @Test
    void maxLifetimeReplacesTheConnectionsOfAnOldToken() throws SQLException {
        HandClock clock = new HandClock();
        TokenCredentials provider = new TokenCredentials(user, new Issuer(clock)::issue, clock);
        JdbcPoolConfig.Builder settings =
                settings(provider)
                        .minSize(1)
                        .maxSize(1)
                        .keepaliveInterval(Duration.ZERO)
                        .maxLifetime(Duration.ofMillis(500))
                        .lifetimeJitter(0);
        try (SluiceDataSource pool = watched(SluiceDataSource.create(settings.build()))) {
            int old;
            try (Connection connection = pool.getConnection()) {
                old = sessionOf(connection);
                clock.advance(VALIDITY);
            }
            await("the session has ended").until(() -> !server.sessions(user).contains(old));
            pool.getConnection().close();
            assertRefused("token-1");
        }
    }

    /** As Kubernetes mounts a secret: links to the files behind a link to the present version. */
    private void mount(String username, String password) throws IOException {
        Path version = Files.createTempDirectory(folder, "..version");
        Files.writeString(version.resolve("username"), username);
        Files.writeString(version.resolve("password"), password + "\n");
        Path next = folder.resolve("..data_tmp");
        Files.createSymbolicLink(next, version.getFileName());
        Files.move(next, folder.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);
        for (String file : List.of("username", "password")) {
            if (!Files.exists(folder.resolve(file))) {
                Files.createSymbolicLink(folder.resolve(file), Path.of("..data", file));
            }
        }
    }

    @Test
    void theNextConnectHasTheNewPasswordAndOpenConnectionsStay() throws Exception {
        mount(user, "secret");
        SecretFiles files = new SecretFiles(folder);
        try (SluiceDataSource pool = watched(SluiceDataSource.create(settings(files).build()));
                Connection early = pool.getConnection()) {
            server.changePassword(user, "changed");
            mount(user, "changed");
            assertRefused("secret");
            try (Connection late = pool.getConnection()) {
                use(late);
            }
            use(early);
        }
    }

    @Test
    void connectionsOfAnOldVersionDrainByADeadline() throws Exception {
        mount(user, "secret");
        SecretFiles files = new SecretFiles(folder);
        try (SluiceDataSource pool = watched(SluiceDataSource.create(settings(files).build()));
                Connection busy = pool.getConnection()) {
            pool.getConnection().close();
            List<Integer> sessions = server.sessions(user);
            files.drain(pool, Duration.ofMillis(50));
            files.drain(pool, Duration.ofMillis(50));
            assertThat(server.sessions(user)).as("without a change").isEqualTo(sessions);

            String next = newUser("changed");
            mount(next, "changed");
            files.drain(pool, Duration.ofMillis(50));

            await("the old sessions have ended").until(() -> server.sessions(user).isEmpty());
            assertThatThrownBy(() -> use(busy)).isInstanceOf(SQLException.class);
            try (Connection connection = pool.getConnection()) {
                assertThat(userOf(connection)).isEqualTo(next);
            }
        }
    }

    @Test
    void anUnreadableSecretFailsTheStartAndNamesItsFolder() {
        SecretFiles files = new SecretFiles(folder.resolve("none"));
        assertThatThrownBy(() -> SluiceDataSource.create(settings(files).build()))
                .isNotInstanceOf(SQLNonTransientException.class)
                .hasMessageContaining("cannot read the secret in " + folder.resolve("none"));
    }

    @ParameterizedTest
    @ValueSource(classes = {TokenCredentials.class, SecretFiles.class})
    void theClassesAreThoseOfThePage(Class<?> sample) throws IOException {
        String source = Files.readString(SOURCES.resolve(sample.getSimpleName() + ".java"));
        assertThat(Files.readString(PAGE)).contains(source.substring(source.indexOf("/**")));
    }
}
