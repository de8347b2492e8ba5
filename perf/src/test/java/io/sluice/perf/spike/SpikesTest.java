package io.sluice.perf.spike;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.command.PeerConverter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpikesTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void everyRequestIsServedAndEveryConnectionCounted(int start)
            throws InterruptedException, ExecutionException {
        SpikePlan plan =
                new SpikePlan(
                        List.of(new SpikeRow(SpikeServer.STUB, start, 8, Duration.ofMillis(1))),
                        PeerConverter.Applications.ALL,
                        4,
                        Duration.ofMillis(1),
                        1);

        List<SpikeTurn> turns = new Spikes(plan, null).run();

        assertThat(turns)
                .extracting(SpikeTurn::peer)
                .containsExactlyElementsOf(PeerConverter.Applications.ALL);
        assertThat(turns)
                .allSatisfy(
                        turn -> {
                            assertThat(turn.waits()).hasSize(8);
                            assertThat(turn.errors()).isZero();
                            assertThat(turn.made()).isBetween(start == 0 ? 1 : 0, 4 - start);
                            assertThat(turn.serveNanos()).isGreaterThan(1_000_000);
                        });
    }
}
