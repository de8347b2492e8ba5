package io.sluice.perf.spike;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.command.PeerConverter;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.turn.FailedTurn;
import io.sluice.perf.turn.Turns;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("weekly")
class SpikesTest {

    /** Some pools let a request wait to its end beside a free connection now and then. */
    private static final Duration LOST_WAKE_UP = Duration.ofSeconds(3);

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void everyRequestIsServedAndEveryConnectionCounted(int start) throws InterruptedException {
        SpikePlan plan =
                new SpikePlan(
                        List.of(new SpikeRow(SpikeServer.STUB, start, 8, Duration.ofMillis(1))),
                        PeerConverter.Applications.ALL,
                        4,
                        Duration.ofMillis(1),
                        1);

        Turns<SpikeTurn> turns = new Spikes(plan, null, LOST_WAKE_UP).run();

        assertThat(turns.failed()).isEmpty();
        assertThat(turns.taken())
                .extracting(SpikeTurn::peer)
                .containsExactlyElementsOf(PeerConverter.Applications.ALL);
        assertThat(turns.taken())
                .allSatisfy(
                        turn -> {
                            assertThat(turn.waits()).hasSize(8);
                            assertThat(turn.errors()).isZero();
                            assertThat(turn.leaked()).isZero();
                            assertThat(turn.made()).isBetween(start == 0 ? 1 : 0, 4 - start);
                            assertThat(turn.serveNanos()).isGreaterThan(1_000_000);
                        });
    }

    @Test
    void turnThatFailsIsAResult() throws InterruptedException {
        SpikePlan plan =
                new SpikePlan(
                        List.of(new SpikeRow(SpikeServer.POSTGRES, 0, 2, Duration.ofMillis(1))),
                        List.of(Peer.SLUICE, Peer.HIKARI),
                        4,
                        Duration.ZERO,
                        1);

        Turns<SpikeTurn> turns = new Spikes(plan, null).run();

        assertThat(turns.taken()).isEmpty();
        assertThat(turns.failed())
                .hasSize(4)
                .extracting(FailedTurn::why)
                .containsOnly(
                        "IllegalStateException: the plan has rows on PostgreSQL but there is none");
    }
}
