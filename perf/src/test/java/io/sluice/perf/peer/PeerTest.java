package io.sluice.perf.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.sluice.perf.stub.StubConnection;
import io.sluice.perf.stub.StubDriver;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("weekly")
class PeerTest {

    private static final int SIZE = 3;

    private final PeerSettings settings = PeerSettings.withoutUser(StubDriver.URL, SIZE);

    @ParameterizedTest
    @EnumSource(
            value = Peer.class,
            names = {"FLOOR", "IDEAL", "RAW", "PROXIES"},
            mode = EnumSource.Mode.EXCLUDE)
    void filledPoolHasItsFullSizeAndNoMore(Peer peer) throws SQLException {
        // A URL of its own: pools of other tests may still be closing their connections.
        String url = StubDriver.URL + "filled-" + peer;
        try (OpenPeer open = peer.open(PeerSettings.withoutUser(url, SIZE))) {
            DataSource source = open.sourceForClient();
            OpenPeer.fill(source, SIZE);
            OpenPeer.fill(source, SIZE);

            assertThat(StubDriver.open(url)).isEqualTo(SIZE);
        }
    }

    @ParameterizedTest
    @EnumSource(Peer.class)
    void everyContestantHandsOutConnectionsOfTheDriver(Peer peer) throws SQLException {
        try (OpenPeer open = peer.open(settings);
                Connection connection = open.sourceForClient().getConnection()) {
            if (peer != Peer.BITRONIX) {
                // Whose adapter between driver and pool tells of no connection behind it.
                assertThat(connection.isWrapperFor(StubConnection.class)).isTrue();
            }
            assertThat(connection.getAutoCommit()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(Peer.class)
    void autoCommitIsAsTheSettingsSay(Peer peer) throws SQLException {
        PeerSettings off =
                new PeerSettings(
                        StubDriver.URL, null, null, SIZE, false, Duration.ofSeconds(5), null);
        try (OpenPeer open = peer.open(off);
                Connection connection = open.sourceForClient().getConnection()) {
            assertThat(connection.getAutoCommit()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Peer.class,
            names = {"IDEAL", "RAW"},
            mode = EnumSource.Mode.EXCLUDE)
    void everyLeaseHasAHandleOfItsOwn(Peer peer) throws SQLException {
        // By identity: some handles are equal when their connection is the same.
        Set<Connection> handles = Collections.newSetFromMap(new IdentityHashMap<>());
        try (OpenPeer open = peer.open(settings)) {
            DataSource source = open.sourceForClient();
            for (int i = 0; i < 5; i++) {
                try (Connection connection = source.getConnection()) {
                    handles.add(connection);
                }
            }
        }

        assertThat(handles).hasSize(5);
    }

    @ParameterizedTest
    @EnumSource(
            value = Peer.class,
            names = {"LITERAL", "FLOOR"})
    void secondCloseOfAHandleReleasesNothing(Peer peer) throws SQLException {
        PeerSettings single =
                new PeerSettings(StubDriver.URL, null, null, 1, true, Duration.ofMillis(1), null);
        try (OpenPeer open = peer.open(single)) {
            DataSource source = open.sourceForClient();
            Connection first = source.getConnection();
            first.close();
            Connection second = source.getConnection();
            first.close();

            assertThatExceptionOfType(SQLException.class).isThrownBy(source::getConnection);
            second.close();
            source.getConnection().close();
        }
    }

    @Test
    void literalPoolGivesUpAfterItsTimeout() throws SQLException {
        PeerSettings single =
                new PeerSettings(StubDriver.URL, null, null, 1, true, Duration.ofMillis(2), null);
        try (OpenPeer open = Peer.LITERAL.open(single);
                Connection held = open.sourceForClient().getConnection()) {
            assertThat(held.isClosed()).isFalse();
            assertThatExceptionOfType(SQLTransientConnectionException.class)
                    .isThrownBy(() -> open.sourceForClient().getConnection())
                    .withMessage("no connection within 2 ms");
        }
    }

    @Test
    void literalPoolKeepsTheInterruptOfAWaiter() throws SQLException {
        PeerSettings single =
                new PeerSettings(StubDriver.URL, null, null, 1, true, Duration.ofMinutes(1), null);
        try (OpenPeer open = Peer.LITERAL.open(single);
                Connection held = open.sourceForClient().getConnection()) {
            assertThat(held.isClosed()).isFalse();
            Thread.currentThread().interrupt();
            assertThatExceptionOfType(SQLTransientConnectionException.class)
                    .isThrownBy(() -> open.sourceForClient().getConnection());
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void boundsGiveEveryClientASourceOfItsOwn() throws SQLException {
        for (Peer bound : new Peer[] {Peer.FLOOR, Peer.IDEAL, Peer.RAW, Peer.PROXIES}) {
            try (OpenPeer open = bound.open(settings)) {
                assertThat(open.sourceForClient()).isNotSameAs(open.sourceForClient());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("applications")
    void poolsWithLimitsTellWhatTheyHave(Peer peer) throws SQLException {
        PeerSettings limited =
                new PeerSettings(
                        StubDriver.URL,
                        null,
                        null,
                        SIZE,
                        SIZE,
                        true,
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(1),
                        null);
        try (OpenPeer open = peer.open(limited)) {
            OpenPeer.fill(open.sourceForClient(), SIZE);
            await("all are back").until(open::counts, new PoolCounts(SIZE, 0)::equals);

            try (Connection held = open.sourceForClient().getConnection()) {
                assertThat(held.isClosed()).isFalse();
                await("one is in use").until(open::counts, new PoolCounts(SIZE, 1)::equals);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("applications")
    void poolsGiveUpWhenNothingIsReleased(Peer peer) throws SQLException {
        PeerSettings single =
                new PeerSettings(StubDriver.URL, null, null, 1, true, Duration.ofSeconds(1), null);
        try (OpenPeer open = peer.open(single);
                Connection held = open.sourceForClient().getConnection()) {
            assertThat(held.isClosed()).isFalse();
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> open.sourceForClient().getConnection());
        }
    }

    @ParameterizedTest
    @MethodSource("applications")
    void closedPoolsLeaveNoConnectionOpen(Peer peer) throws SQLException {
        String url = StubDriver.URL + "closed-" + peer;
        try (OpenPeer open = peer.open(PeerSettings.withoutUser(url, SIZE))) {
            OpenPeer.fill(open.sourceForClient(), SIZE);
        }

        await("all are closed").until(() -> StubDriver.open(url), open -> open == 0);
    }

    @ParameterizedTest
    @MethodSource("applications")
    void poolsThatMayStartEmptyConnectOnlyWhenAsked(Peer peer) throws SQLException {
        String url = StubDriver.URL + "cold-" + peer;
        PeerSettings cold =
                new PeerSettings(url, null, null, SIZE, 0, true, Duration.ofSeconds(5), null, null);
        try (OpenPeer open = peer.open(cold)) {
            assertThat(StubDriver.open(url)).isZero();

            open.sourceForClient().getConnection().close();

            assertThat(StubDriver.open(url)).isPositive();
        }
    }

    @Test
    void onlyPoolsServeApplications() {
        assertThat(Peer.values())
                .filteredOn(Peer::servesApplications)
                .containsExactly(
                        Peer.SLUICE,
                        Peer.HIKARI,
                        Peer.AGROAL,
                        Peer.DBCP2,
                        Peer.TOMCAT,
                        Peer.C3P0,
                        Peer.VIBUR,
                        Peer.DRUID,
                        Peer.BITRONIX);
    }

    @Test
    void settingsDoNotShowAPassword() {
        PeerSettings secret =
                new PeerSettings("url", "me", "secret", 1, true, Duration.ofSeconds(1), null);

        assertThat(secret.toString()).doesNotContain("secret");
    }

    static Stream<Peer> applications() {
        return Arrays.stream(Peer.values()).filter(Peer::servesApplications);
    }
}
