package io.sluice.perf.spike;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.peer.Peer;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SpikeTurnTest {

    private static final SpikeRow ROW =
            new SpikeRow(SpikeServer.STUB, 0, 200, Duration.ofMillis(2));

    private static SpikeTurn turn(List<SpikeTurn.Wait> waits) {
        return new SpikeTurn(ROW, Peer.SLUICE, 1, 1, 1, waits, null, 0);
    }

    @Test
    void waitsAreCountedFromTheirBeginUntilTheirEnd() {
        SpikeTurn turn =
                turn(
                        List.of(
                                new SpikeTurn.Wait(10, 30, true),
                                new SpikeTurn.Wait(20, 40, true),
                                new SpikeTurn.Wait(20, 20, true)));

        assertThat(List.of(9L, 10L, 20L, 29L, 30L, 40L))
                .extracting(turn::waitingAt)
                .containsExactly(0, 1, 2, 2, 1, 0);
    }

    @Test
    void percentileIsAWaitThatHappened() {
        SpikeTurn turn =
                turn(
                        IntStream.rangeClosed(1, 200)
                                .mapToObj(i -> new SpikeTurn.Wait(0, i * 1_000_000L, true))
                                .toList());

        assertThat(turn.p99Millis()).isEqualTo(198);
        assertThat(turn.longestMillis()).isEqualTo(200);
    }

    @Test
    void onlyWaitsThatWereNotServedAreErrors() {
        SpikeTurn turn =
                turn(
                        List.of(
                                new SpikeTurn.Wait(0, 1, true),
                                new SpikeTurn.Wait(0, 1, false),
                                new SpikeTurn.Wait(0, 2, false)));

        assertThat(turn.errors()).isEqualTo(2);
    }
}
