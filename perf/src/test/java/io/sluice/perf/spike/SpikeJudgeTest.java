package io.sluice.perf.spike;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.peer.Peer;
import io.sluice.perf.turn.FailedTurn;
import io.sluice.perf.turn.Turns;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SpikeJudgeTest {

    private static final SpikeRow ROW = new SpikeRow(SpikeServer.STUB, 0, 2, Duration.ofMillis(2));

    private static SpikeTurn turn(Peer peer, int round, @Nullable Throwable error, int leaked) {
        return new SpikeTurn(
                ROW,
                peer,
                round,
                1,
                1,
                List.of(new SpikeTurn.Wait(0, 1, true), new SpikeTurn.Wait(0, 1, error == null)),
                error,
                leaked);
    }

    @Test
    void figuresAreNotJudged() {
        assertThat(
                        SpikeJudge.wrong(
                                new Turns<>(
                                        List.of(
                                                turn(Peer.SLUICE, 1, null, 0),
                                                turn(Peer.C3P0, 1, new SQLException("no"), 3)),
                                        List.of(
                                                new FailedTurn(
                                                        ROW.toString(), Peer.C3P0, 2, "no")))))
                .isEmpty();
    }

    @Test
    void whatMustNotBeIsTold() {
        assertThat(
                        SpikeJudge.wrong(
                                new Turns<>(
                                        List.of(
                                                turn(Peer.SLUICE, 1, null, 0),
                                                turn(Peer.SLUICE, 2, new SQLException("no"), 0),
                                                turn(Peer.SLUICE, 3, null, 3)),
                                        List.of(
                                                new FailedTurn(
                                                        ROW.toString(), Peer.SLUICE, 4, "it hangs"),
                                                new FailedTurn(
                                                        ROW.toString(), Peer.SLUICE, 5, "no")))))
                .containsExactly(
                        "turns of sluice that failed: 2 (the first: stub-0c-2r-2ms, round 4: it"
                                + " hangs)",
                        "sluice failed 1 of 2 requests in stub-0c-2r-2ms, round 2: SQLException:"
                                + " no",
                        "sluice left 3 connections open in stub-0c-2r-2ms, round 3");
    }
}
