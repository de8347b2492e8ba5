package io.sluice.perf.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.peer.Peer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultRunsIT {

    @Test
    void poolsAreMeasuredThroughAFaultAndCounted() throws InterruptedException {
        FaultPlan plan =
                new FaultPlan(
                        List.of(Fault.TERMINATED),
                        List.of(Peer.SLUICE, Peer.HIKARI, Peer.AGROAL),
                        4,
                        2,
                        Duration.ofMillis(1),
                        Duration.ofMillis(1),
                        Duration.ofSeconds(30),
                        1);

        assertThat(new FaultRuns(plan).run())
                .hasSize(3)
                .allSatisfy(
                        turn -> {
                            assertThat(turn.seen().wrong()).isZero();
                            assertThat(turn.connects()).isNotNegative();
                        })
                .first()
                .satisfies(
                        turn -> {
                            assertThat(turn.seen().recovered()).isTrue();
                            assertThat(turn.leakedInPool()).isZero();
                            assertThat(turn.leakedOnServer()).isZero();
                        });
    }
}
