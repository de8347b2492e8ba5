package io.sluice.perf.study.safepoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SafepointLogTest {

    @Test
    void logsOfJdk11AreRead() {
        assertThat(
                        new SafepointLog()
                                .read(
                                        """
                                [0.090s][info][safepoint] Application time: 0.0110020 seconds
                                [0.090s][info][safepoint] Entering safepoint region: RevokeBias
                                [0.091s][info][safepoint] Leaving safepoint region
                                [0.091s][info][safepoint] Total time for which application threads were stopped: 0.0000725 seconds, Stopping threads took: 0.0000142 seconds
                                [0.099s][info][safepoint] Entering safepoint region: G1CollectForAllocation
                                [0.100s][info][gc       ] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 1.203ms
                                [0.100s][info][safepoint] Total time for which application threads were stopped: 0.0012031 seconds, Stopping threads took: 0.0000011 seconds
                                """
                                                .lines())
                                .stops())
                .containsExactly(
                        new SafepointLog.Stop("RevokeBias", 0, 14_200, 72_500),
                        new SafepointLog.Stop("G1CollectForAllocation", 0, 1_100, 1_203_100));
    }

    @Test
    void logsOfJdk17AreRead() {
        assertThat(
                        new SafepointLog()
                                .read(
                                        """
                                [0.085s][info][safepoint] Safepoint "ICBufferFull", Time since last: 20043100 ns, Reaching safepoint: 1200 ns, Cleanup: 35000 ns, At safepoint: 900 ns, Total: 37100 ns
                                [0.085s][debug][safepoint] Safepoint synchronization complete
                                """
                                                .lines())
                                .stops())
                .containsExactly(new SafepointLog.Stop("ICBufferFull", 0, 1_200, 37_100));
    }

    @Test
    void logsOfJdk25AreReadWhateverElseTheyTell() {
        assertThat(
                        new SafepointLog()
                                .read(
                                        """
                                [2026-11-22T04:00:00.000+0000][1.5s] Safepoint "G1PauseRemark", Time since last: 31 ns, Reaching safepoint:   41 ns, At safepoint:  59 ns, Leaving safepoint: 26 ns, Total: 126 ns, Threads: 0 runnable, 12 total
                                """
                                                .lines())
                                .stops())
                .containsExactly(new SafepointLog.Stop("G1PauseRemark", 0, 41, 126));
    }

    @Test
    void stopThatBeganBeforeTheLogIsKeptWithoutAName() {
        assertThat(
                        new SafepointLog()
                                .read(
                                        Stream.of(
                                                "Total time for which application threads were stopped:"
                                                        + " 0.5 seconds, Stopping threads took: 0.1"
                                                        + " seconds"))
                                .stops())
                .containsExactly(new SafepointLog.Stop("(unknown)", 0, 100_000_000, 500_000_000));
    }

    @Test
    void handshakesAreNoStops() {
        SafepointLog log =
                new SafepointLog()
                        .read(
                                """
                        [1.2s][info][handshake] Handshake "RevokeOneBias", Targeted threads: 1, Executed by requesting thread: 1, Total completion time: 1234 ns
                        [1.3s][info][handshake] Handshake "Deoptimize", Targeted threads: 12, Executed by requesting thread: 9, Total completion time: 56789 ns, extra
                        """
                                        .lines());

        assertThat(log.stops()).isEmpty();
        assertThat(log.handshakes())
                .containsExactly(
                        new SafepointLog.Stop("RevokeOneBias", 1, 0, 1234),
                        new SafepointLog.Stop("Deoptimize", 12, 0, 56_789));
    }
}
