package io.sluice.perf.study.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.command.Progress;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Iterations;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.peer.Peer;
import java.lang.ref.Reference;
import java.time.Duration;
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
        Map<String, Object> figures = HeldFork.measure(peer, 3, 12, 1);

        assertThat(figures)
                .containsOnlyKeys(
                        "connectionBytes", "fewBytes", "manyBytes", "fewThreads", "manyThreads");
    }

    @Test
    void onlyWhatIsReachableCounts() {
        int bytes = 100_000;
        long before = HeldHeap.bytes();
        Object[] kept = new Object[200];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = new byte[bytes];
        }

        double grown = HeldHeap.bytes() - before;
        Reference.reachabilityFence(kept);

        assertThat(grown / kept.length).isCloseTo(bytes, Percentage.withPercentage(10));
        kept = new Object[0];
        assertThat(HeldHeap.bytes() - before).isLessThan(100L * bytes);
    }

    /**
     * In a virtual machine of its own, whose heap nothing else uses. With so many connections,
     * other objects that come and go, some ten thousand bytes, are half a byte for each.
     */
    @Test
    void poolKeepsTwoObjectsForEachConnectionAndNoThread() throws Exception {
        int few = 1_000;
        int many = 21_000;

        Printed figures =
                ForkedJvm.run(
                        "the fork of Sluice",
                        List.of(),
                        HeldFork.class,
                        HeldFork.args(Peer.SLUICE, few, many, 1),
                        Duration.ofMinutes(2));

        double bytes =
                (figures.get("manyBytes") - figures.get("fewBytes")) / (many - few)
                        - figures.get("connectionBytes");
        // The holder and the connection, 356 bytes, and nothing of the creation. One more object
        // for each would be 16 bytes or more.
        assertThat(bytes).isBetween(50.0, 364.0);
        assertThat(figures.get("manyThreads") - figures.get("fewThreads")).isBetween(-50.0, 50.0);
    }

    @Test
    void turnHasWhatItsForkMeasured() throws Exception {
        HousekeepingPlan plan =
                new HousekeepingPlan(
                        List.of(HousekeepingRow.HELD),
                        List.of(Peer.SLUICE),
                        new IdleTimes(1, 1, 1),
                        1,
                        new Iterations(1, 1, Duration.ofMillis(1)),
                        List.of());
        List<HeldTurn> turns;
        try (Progress progress = Progress.start("held", plan.size())) {
            turns = new HeldRuns(plan, progress).run();
        }

        assertThat(turns)
                .singleElement()
                .satisfies(
                        turn -> {
                            assertThat(turn.connectionBytes()).isBetween(50.0, 2000.0);
                            assertThat(turn.bytesPerConnection()).isBetween(50.0, 2000.0);
                            assertThat(turn.threadsPerConnection()).isBetween(-0.05, 0.05);
                        });
    }
}
