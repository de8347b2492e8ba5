package io.sluice.perf.bank;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PointsTest {

    private static final String PREPARE = "PREPARE COMMIT \"XID\"";
    private static final String COMMIT = "COMMIT TRANSACTION \"XID\"";

    @Test
    void withPostgresEnlistedFirstItsBranchIsAheadOfWhatH2Announces() {
        assertThat(Points.within(PREPARE, true, false)).isEqualTo(Point.FIRST_PREPARED);
        assertThat(Points.within(PREPARE, false, false)).isEqualTo(Point.BOTH_PREPARED);
        assertThat(Points.within(COMMIT, true, false)).isEqualTo(Point.BETWEEN_COMMITS);
        assertThat(Points.within(COMMIT, false, false)).isNull();
    }

    @Test
    void withH2EnlistedFirstTheOtherBranchIsBehind() {
        assertThat(Points.within(PREPARE, true, true)).isNull();
        assertThat(Points.within(PREPARE, false, true)).isEqualTo(Point.FIRST_PREPARED);
        assertThat(Points.within(COMMIT, true, true)).isEqualTo(Point.LOGGED);
        assertThat(Points.within(COMMIT, false, true)).isEqualTo(Point.BETWEEN_COMMITS);
    }

    @Test
    void whatTheDriverOfMariaDbSendsIsUnderstood() {
        assertThat(Points.within(sent("XA PREPARE 0x01,0x02,0x03"), false, true))
                .isEqualTo(Point.FIRST_PREPARED);
        assertThat(Points.within(sent("XA COMMIT 0x01,0x02,0x03"), true, true))
                .isEqualTo(Point.LOGGED);
        assertThat(Points.within(sent(""), true, true)).isNull();
        assertThat(WatchedSockets.statement(new byte[4], 0, 4)).isEmpty();
    }

    private static String sent(String statement) {
        byte[] packet = ("nnn0c" + statement).getBytes(StandardCharsets.ISO_8859_1);
        return WatchedSockets.statement(packet, 0, packet.length);
    }

    @Test
    void otherStatementsAreNoPoints() {
        assertThat(Points.within("COMMIT", true, true)).isNull();
        assertThat(Points.within("UPDATE ACCOUNT", false, true)).isNull();
    }
}
