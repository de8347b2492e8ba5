package io.sluice.perf.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.fork.Measured;
import io.sluice.perf.peer.Peer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("weekly")
class FaultRunsIT {

    private static FaultPlan plan(int rounds, Peer... peers) {
        return new FaultPlan(
                List.of(Fault.TERMINATED),
                List.of(peers),
                4,
                2,
                Duration.ofMillis(1),
                Duration.ofMillis(1),
                Duration.ofSeconds(30),
                rounds);
    }

    @Test
    void poolsAreMeasuredThroughAFaultAndCounted() throws Exception {
        FaultPlan plan = plan(1, Peer.SLUICE, Peer.HIKARI, Peer.AGROAL);
        List<Measured<Fault, Peer>> turns = new FaultRuns(plan).run();

        assertThat(turns)
                .hasSize(3)
                .allSatisfy(
                        turn -> {
                            assertThat(turn.get("broken")).isPositive();
                            assertThat(turn.get("wrongResults")).isZero();
                            assertThat(turn.get("parkingCount")).isPositive();
                            assertThat(turn.printed().figures()).containsKey("connects");
                        })
                .first()
                .satisfies(turn -> assertThat(turn.get("recovered")).isEqualTo(1));
        assertThat(FaultsCommand.wrong(plan, turns)).isEmpty();
    }

    @Test
    void turnThatFailsIsAResultAndTheNextHasASceneOfItsOwn() throws Exception {
        AtomicInteger scenes = new AtomicInteger();

        List<Measured<Fault, Peer>> turns =
                new FaultRuns(
                                plan(2, Peer.SLUICE),
                                () -> {
                                    Scene scene = Scene.single(4);
                                    if (scenes.incrementAndGet() == 1) {
                                        scene.server().stop();
                                    }
                                    return scene;
                                })
                        .run();

        assertThat(turns).hasSize(2);
        assertThat(turns.get(0).failure()).isNotNull();
        assertThat(turns.get(1).get("recovered")).isEqualTo(1);
        assertThat(scenes).hasValue(2);
    }
}
