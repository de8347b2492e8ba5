package io.sluice.jdbc.fault;

import static io.sluice.jdbc.fault.FaultScene.CONNECTIONS;
import static io.sluice.jdbc.fault.FaultScene.PASSWORD;
import static io.sluice.jdbc.fault.FaultScene.USER;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.fault.Figures.Told;
import io.sluice.pool.fault.PostgresServer;
import io.sluice.pool.fixture.Attempts;
import io.sluice.pool.fixture.Await;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server is well and lets the pool in no more: another password, or no room. */
@Tag("alone")
@Timeout(300)
class AdmissionFaultsIT {

    private static final String ANOTHER = "another secret";
    private static final String OTHER = "other";

    /** The server says so, if it is heard: some find the socket closed when they write to it. */
    private static final String SESSION_ENDED = "57P01|08006";

    /** Three more are for the administrator. */
    private static final int ROOM = CONNECTIONS + 4;

    private static PostgresServer server;

    private final List<Connection> others = new ArrayList<>();

    @BeforeAll
    static void startServer() throws SQLException {
        server =
                PostgresServer.start(
                        Map.of(
                                "max_connections",
                                Integer.toString(ROOM + 3),
                                "superuser_reserved_connections",
                                "3"));
        FaultScene.prepare(server);
        server.addUser(OTHER, PASSWORD);
    }

    @AfterAll
    static void closeServer() {
        server.close();
    }

    @AfterEach
    void leaveAgain() throws SQLException {
        leave();
    }

    private static void terminateAll() {
        server.sessions(USER).forEach(server::terminate);
    }

    /** Nobody else comes in between when the pool is kept out meanwhile. */
    private void takeAllRoom() {
        server.run("ALTER ROLE " + USER + " CONNECTION LIMIT 0");
        terminateAll();
        while (others.size() < ROOM) {
            Await.until("there is room for one more", this::takeOne);
        }
        server.run("ALTER ROLE " + USER + " CONNECTION LIMIT -1");
    }

    private boolean takeOne() {
        try {
            others.add(DriverManager.getConnection(server.url(), OTHER, PASSWORD));
            return true;
        } catch (SQLException e) {
            assertThat(e.getSQLState()).isEqualTo("53300"); // one that has ended leaves by and by
            return false;
        }
    }

    /** Returns as soon as they have left, and not when somebody who looks now and then sees it. */
    private void leave() throws SQLException {
        try (Connection admin = server.admin()) {
            for (Connection other : others) {
                other.close();
            }
            others.clear();
            Await.until("they have left", () -> !isThere(admin));
        }
    }

    private static boolean isThere(Connection admin) {
        try {
            return !PostgresServer.sessions(admin, OTHER).isEmpty();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aChangedPasswordIsSaidAtOnceAndServedWithinASecondOnceItIsKnown() throws Exception {
        Attempts.oneKeeps(
                this::changePassword, Figures::assertOutageInTime, Figures::machineStalled);
    }

    private Figures changePassword() throws Exception {
        try (FaultScene scene = FaultScene.open(Terms.OUTAGE, server)) {
            Figures figures =
                    scene.play(
                                    "password changed",
                                    () -> {
                                        server.changePassword(USER, ANOTHER);
                                        terminateAll();
                                        Await.until(
                                                "who asks is told at once",
                                                scene::isRefusedForGood);
                                    },
                                    () -> scene.password(ANOTHER))
                            .assertOrderly()
                            .assertBroken(SESSION_ENDED)
                            .assertRefused(
                                    new Told(SQLNonTransientConnectionException.class, "28P01"),
                                    // As long as the pool has connections these may come back.
                                    new Told(SQLTransientConnectionException.class, "28P01|08001"));
            scene.assertSettled();
            return figures;
        } finally {
            server.changePassword(USER, PASSWORD);
        }
    }

    @Test
    void whereOthersTookTheRoomEverybodyIsServedWithinASecondOnceTheyLeave() throws Exception {
        Attempts.oneKeeps(this::takeRoom, Figures::assertOutageInTime, Figures::machineStalled);
    }

    private Figures takeRoom() throws Exception {
        try (FaultScene scene = FaultScene.open(Terms.OUTAGE, server)) {
            Figures figures =
                    scene.play("too many connections", this::takeAllRoom, this::leave)
                            .assertOrderly()
                            .assertBroken(SESSION_ENDED)
                            .assertRefused(
                                    new Told(SQLTransientConnectionException.class, "53300|08001"));
            scene.assertSettled();
            return figures;
        }
    }
}
