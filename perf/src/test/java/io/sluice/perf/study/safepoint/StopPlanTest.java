package io.sluice.perf.study.safepoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.fork.Turn;
import io.sluice.perf.peer.Peer;
import java.util.List;
import org.junit.jupiter.api.Test;

class StopPlanTest {

    static final Variant PLAIN = new Variant(List.of());
    static final Variant SERIAL = new Variant(List.of("-XX:+UseSerialGC"));

    static StopPlan plan(int forks, int threads) {
        return new StopPlan(
                List.of(Peer.SLUICE, Peer.BITRONIX),
                List.of(PLAIN, SERIAL),
                forks,
                threads,
                100,
                List.of("-Xss1m"));
    }

    @Test
    void variantsTakeTurnsAndEachRoundBeginsWithAnother() {
        assertThat(plan(2, 8).steps())
                .containsExactly(
                        new Turn<>(Peer.SLUICE, PLAIN, 1),
                        new Turn<>(Peer.SLUICE, SERIAL, 1),
                        new Turn<>(Peer.BITRONIX, PLAIN, 1),
                        new Turn<>(Peer.BITRONIX, SERIAL, 1),
                        new Turn<>(Peer.SLUICE, SERIAL, 2),
                        new Turn<>(Peer.SLUICE, PLAIN, 2),
                        new Turn<>(Peer.BITRONIX, SERIAL, 2),
                        new Turn<>(Peer.BITRONIX, PLAIN, 2));
    }

    @Test
    void threadsShareHalfAsManyConnections() {
        assertThat(plan(1, 8).connections()).isEqualTo(4);
        assertThat(plan(1, 1).connections()).isEqualTo(1);
    }

    @Test
    void flagsOfAllComeBeforeThoseOfTheVariant() {
        assertThat(plan(1, 8).flags(SERIAL)).endsWith("-Xss1m", "-XX:+UseSerialGC");
    }
}
