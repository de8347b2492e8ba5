package io.sluice.perf.study.safepoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.peer.Peer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StopForkTest {

    @ParameterizedTest
    @EnumSource(
            value = Peer.class,
            names = {"SLUICE", "BITRONIX"})
    void loadHasARateAndTellsTheFlags(Peer peer) throws Exception {
        Map<String, Object> figures = new StopFork(peer, 2, 1, 30).measure();

        assertThat(figures).containsOnlyKeys("leasesPerSecond", "flags");
        assertThat((Double) figures.get("leasesPerSecond")).isNotNegative();
    }

    @Test
    void flagsThatTheVirtualMachineDoesNotKnowAreLeftOut() {
        assertThat(StopFork.flag("UseG1GC")).isNotEmpty();
        assertThat(StopFork.flag("UseNothing")).isEmpty();
        assertThat(StopFork.flag(StopFork.BIASED).isEmpty())
                .isEqualTo(Runtime.version().feature() >= 18);
        assertThat(StopFork.flags()).containsOnlyKeys(StopFork.SHOWN);
        assertThat(StopFork.flags().get("collectors")).isNotEmpty();
    }
}
