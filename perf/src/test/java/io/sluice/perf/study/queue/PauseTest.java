package io.sluice.perf.study.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PauseTest {

    @Test
    void pausesAreReadWhateverTheCollector() {
        assertThat(
                        Pause.in(
                                Stream.of(
                                        "[0.523s] GC(0) Pause Young (Normal) (G1 Evacuation Pause)"
                                                + " 24M->1M(1024M) 1.234ms",
                                        "[1.000s] GC(1) Pause Full (System.gc()) 2M->1M(8M) 12.5ms",
                                        "[1.100s][info][gc] GC(2) Pause Remark 5M->5M(8M) 0.250ms",
                                        "[2.000s] GC(3) Pause Mark Start 0.012ms",
                                        "[3.000s] GC(4) Y: Pause Mark End (Major) 0.013ms")))
                .containsExactly(
                        new Pause(0.523, "Pause Young (Normal) (G1 Evacuation Pause)", 1.234),
                        new Pause(1, "Pause Full (System.gc())", 12.5),
                        new Pause(1.1, "Pause Remark", 0.25),
                        new Pause(2, "Pause Mark Start", 0.012),
                        new Pause(3, "Pause Mark End (Major)", 0.013));
    }

    @Test
    void whatStopsNobodyIsNoPause() {
        assertThat(
                        Pause.in(
                                Stream.of(
                                        "[0.010s] Using G1",
                                        "[0.523s] GC(0)   Evacuate Collection Set: 1.0ms",
                                        "[0.600s] GC(1) Concurrent Mark Cycle 12.345ms",
                                        "[0.700s] GC(2) Pause Young (Normal)")))
                .isEmpty();
    }
}
