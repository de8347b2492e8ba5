package io.sluice.jdbc.fault;

import static io.sluice.jdbc.fault.FaultScene.CONNECTIONS;
import static io.sluice.jdbc.fault.FaultScene.PASSWORD;
import static io.sluice.jdbc.fault.FaultScene.USER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.fault.Figures.Told;
import io.sluice.pool.fault.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server is up but no longer admits the pool: another password, or no room. */
@Tag("alone")
@Tag("weekly")
@Tag("once")
@Timeout(300)
class AdmissionFaultsIT {

    private static final String ANOTHER = "another secret";
    private static final String OTHER = "other";

    /** The server says so, if it is heard: some find the socket closed when they write to it. */
    private static final String SESSION_ENDED = "57P01|08006";

    /** Three more are for the administrator. */
    private static final int ROOM = CONNECTIONS + 4;

    private static PostgresServer server;

    /** The sessions that others leave to the pool, too few to serve all callers in time. */
    private static final int KEPT = 4;

    private final List<Connection> others = new ArrayList<>();

    /** The time from which nothing changes until the fault is over. */
    private long since;

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

    /**
     * Takes all room but for some sessions of the pool, and ends the others. With the pool kept out
     * meanwhile, no other session gets in between.
     */
    private void takeRoomBeside(List<Integer> kept) {
        server.run("ALTER ROLE " + USER + " CONNECTION LIMIT " + kept.size());
        server.sessions(USER).stream()
                .filter(session -> !kept.contains(session))
                .forEach(server::terminate);
        while (others.size() < ROOM - kept.size()) {
            await("there is room for one more").until(this::takeOne);
        }
        server.run("ALTER ROLE " + USER + " CONNECTION LIMIT -1");
    }

    private boolean takeOne() {
        try {
            others.add(DriverManager.getConnection(server.url(), OTHER, PASSWORD));
            return true;
        } catch (SQLException e) {
            assertThat(e.getSQLState()).isEqualTo("53300"); // an ended session leaves after a while
            return false;
        }
    }

    /** Returns as soon as they have left, not at the next look of a poll. */
    private void leave() throws SQLException {
        try (Connection admin = server.admin()) {
            for (Connection other : others) {
                other.close();
            }
            others.clear();
            await("they have left")
                    .until(() -> PostgresServer.sessions(admin, OTHER), List::isEmpty);
        }
    }

    @Test
    void aChangedPasswordIsReportedAtOnceAndServedWithinASecondOnceItIsKnown() throws Exception {
        FaultScene.assertInTime(
                this::changePassword,
                figures -> {
                    figures.assertInTime();
                    figures.assertRefusedAtOnce(since);
                });
    }

    private Figures changePassword() throws Exception {
        try (FaultScene scene = FaultScene.open(Terms.OUTAGE, server)) {
            Figures figures =
                    scene.play(
                                    "password changed",
                                    () -> {
                                        server.changePassword(USER, ANOTHER);
                                        terminateAll();
                                        await("callers are refused at once")
                                                .until(scene::isRefusedForGood);
                                        since = System.nanoTime();
                                        scene.awaitBad(since);
                                    },
                                    () -> scene.password(ANOTHER))
                            .assertOrderly()
                            .assertBroken(CONNECTIONS, SESSION_ENDED)
                            .assertRefused(
                                    new Told(SQLNonTransientConnectionException.class, "28P01"),
                                    // While the pool has connections, these may come back.
                                    Told.timeOut("28P01"))
                            .assertRefusedForGood(since)
                            .assertConnects(CONNECTIONS);
            scene.assertSettled();
            return figures;
        } finally {
            server.changePassword(USER, PASSWORD);
        }
    }

    @Test
    void whereOthersTookTheRoomAllThreadsAreServedWithinASecondOnceTheyLeave() throws Exception {
        FaultScene.assertInTime(this::takeAllRoom);
    }

    private Figures takeAllRoom() throws Exception {
        try (FaultScene scene = FaultScene.open(Terms.OUTAGE, server)) {
            Figures figures =
                    scene.play("too many connections", () -> takeRoomBeside(List.of()), this::leave)
                            .assertOrderly()
                            .assertBroken(CONNECTIONS, SESSION_ENDED)
                            .assertRefused(Told.timeOut("53300"))
                            .assertConnects(CONNECTIONS);
            scene.assertSettled();
            return figures;
        }
    }

    @Test
    void whereOthersTookMostOfTheRoomWhatIsLeftGoesOnServing() throws Exception {
        FaultScene.assertInTime(
                this::takeMostRoom,
                figures -> {
                    figures.assertInTime();
                    figures.assertServed(KEPT, since);
                });
    }

    private Figures takeMostRoom() throws Exception {
        try (FaultScene scene = FaultScene.open(Terms.SCARCITY, server)) {
            List<Integer> kept = new ArrayList<>();
            Figures figures =
                    scene.play(
                                    "too many but for 4",
                                    () -> {
                                        kept.addAll(scene.sessionsBefore().subList(0, KEPT));
                                        takeRoomBeside(kept);
                                        since = System.nanoTime();
                                        scene.awaitBad(since);
                                    },
                                    this::leave,
                                    sessions -> scene.areOthersBut(sessions, kept))
                            .assertOrderly()
                            .assertBroken(CONNECTIONS - KEPT, SESSION_ENDED)
                            .assertRefused(Told.timeOut("53300"))
                            .assertConnects(CONNECTIONS - KEPT);
            scene.assertSettled();
            return figures;
        }
    }
}
