package io.sluice.jdbc.fault;

import static io.sluice.jdbc.fault.FaultScene.CONNECTIONS;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.fault.FaultScene.Event;
import io.sluice.jdbc.fault.Figures.Told;
import io.sluice.pool.fault.PostgresServer;
import java.sql.SQLException;
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
@Tag("once")
@Timeout(300)
class ServerFaultsIT {

    /** Nothing listens on the port, or the server is still starting. */
    private static final Told DOWN = Told.timeOut("08001|57P03");

    /** No answer comes. */
    private static final Told SILENT = Told.timeOut("08001");

    /** No error says so; a server that is stopped at once sends a warning only. */
    private static final String SESSION_LOST = "08006";

    /** The server says so, if it is heard: some find the socket closed when they write to it. */
    private static final String SESSION_ENDED = "57P01|08006";

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
            Terms terms, String name, Event fault, Event mending, String lost, Told timeOut)
            throws Exception {
        FaultScene.assertInTime(() -> outage(terms, name, fault, mending, lost, timeOut));
    }

    private static Figures outage(
            Terms terms, String name, Event fault, Event mending, String lost, Told timeOut)
            throws Exception {
        try (FaultScene scene = FaultScene.open(terms, server)) {
            Figures figures =
                    scene.play(name, fault, mending)
                            .assertOrderly()
                            .assertBroken(CONNECTIONS, lost)
                            .assertRefused(timeOut)
                            .assertConnects(CONNECTIONS);
            scene.assertSettled();
            return figures;
        }
    }

    @Test
    void afterAStopAllThreadsAreServedWithinASecond() throws Exception {
        assertOutage(Terms.OUTAGE, "stopped", server::stop, server::start, SESSION_ENDED, DOWN);
    }

    @Test
    void afterAStopAtOnceAllThreadsAreServedWithinASecond() throws Exception {
        assertOutage(
                Terms.OUTAGE,
                "stopped at once",
                server::stopAtOnce,
                server::start,
                SESSION_LOST,
                DOWN);
    }

    @Test
    void afterAKillAllThreadsAreServedWithinASecond() throws Exception {
        assertOutage(Terms.OUTAGE, "killed", server::kill, server::start, SESSION_LOST, DOWN);
    }

    @Test
    void afterAKillAPoolThatKeepsNoConnectionGrowsToAllItNeedsWithinASecond() throws Exception {
        assertOutage(
                Terms.GROWTH, "killed, growing", server::kill, server::start, SESSION_LOST, DOWN);
    }

    @Test
    void afterAFreezeAllThreadsAreServedWithinASecond() throws Exception {
        assertOutage(
                Terms.OUTAGE,
                "frozen and thawed",
                server::freeze,
                server::thaw,
                SESSION_LOST,
                SILENT);
    }

    /**
     * The limit of a validation is five seconds by default, longer than any caller may wait here.
     */
    @Test
    void aCallerThatValidatesAFrozenConnectionHasTheAnswerInTime() throws Exception {
        assertOutage(
                Terms.VALIDATING,
                "frozen, validating",
                server::freeze,
                server::thaw,
                SESSION_LOST,
                SILENT);
    }

    @Test
    void afterAFreezeAndARestartAllThreadsAreServedWithinASecond() throws Exception {
        assertOutage(
                Terms.OUTAGE,
                "frozen and restarted",
                server::freeze,
                () -> {
                    server.kill();
                    server.start();
                },
                SESSION_LOST,
                DOWN);
    }

    private static void assertSessionsLost(String name, Loss loss) throws Exception {
        FaultScene.assertInTime(() -> sessionsLost(name, loss));
    }

    private static Figures sessionsLost(String name, Loss loss) throws Exception {
        try (FaultScene scene = FaultScene.open(Terms.LOSS, server)) {
            scene.begin();
            List<Integer> sessions = scene.sessionsBefore();
            assertThat(sessions).hasSize(CONNECTIONS);
            Figures figures =
                    scene.passed(name, () -> loss.happen(scene, sessions))
                            .assertOrderly()
                            .assertBroken(CONNECTIONS, SESSION_ENDED)
                            .assertNobodyRefused()
                            .assertConnectsAtAnyTime(CONNECTIONS);
            scene.assertSettled();
            return figures;
        }
    }

    /** What happens to the sessions of a scene. */
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
