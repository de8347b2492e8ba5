package io.sluice.perf.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.perf.server.Database;
import io.sluice.perf.server.OwnPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every pool that can serve an application, on a real database. */
@Tag("weekly")
class PeersIT {

    private static final int SIZE = 3;

    private static OwnPostgres server;
    private static Connection admin;

    @BeforeAll
    static void start() throws SQLException {
        server = OwnPostgres.start(40);
        Database database = server.database();
        admin = DriverManager.getConnection(database.url(), database.user(), null);
        try (Statement statement = admin.createStatement()) {
            statement.execute("CREATE TABLE done (pool TEXT)");
        }
    }

    @AfterAll
    static void stop() throws SQLException, IOException {
        admin.close();
        server.close();
    }

    static Stream<Peer> applications() {
        return Arrays.stream(Peer.values()).filter(Peer::servesApplications);
    }

    @ParameterizedTest
    @MethodSource("applications")
    void poolOpensSessionsServesTransactionsAndClosesItsSessions(Peer peer) throws SQLException {
        try (OpenPeer open = peer.open(settings(peer))) {
            DataSource source = open.sourceForClient();
            OpenPeer.fill(source, SIZE);
            assertThat(sessions(peer)).isEqualTo(SIZE);

            for (boolean commit : new boolean[] {true, false}) {
                try (Connection connection = source.getConnection()) {
                    insert(connection, peer);
                    if (commit) {
                        connection.commit();
                    } else {
                        connection.rollback();
                    }
                }
            }

            assertThat(count("SELECT count(*) FROM done WHERE pool = ?", peer)).isEqualTo(1);
            assertThat(sessions(peer)).isEqualTo(SIZE);
        }

        await("its sessions are closed").until(() -> sessions(peer), number -> number == 0);
    }

    private static PeerSettings settings(Peer peer) {
        Database database = server.database();
        return new PeerSettings(
                database.url() + "?ApplicationName=" + peer,
                database.user(),
                database.password(),
                SIZE,
                false,
                Duration.ofSeconds(30),
                null);
    }

    private static void insert(Connection connection, Peer peer) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO done VALUES (?)")) {
            insert.setString(1, peer.toString());
            assertThat(insert.executeUpdate()).isEqualTo(1);
        }
    }

    private static int sessions(Peer peer) throws SQLException {
        return count("SELECT count(*) FROM pg_stat_activity WHERE application_name = ?", peer);
    }

    private static int count(String sql, Peer peer) throws SQLException {
        try (PreparedStatement query = admin.prepareStatement(sql)) {
            query.setString(1, peer.toString());
            try (ResultSet result = query.executeQuery()) {
                result.next();
                return result.getInt(1);
            }
        }
    }
}
