package io.sluice.perf.study.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PausesTest {

    @ParameterizedTest
    @CsvSource({
        "[0.5s] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 24M->1M(1024M) 1.234ms, 1.234",
        "[1.000s] GC(1) Pause Full (System.gc()) 2M->1M(8M) 12.5ms, 12.5",
        "[1.100s][info][gc] GC(2) Pause Remark 5M->5M(8M) 0.250ms, 0.25",
        "[2.000s] GC(3) Pause Mark Start 0.012ms, 0.012",
        "[3.000s] GC(4) Y: Pause Mark End (Major) 0.013ms, 0.013"
    })
    void pausesAreReadWhateverTheCollector(String line, double millis) {
        assertThat(
                        QueuesCommand.longestPauseMillis(
                                List.of("[0.1s] GC(0) Pause Remark 0.001ms", line)))
                .isEqualTo(millis);
    }

    @Test
    void whatStopsNobodyIsNoPause() {
        assertThat(
                        QueuesCommand.longestPauseMillis(
                                List.of(
                                        "[0.010s] Using G1",
                                        "[0.523s] GC(0)   Evacuate Collection Set: 1.0ms",
                                        "[0.600s] GC(1) Concurrent Mark Cycle 12.345ms",
                                        "[0.700s] GC(2) Pause Young (Normal)")))
                .isZero();
    }
}
