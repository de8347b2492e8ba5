package io.sluice.jdbc.fault;

import static io.sluice.jdbc.fault.FaultScene.CONNECTIONS;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.fault.FaultScene.Event;
import io.sluice.jdbc.fault.Figures.Told;
import io.sluice.pool.fault.PostgresServer;
import io.sluice.pool.fixture.Attempts;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server ends, dies, freezes or ends sessions, and comes back. */
@Tag("alone")
@Timeout(300)
class ServerFaultsIT {

    /** No such connection can be made, or the server is still on its way up or down. */
    private static final Told UNREACHABLE =
            new Told(SQLTransientConnectionException.class, "08001|08006|57P03");

    /** Nobody says so. */
    private static final String SESSION_LOST = "08006";

    /** The server says so, if it is heard: some find the socket closed when they write to it. */
    private static final String SESSION_ENDED = "57P01|08006";

    private static final String SERVER_CRASHED = "57P02|57P01|08006";

    private static PostgresServer server;

    @BeforeAll
    static void startServer() throws SQLException {
        server = PostgresServer.start(Map.of());
        FaultScene.prepare(server);
    }

    @AfterAll
    static void closeServer() {
        server.close();
    }

    @AfterEach
    void goOn() {
        server.start();
        server.thaw();
    }

    private static void assertOutage(
            Terms terms, String name, Event fault, Event mending, String lost) throws Exception {
        Attempts.oneKeeps(
                () -> {
                    try (FaultScene scene = FaultScene.open(terms, server)) {
                        Figures figures =
                                scene.play(name, fault, mending)
                                        .assertOrderly()
                                        .assertBroken(lost)
                                        .assertRefused(UNREACHABLE);
                        scene.assertSettled();
                        return figures;
                    }
                },
                Figures::assertOutageInTime,
                Figures::machineStalled);
    }

    @Test
    void afterAStopEverybodyIsServedWithinASecond() throws Exception {
        assertOutage(Terms.OUTAGE, "stopped", server::stop, server::start, SESSION_ENDED);
    }

    @Test
    void afterAStopAtOnceEverybodyIsServedWithinASecond() throws Exception {
        assertOutage(
                Terms.OUTAGE, "stopped at once", server::stopAtOnce, server::start, SERVER_CRASHED);
    }

    @Test
    void afterAKillEverybodyIsServedWithinASecond() throws Exception {
        assertOutage(Terms.OUTAGE, "killed", server::kill, server::start, SESSION_LOST);
    }

    @Test
    void afterAKillAPoolThatKeepsNoConnectionGrowsToAllItNeedsWithinASecond() throws Exception {
        assertOutage(Terms.GROWTH, "killed, growing", server::kill, server::start, SESSION_LOST);
    }

    @Test
    void afterAFreezeEverybodyIsServedWithinASecond() throws Exception {
        assertOutage(Terms.OUTAGE, "frozen and thawed", server::freeze, server::thaw, SESSION_LOST);
    }

    /** The limit of a validation is five seconds by default, and nobody has that long to wait. */
    @Test
    void whoeverValidatesAFrozenConnectionHasTheAnswerInTime() throws Exception {
        assertOutage(
                Terms.VALIDATING, "frozen, validating", server::freeze, server::thaw, SESSION_LOST);
    }

    @Test
    void afterAFreezeAndARestartEverybodyIsServedWithinASecond() throws Exception {
        assertOutage(
                Terms.OUTAGE,
                "frozen and restarted",
                server::freeze,
                () -> {
                    server.kill();
                    server.start();
                },
                SESSION_LOST);
    }

    private static void assertSessionsLost(String name, Loss loss) throws Exception {
        Attempts.oneKeeps(
                () -> {
                    try (FaultScene scene = FaultScene.open(Terms.LOSS, server)) {
                        scene.begin();
                        List<Integer> sessions = scene.sessionsBefore();
                        assertThat(sessions).hasSize(CONNECTIONS);
                        Figures figures =
                                scene.passed(name, () -> loss.happen(scene, sessions))
                                        .assertOrderly()
                                        .assertBroken(SESSION_ENDED)
                                        .assertNobodyRefused();
                        scene.assertSettled();
                        return figures;
                    }
                },
                Figures::assertLossInTime,
                Figures::machineStalled);
    }

    /** What becomes of the sessions of a scene. */
    @FunctionalInterface
    private interface Loss {
        void happen(FaultScene scene, List<Integer> sessions) throws Exception;
    }

    @Test
    void ofEachTerminatedSessionAtMostOneCallerLearns() throws Exception {
        assertSessionsLost(
                "sessions terminated",
                (scene, sessions) -> {
                    for (int session : sessions) {
                        server.terminate(session);
                        scene.awaitGood();
                    }
                });
    }

    @Test
    void ofSessionsTerminatedTogetherAtMostAsManyCallersLearn() throws Exception {
        assertSessionsLost(
                "all terminated", (scene, sessions) -> sessions.forEach(server::terminate));
    }
}
