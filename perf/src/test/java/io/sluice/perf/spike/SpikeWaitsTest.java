package io.sluice.perf.spike;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SpikeWaitsTest {

    @Test
    void waitsAreCountedFromTheirBeginUntilTheirEnd() {
        SpikeWaits waits =
                new SpikeWaits(
                        List.of(
                                new SpikeWaits.Wait(10, 30, true),
                                new SpikeWaits.Wait(20, 40, true),
                                new SpikeWaits.Wait(20, 20, true)));

        assertThat(List.of(9L, 10L, 20L, 29L, 30L, 40L))
                .extracting(waits::waitingAt)
                .containsExactly(0, 1, 2, 2, 1, 0);
    }

    @Test
    void percentileIsAWaitThatHappened() {
        SpikeWaits waits =
                new SpikeWaits(
                        IntStream.rangeClosed(1, 200)
                                .mapToObj(i -> new SpikeWaits.Wait(0, i * 1_000_000L, true))
                                .toList());

        assertThat(waits.percentileMillis(99)).isEqualTo(198);
        assertThat(waits.percentileMillis(100)).isEqualTo(200);
    }

    @Test
    void onlyWaitsThatWereNotServedAreErrors() {
        SpikeWaits waits =
                new SpikeWaits(
                        List.of(
                                new SpikeWaits.Wait(0, 1, true),
                                new SpikeWaits.Wait(0, 1, false),
                                new SpikeWaits.Wait(0, 2, false)));

        assertThat(waits.errors()).isEqualTo(2);
    }
}
