package io.sluice.perf.study.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.peer.Peer;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("weekly")
class HeldForkTest {

    static Stream<Peer> applications() {
        return Arrays.stream(Peer.values()).filter(Peer::servesApplications);
    }

    @ParameterizedTest
    @MethodSource("applications")
    void everyPoolIsFilledAndHasItsFigures(Peer peer) throws Exception {
        Map<String, Object> figures = new HeldFork(peer, 3, 12, 1).measure();

        assertThat(figures)
                .containsOnlyKeys(
                        "bytesPerConnection",
                        "stubBytesPerConnection",
                        "threadsPerConnection",
                        "threads",
                        "threadsOfFew",
                        "bytesOfFew",
                        "bytesOfMany");
    }

    @Test
    void onlyWhatIsReachableCounts() {
        int bytes = 100_000;
        long before = HeldFork.bytes();
        Object[] kept = new Object[200];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = new byte[bytes];
        }

        double grown = HeldFork.bytes() - before;
        Reference.reachabilityFence(kept);

        assertThat(grown / kept.length).isCloseTo(bytes, Percentage.withPercentage(10));
        kept = new Object[0];
        assertThat(HeldFork.bytes() - before).isLessThan(100L * bytes);
    }

    /**
     * In a virtual machine of its own, whose heap nothing else uses. With so many connections,
     * other objects that come and go, some ten thousand bytes, are half a byte for each.
     */
    @Test
    void poolKeepsTwoObjectsForEachConnectionAndNoThread() throws Exception {
        Printed figures = ForkedJvm.run(List.of(), 0, new HeldFork(Peer.SLUICE, 1_000, 21_000, 1));

        // The holder and the connection, 356 bytes, and nothing of the creation. One more object
        // for each would be 16 bytes or more.
        assertThat(figures.get("bytesPerConnection")).isBetween(50.0, 364.0);
        assertThat(figures.get("stubBytesPerConnection")).isBetween(50.0, 2000.0);
        assertThat(figures.get("threadsPerConnection")).isBetween(-0.0025, 0.0025);
    }
}
