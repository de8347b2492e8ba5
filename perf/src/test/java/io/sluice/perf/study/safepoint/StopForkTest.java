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
        Map<String, Object> figures = StopFork.measure(new StopFork.Order(peer, 2, 1, 30));

        assertThat(figures).containsOnlyKeys("leasesPerSecond", "flags");
        assertThat((Double) figures.get("leasesPerSecond")).isNotNegative();
    }

    @Test
    void flagsThatTheVirtualMachineDoesNotKnowAreLeftOut() {
        assertThat(JvmFlags.value("UseG1GC")).isNotEmpty();
        assertThat(JvmFlags.value("UseNothing")).isEmpty();
        assertThat(JvmFlags.value(JvmFlags.BIASED).isEmpty())
                .isEqualTo(Runtime.version().feature() >= 18);
        assertThat(JvmFlags.shown()).containsOnlyKeys(JvmFlags.SHOWN);
        assertThat(JvmFlags.shown().get("collectors")).isNotEmpty();
    }
}
