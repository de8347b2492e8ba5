package io.sluice.jdbc.fault;

import static io.sluice.jdbc.fault.FaultScene.CONNECTIONS;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.fault.FaultScene.Event;
import io.sluice.jdbc.fault.Figures.Told;
import io.sluice.pool.fault.PostgresServer;
import io.sluice.pool.fault.TcpProxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server is up, and the network between it and the pool fails. */
@Tag("alone")
@Tag("weekly")
@Tag("once")
@Timeout(300)
class NetworkFaultsIT {

    private static final Told UNREACHABLE = Told.timeOut("08001");

    private static final String LINK_LOST = "08006";

    /** Each way of each of the two requests of a call. */
    private static final Duration DELAY = Duration.ofMillis(10);

    /** Then a quarter of the callers are served at a time, and the next but one waits too long. */
    private static final Duration LONG_DELAY = Duration.ofMillis(100);

    private static final int WAYS = 4;

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

    private void assertSettled(FaultScene scene) {
        scene.assertSettled();
        await("no link is left").until(network::links, number -> number == 0);
    }

    private void assertOutage(Terms terms, String name, Event fault, Event mending)
            throws Exception {
        FaultScene.assertInTime(() -> outage(terms, name, fault, mending));
    }

    private Figures outage(Terms terms, String name, Event fault, Event mending) throws Exception {
        try (FaultScene scene = FaultScene.open(terms, server, url)) {
            Figures figures =
                    scene.play(name, fault, mending)
                            .assertOrderly()
                            .assertBroken(CONNECTIONS, LINK_LOST)
                            .assertRefused(UNREACHABLE)
                            .assertConnects(CONNECTIONS);
            assertSettled(scene);
            return figures;
        }
    }

    @Test
    void afterABlackHoleAllThreadsAreServedWithinASecond() throws Exception {
        assertOutage(Terms.OUTAGE, "network dropped", network::drop, network::heal);
    }

    @Test
    void afterABlackHoleAPoolThatKeepsNoConnectionGrowsToAllItNeedsWithinASecond()
            throws Exception {
        assertOutage(Terms.GROWTH, "dropped, growing", network::drop, network::heal);
    }

    /** Hanging attempts learn of the end: the network resets them when it recovers. */
    @Test
    void afterAHangingConnectAllThreadsAreServedWithinASecond() throws Exception {
        assertOutage(Terms.OUTAGE, "hanging connect", this::hang, network::heal);
    }

    private void hang() {
        network.hang();
        network.reset();
    }

    /** Hanging attempts are never answered, and would hang until long after the end. */
    @Test
    void noCallerWaitsForConnectsThatHangForLonger() throws Exception {
        assertOutage(Terms.HANGING_CONNECTS, "connects hang on", this::hang, network::serve);
    }

    @Test
    void afterARefusedConnectAllThreadsAreServedWithinASecond() throws Exception {
        assertOutage(
                Terms.OUTAGE,
                "connect refused",
                () -> {
                    network.refuse();
                    network.reset();
                },
                network::heal);
    }

    @Test
    void aSlowNetworkIsNoFault() throws Exception {
        FaultScene.assertInTime(
                this::delay,
                figures -> {
                    figures.assertInTime();
                    // Each wait is a third of what it may be.
                    figures.assertNobodyRefused();
                });
    }

    private Figures delay() throws Exception {
        network.heal(); // of an earlier run's delay
        try (FaultScene scene = FaultScene.open(Terms.DELAY, server, url)) {
            scene.begin();
            Figures figures =
                    scene.borne(
                                    "network delayed",
                                    () -> {
                                        network.delay(DELAY);
                                        scene.awaitGood();
                                    })
                            .assertOrderly()
                            .assertNobodyBroken()
                            .assertRefused(Told.NO_FAILURE)
                            .assertNoConnects()
                            .assertSlow(DELAY.multipliedBy(WAYS));
            assertSettled(scene);
            return figures;
        }
    }

    @Test
    void aNetworkThatIsTooSlowForAllCostsNoConnectionAndNoCallerMoreThanItsTimeOut()
            throws Exception {
        FaultScene.assertInTime(this::delayForLong);
    }

    private Figures delayForLong() throws Exception {
        try (FaultScene scene = FaultScene.open(Terms.DELAY, server, url)) {
            Figures figures =
                    scene.playSurvived(
                                    "delayed for long",
                                    () -> network.delay(LONG_DELAY),
                                    network::heal)
                            .assertOrderly()
                            .assertNobodyBroken()
                            .assertRefused(Told.NO_FAILURE)
                            .assertNoConnects();
            assertSettled(scene);
            return figures;
        }
    }

    private void assertLinksLost(String name, Event loss) throws Exception {
        FaultScene.assertInTime(() -> linksLost(name, loss));
    }

    private Figures linksLost(String name, Event loss) throws Exception {
        try (FaultScene scene = FaultScene.open(Terms.LOSS, server, url)) {
            scene.begin();
            Figures figures =
                    scene.passed(name, loss)
                            .assertOrderly()
                            .assertBroken(CONNECTIONS, LINK_LOST)
                            .assertNobodyRefused()
                            .assertConnectsAtAnyTime(CONNECTIONS);
            assertSettled(scene);
            return figures;
        }
    }

    @Test
    void ofEachHalfClosedLinkAtMostOneCallerLearns() throws Exception {
        assertLinksLost("half-closed", network::halfClose);
    }

    /** The server takes its clients for gone and ends their sessions silently. */
    @Test
    void ofEachLinkThatIsHalfClosedTowardsTheServerAtMostOneCallerLearns() throws Exception {
        assertLinksLost("half-closed to server", network::halfCloseTowardsServer);
    }

    @Test
    void ofEachResetLinkAtMostOneCallerLearns() throws Exception {
        assertLinksLost("reset", network::reset);
    }
}
