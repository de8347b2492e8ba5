package io.sluice.perf.study.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.peer.Peer;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IdleForkTest {

    static Stream<Peer> applications() {
        return Arrays.stream(Peer.values()).filter(Peer::servesApplications);
    }

    @ParameterizedTest
    @MethodSource("applications")
    void everyPoolIsFilledAndHasItsFigures(Peer peer) throws Exception {
        Map<String, Object> figures = new IdleFork(peer, 2, 1, 1, 5).measure();

        assertThat(figures)
                .containsKeys(
                        "threads",
                        "threadsStarted",
                        "threadsEnded",
                        "cpuNanosPerSecond",
                        "processCpuNanosPerSecond",
                        "kinds");
        assertThat((Integer) figures.get("connections")).isGreaterThanOrEqualTo(4);
    }

    @Test
    void threadsOfOneKindDifferInNumbersOnly() {
        assertThat(PoolThreads.kind("a 1, b")).isEqualTo("a #; b");
        assertThat(PoolThreads.kind("hikari-7:housekeeper")).isEqualTo("hikari-#:housekeeper");
        assertThat(PoolThreads.kind("Manager[token->1a|4b, name->1a]-Helper-#2"))
                .isEqualTo("Manager#-Helper-##");
    }
}
