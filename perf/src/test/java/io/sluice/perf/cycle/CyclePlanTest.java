package io.sluice.perf.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.peer.Peer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CyclePlanTest {

    static CyclePlan plan(List<CycleRow> rows, List<Peer> peers, int forks) {
        return new CyclePlan(
                rows, peers, forks, 1, 2, Duration.ofMillis(100), false, false, List.of());
    }

    @Test
    void contestantsTakeTurnsAndEachRoundBeginsWithAnother() {
        CyclePlan plan =
                plan(List.of(CycleRow.ONE), List.of(Peer.SLUICE, Peer.HIKARI, Peer.AGROAL), 3);

        assertThat(plan.steps())
                .extracting(CyclePlan.Step::peer)
                .containsExactly(
                        Peer.SLUICE,
                        Peer.HIKARI,
                        Peer.AGROAL,
                        Peer.HIKARI,
                        Peer.AGROAL,
                        Peer.SLUICE,
                        Peer.AGROAL,
                        Peer.SLUICE,
                        Peer.HIKARI);
        assertThat(plan.steps())
                .extracting(CyclePlan.Step::round)
                .containsExactly(1, 1, 1, 2, 2, 2, 3, 3, 3);
    }

    @Test
    void eachBoundRunsOnlyWhereItMeansSomething() {
        CyclePlan plan =
                plan(List.of(CycleRow.ONE, CycleRow.CROWD), List.of(Peer.FLOOR, Peer.IDEAL), 1);

        assertThat(plan.steps())
                .containsExactly(
                        new CyclePlan.Step(CycleRow.ONE, Peer.FLOOR, 1),
                        new CyclePlan.Step(CycleRow.CROWD, Peer.IDEAL, 1));
    }

    @Test
    void workWithoutAPoolRunsOnAsManyThreadsAsCanWorkAtOnce() {
        assertThat(CycleRow.CROWD.threads(Peer.SLUICE, 2)).isEqualTo(32);
        assertThat(CycleRow.CROWD.threads(Peer.IDEAL, 2)).isEqualTo(2);
        assertThat(CycleRow.CROWD.threads(Peer.IDEAL, 64)).isEqualTo(8);
    }

    @Test
    void waitsAreMeasuredInRowsWithWorkAndForPoolsOnly() {
        CyclePlan plan = plan(List.of(CycleRow.values()), List.of(Peer.values()), 1);

        assertThat(new Waits(plan, Duration.ofMillis(1)).steps())
                .allSatisfy(
                        step -> {
                            assertThat(step.row())
                                    .isIn(CycleRow.CROWD_SHORT_WORK, CycleRow.CROWD_LONG_WORK);
                            assertThat(step.peer().kind()).isNotEqualTo(Peer.Kind.BOUND);
                        })
                .hasSize(8);
    }

    @Test
    void rowsAreReadByTheirLabels() {
        assertThat(new CycleRow.Converter().convert("32T-500"))
                .isEqualTo(CycleRow.CROWD_SHORT_WORK);
        assertThat(CycleRow.CROWD_SHORT_WORK.title())
                .isEqualTo("32 threads on 8 connections, 500 tokens of work while holding");
        assertThat(CycleRow.ONE.title()).isEqualTo("1 thread on 16 connections");
    }
}
