package io.sluice.perf.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.peer.Peer;
import io.sluice.perf.turn.FailedTurn;
import io.sluice.perf.turn.Turns;
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
    void poolsAreMeasuredThroughAFaultAndCounted() throws InterruptedException {
        FaultPlan plan = plan(1, Peer.SLUICE, Peer.HIKARI, Peer.AGROAL);
        Turns<FaultTurn> turns = new FaultRuns(plan).run();

        assertThat(turns.failed()).isEmpty();
        assertThat(turns.taken())
                .hasSize(3)
                .allSatisfy(
                        turn -> {
                            assertThat(turn.seen().broken()).isPositive();
                            assertThat(turn.seen().wrong()).isZero();
                            assertThat(turn.seen().parking().parks()).isPositive();
                            assertThat(turn.connects()).isPresent();
                        })
                .first()
                .satisfies(turn -> assertThat(turn.seen().recovered()).isTrue());
        assertThat(FaultJudge.wrong(plan, turns)).isEmpty();
    }

    @Test
    void turnThatFailsIsAResultAndTheNextHasASceneOfItsOwn() throws InterruptedException {
        AtomicInteger scenes = new AtomicInteger();

        Turns<FaultTurn> turns =
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

        assertThat(turns.failed()).extracting(FailedTurn::round).containsExactly(1);
        assertThat(turns.taken())
                .hasSize(1)
                .first()
                .satisfies(turn -> assertThat(turn.seen().recovered()).isTrue());
        assertThat(scenes).hasValue(2);
    }
}
