package io.sluice.perf.study.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.fork.Iterations;
import io.sluice.perf.fork.Step;
import io.sluice.perf.fork.Turn;
import io.sluice.perf.peer.Peer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class HousekeepingPlanTest {

    static HousekeepingPlan plan(int forks, HousekeepingRow... rows) {
        return new HousekeepingPlan(
                List.of(rows),
                List.of(Peer.SLUICE, Peer.HIKARI),
                new IdleTimes(10, 20, 30),
                forks,
                new Iterations(1, 1, Duration.ofMillis(50)),
                List.of());
    }

    @Test
    void poolsTakeTurnsAndSoDoWaysToWake() {
        HousekeepingPlan plan = plan(2, HousekeepingRow.IDLE_100, HousekeepingRow.WAKE_8);

        assertThat(plan.idleSteps())
                .containsExactly(
                        new Step<>(HousekeepingRow.IDLE_100, Peer.SLUICE, 1),
                        new Step<>(HousekeepingRow.IDLE_100, Peer.HIKARI, 1),
                        new Step<>(HousekeepingRow.IDLE_100, Peer.HIKARI, 2),
                        new Step<>(HousekeepingRow.IDLE_100, Peer.SLUICE, 2));
        assertThat(plan.wakeSteps())
                .hasSize(12)
                .startsWith(new Turn<>(HousekeepingRow.WAKE_8, Background.POLL_EACH, 1));
        assertThat(plan.size()).as("with one without pools in each round").isEqualTo(2 + 4 + 12);
    }

    @Test
    void heapOfPoolsIsLookedAtInTurns() {
        HousekeepingPlan plan = plan(2, HousekeepingRow.HELD);

        assertThat(plan.heldSteps())
                .hasSize(4)
                .startsWith(new Step<>(HousekeepingRow.HELD, Peer.SLUICE, 1))
                .endsWith(new Step<>(HousekeepingRow.HELD, Peer.SLUICE, 2));
        assertThat(plan.size()).as("with none without pools").isEqualTo(4);
        assertThat(plan.settings())
                .containsEntry(
                        "idle connections",
                        "100 and 1100 in a pool of each, on a stub, 2 rounds; used once, left alone"
                                + " for 20 ms")
                .doesNotContainKeys("idle pools", "waking");
    }

    @Test
    void onlyWhatIsMeasuredIsTold() {
        assertThat(plan(3, HousekeepingRow.IDLE_1).settings())
                .containsEntry(
                        "idle pools",
                        "of 2 to 10 connections on a stub, 3 rounds; used for 10 ms, left alone for"
                                + " 20 ms, then watched for 30 ms")
                .doesNotContainKey("waking");
        HousekeepingPlan waking = plan(3, HousekeepingRow.WAKE_16);
        assertThat(waking.settings()).doesNotContainKey("idle pools");
        assertThat(waking.bareRuns()).isZero();
    }
}
