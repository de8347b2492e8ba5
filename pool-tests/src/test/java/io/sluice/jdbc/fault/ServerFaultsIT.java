package io.sluice.jdbc.fault;

import static io.sluice.jdbc.fault.FaultScene.CONNECTIONS;
import static io.sluice.jdbc.fault.FaultScene.USER;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.fault.FaultScene.Event;
import io.sluice.pool.fault.PostgresServer;
import io.sluice.pool.fixture.Attempts;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server ends, dies, freezes or ends sessions, and comes back. */
@Timeout(300)
class ServerFaultsIT {

    /** No such connection can be made, or the server is still on its way up or down. */
    private static final String UNREACHABLE = "08...|57P03|57P01";

    private static final String SESSION_LOST = "08...|57P0[12]";

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

    private static Figures outage(FaultScene scene, String name, Event fault, Event mending)
            throws Exception {
        Figures figures =
                scene.play(name, fault, mending)
                        .assertOrderly()
                        .assertBroken(CONNECTIONS, SESSION_LOST)
                        .assertRefused(SQLTransientConnectionException.class, UNREACHABLE)
                        .assertConnectsBounded();
        scene.assertSettled(server);
        return figures;
    }

    private static void assertOutage(String name, Event fault, Event mending) throws Exception {
        Attempts.oneKeeps(
                () -> {
                    try (FaultScene scene = FaultScene.ofOutage(server.url())) {
                        return outage(scene, name, fault, mending);
                    }
                },
                Figures::assertInTime);
    }

    @Test
    void afterAStopEverybodyIsServedWithinASecond() throws Exception {
        assertOutage("stopped", server::stop, server::start);
    }

    @Test
    void afterAStopAtOnceEverybodyIsServedWithinASecond() throws Exception {
        assertOutage("stopped at once", server::stopAtOnce, server::start);
    }

    @Test
    void afterAKillEverybodyIsServedWithinASecond() throws Exception {
        assertOutage("killed", server::kill, server::start);
    }

    @Test
    void afterAFreezeEverybodyIsServedWithinASecond() throws Exception {
        assertOutage("frozen and thawed", server::freeze, server::thaw);
    }

    /** The limit of a validation is five seconds by default, and nobody has that long to wait. */
    @Test
    void whoeverValidatesAFrozenConnectionHasTheAnswerInTime() throws Exception {
        Attempts.oneKeeps(
                () -> {
                    try (FaultScene scene = FaultScene.ofOutageValidating(server.url())) {
                        return outage(scene, "frozen, validating", server::freeze, server::thaw);
                    }
                },
                Figures::assertInTime);
    }

    @Test
    void afterAFreezeAndARestartEverybodyIsServedWithinASecond() throws Exception {
        assertOutage(
                "frozen and restarted",
                server::freeze,
                () -> {
                    server.kill();
                    server.start();
                });
    }

    private static void assertSessionsLost(String name, Loss loss) throws Exception {
        Attempts.oneKeeps(
                () -> {
                    try (FaultScene scene = FaultScene.ofLoss(server.url())) {
                        scene.begin();
                        List<Integer> sessions = server.sessions(USER);
                        assertThat(sessions).hasSize(CONNECTIONS);
                        Figures figures =
                                scene.passed(name, () -> loss.happen(scene, sessions))
                                        .assertOrderly()
                                        .assertBroken(CONNECTIONS, SESSION_LOST)
                                        .assertNobodyRefused()
                                        .assertConnectsBounded();
                        scene.assertSettled(server);
                        return figures;
                    }
                },
                Figures::assertInTime);
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
