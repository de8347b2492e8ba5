package io.sluice.perf.spike;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.command.Pools;
import io.sluice.perf.fork.Measured;
import io.sluice.perf.peer.Peer;
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
    void everyRequestIsServedAndEveryConnectionCounted(int start) throws Exception {
        Spikes spikes =
                new Spikes(
                        List.of(new SpikeRow(SpikeRow.Server.STUB, start, 8, Duration.ofMillis(1))),
                        Pools.ALL,
                        4,
                        Duration.ofMillis(1),
                        LOST_WAKE_UP,
                        1);

        List<Measured<SpikeRow, Peer>> turns = spikes.run(null);

        assertThat(turns).extracting(Measured::contestant).containsExactlyElementsOf(Pools.ALL);
        assertThat(turns)
                .allSatisfy(
                        turn -> {
                            assertThat(turn.failure()).isNull();
                            assertThat(turn.printed().get("waits", SpikeWaits.class).all())
                                    .hasSize(8);
                            assertThat(turn.get("errors")).isZero();
                            assertThat(turn.get("leaked")).isZero();
                            assertThat(turn.get("connectionsMade"))
                                    .isBetween(start == 0 ? 1.0 : 0.0, 4.0 - start);
                            assertThat(turn.get("serveAllMillis")).isGreaterThan(1);
                        });
    }

    @Test
    void turnThatFailsIsAResult() throws Exception {
        Spikes spikes =
                new Spikes(
                        List.of(new SpikeRow(SpikeRow.Server.POSTGRES, 0, 2, Duration.ofMillis(1))),
                        List.of(Peer.SLUICE, Peer.HIKARI),
                        4,
                        Duration.ZERO,
                        LOST_WAKE_UP,
                        1);

        assertThat(spikes.run(null))
                .hasSize(4)
                .extracting(Measured::failure)
                .containsOnly(
                        "IllegalStateException: the plan has rows on PostgreSQL but there is none");
    }
}
