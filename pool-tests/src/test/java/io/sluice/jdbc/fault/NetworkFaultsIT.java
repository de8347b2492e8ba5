package io.sluice.jdbc.fault;

import static io.sluice.jdbc.fault.FaultScene.CONNECTIONS;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.fault.FaultScene.Event;
import io.sluice.pool.fault.PostgresServer;
import io.sluice.pool.fault.TcpProxy;
import io.sluice.pool.fixture.Attempts;
import io.sluice.pool.fixture.Await;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server is well, and the network between it and the pool is not. */
@Timeout(300)
class NetworkFaultsIT {

    private static final String UNREACHABLE = "08...";
    private static final String LINK_LOST = "08...";

    private static PostgresServer server;

    private TcpProxy network;
    private String url;

    @BeforeAll
    static void startServer() throws SQLException {
        server = PostgresServer.start(Map.of());
        FaultScene.prepare(server);
    }

    @AfterAll
    static void closeServer() {
        server.close();
    }

    @BeforeEach
    void open() {
        network = TcpProxy.to(server.port());
        url = "jdbc:postgresql://127.0.0.1:" + network.port() + "/postgres";
    }

    @AfterEach
    void close() {
        network.close();
    }

    private void assertSettled(FaultScene scene) throws Exception {
        scene.assertSettled(server);
        Await.until("no link is left", () -> network.links() == 0);
    }

    private Figures outage(FaultScene scene, String name, Event fault, Event mending)
            throws Exception {
        Figures figures =
                scene.play(name, fault, mending)
                        .assertOrderly()
                        .assertBroken(CONNECTIONS, LINK_LOST)
                        .assertRefused(SQLTransientConnectionException.class, UNREACHABLE)
                        .assertConnectsBounded();
        assertSettled(scene);
        return figures;
    }

    private void assertOutage(String name, Event fault) throws Exception {
        Attempts.oneKeeps(
                () -> {
                    try (FaultScene scene = FaultScene.ofOutage(url)) {
                        return outage(scene, name, fault, network::heal);
                    }
                },
                Figures::assertInTime);
    }

    @Test
    void afterABlackHoleEverybodyIsServedWithinASecond() throws Exception {
        assertOutage("network dropped", network::drop);
    }

    @Test
    void afterAHangingConnectEverybodyIsServedWithinASecond() throws Exception {
        assertOutage("hanging connect", this::hang);
    }

    private void hang() {
        network.hang();
        network.reset();
    }

    /**
     * Those that hang are never answered, and hold permits until long after everybody is served.
     */
    @Test
    void nobodyWaitsForConnectsThatHangForLonger() throws Exception {
        Attempts.oneKeeps(
                () -> {
                    try (FaultScene scene = FaultScene.ofHangingConnects(url)) {
                        return outage(scene, "connects hang on", this::hang, network::serve);
                    }
                },
                Figures::assertInTime);
    }

    @Test
    void afterARefusedConnectEverybodyIsServedWithinASecond() throws Exception {
        assertOutage(
                "connect refused",
                () -> {
                    network.refuse();
                    network.reset();
                });
    }

    @Test
    void aSlowNetworkIsNoFault() throws Exception {
        try (FaultScene scene = FaultScene.ofLoss(url)) {
            scene.begin();
            int connects = network.connects().size();
            network.delay(Duration.ofMillis(10));
            scene.passed("network delayed", scene::awaitGood)
                    .assertOrderly()
                    .assertBroken(0, "none")
                    .assertNobodyRefused();
            assertThat(network.connects()).hasSize(connects);
            assertSettled(scene);
        }
    }

    private void assertLinksLost(String name, Event loss) throws Exception {
        Attempts.oneKeeps(
                () -> {
                    try (FaultScene scene = FaultScene.ofLoss(url)) {
                        scene.begin();
                        Figures figures =
                                scene.passed(name, loss)
                                        .assertOrderly()
                                        .assertBroken(CONNECTIONS, LINK_LOST)
                                        .assertNobodyRefused()
                                        .assertConnectsBounded();
                        assertSettled(scene);
                        return figures;
                    }
                },
                Figures::assertInTime);
    }

    @Test
    void ofEachHalfClosedLinkAtMostOneCallerLearns() throws Exception {
        assertLinksLost("half-closed", network::halfClose);
    }

    @Test
    void ofEachResetLinkAtMostOneCallerLearns() throws Exception {
        assertLinksLost("reset", network::reset);
    }
}
