package io.sluice.perf.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PoolCounts;
import io.sluice.pool.fault.Call;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FaultVerdictTest {

    private static Measured<Fault, Peer> turn(
            Peer peer, int round, @Nullable String stuck, int leased, int sessions, Call... calls) {
        return turn(peer, round, stuck, leased, sessions, Duration.ofMillis(3), calls);
    }

    private static Measured<Fault, Peer> turn(Duration mostLate, Call... calls) {
        return turn(Peer.SLUICE, 1, null, 0, 16, mostLate, calls);
    }

    private static Measured<Fault, Peer> turn(
            Peer peer,
            int round,
            @Nullable String stuck,
            int leased,
            int sessions,
            Duration mostLate,
            Call... calls) {
        Printed seen = SeenTest.seen(mostLate, List.of(calls));
        FaultRun.putCounts(seen.figures(), new PoolCounts(16, leased), sessions);
        if (stuck != null) {
            seen.figures().put("stuck", stuck);
        }
        return new Measured<>(Fault.RESET, peer, round, seen);
    }

    private static Measured<Fault, Peer> failed(Peer peer) {
        return new Measured<>(Fault.RESET, peer, 2, Printed.failed("it hangs"));
    }

    private static List<String> wrong(List<Measured<Fault, Peer>> turns) {
        return FaultsCommand.wrong(FaultReportTest.PLAN, turns);
    }

    @Test
    void lateIsWrongUnlessTheMachineStoodStill() {
        Call late = SeenTest.refused(0, 1_000, 2_053);
        assertThat(wrong(List.of(turn(Duration.ofMillis(25), late))))
                .containsExactly(
                        "turns of sluice with an acquire that was told late by a machine that did"
                                + " not stand still: 1 (the first: reset, round 1)");
        assertThat(wrong(List.of(turn(Duration.ofMillis(26), late)))).isEmpty();
        assertThat(wrong(List.of(turn(Duration.ofMillis(25), SeenTest.refused(0, 1_000, 2_052)))))
                .isEmpty();
    }

    @Test
    void asManyMayLoseTheirConnectionAsThereAreAndAnyNumberWaitForAnAnswer() {
        Call[] calls = new Call[18];
        Arrays.setAll(calls, caller -> SeenTest.broken(caller, 1_000, 1_010));
        calls[16] = SeenTest.broken(16, 1_000, 2_000);
        calls[17] = SeenTest.broken(17, 1_000, 2_000);
        assertThat(wrong(List.of(turn(Duration.ofMillis(25), calls)))).isEmpty();
        calls[17] = SeenTest.broken(17, 1_000, 1_999);
        assertThat(wrong(List.of(turn(Duration.ofMillis(25), calls))))
                .containsExactly(
                        "turns of sluice with more calls that lost their connection than there"
                                + " were connections: 1 (the first: reset, round 1)");
    }

    @Test
    void refusedCallsAndSlowRecoveriesAreFigures() {
        assertThat(
                        wrong(
                                List.of(
                                        turn(
                                                Peer.SLUICE,
                                                1,
                                                null,
                                                0,
                                                16,
                                                SeenTest.refused(0, 8_000, 9_000)))))
                .isEmpty();
    }

    @Test
    void whatMustNotBeIsToldWithTheFirstTurnInWhichItWas() {
        assertThat(
                        wrong(
                                List.of(
                                        turn(Peer.SLUICE, 1, null, 0, 16),
                                        turn(
                                                Peer.SLUICE,
                                                2,
                                                null,
                                                0,
                                                16,
                                                SeenTest.wrong(0, 900, 910)),
                                        turn(Peer.SLUICE, 3, "a.Pool.acquire", 1, 18),
                                        turn(Peer.SLUICE, 4, null, 0, 12))))
                .containsExactly(
                        "turns of sluice with a reply to another question: 1 (the first: reset,"
                                + " round 2)",
                        "turns of sluice with a thread that was stuck: 1 (the first: reset, round"
                                + " 3)",
                        "turns of sluice with a connection leaked in the pool: 2 (the first:"
                                + " reset, round 3)",
                        "turns of sluice with a connection leaked on the server: 1 (the first:"
                                + " reset, round 3)");
    }

    @Test
    void turnThatFailedIsWrongAsWell() {
        assertThat(wrong(List.of(failed(Peer.SLUICE))))
                .containsExactly(
                        "turns of sluice that failed: 1 (the first: reset, round 2: it hangs)");
    }

    @Test
    void peersAreAsTheyAre() {
        assertThat(wrong(List.of(turn(Peer.AGROAL, 1, "a.Pool.acquire", 3, 20), failed(Peer.C3P0))))
                .isEmpty();
    }
}
