package io.sluice.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Simulates pools without memory or stack, bursts, lines, and growth: some seeds a build. */
@Tag("once")
class PoolTroubleSimulationTest {

    @ParameterizedTest
    @CsvSource({"FULL_HEAP, 30", "BURST, 4", "LINE, 40", "GROWTH, 120", "STACK, 60"})
    void noSeedFails(Subject subject, int seeds) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream lines = new PrintStream(out, true, StandardCharsets.UTF_8);
        boolean isGood = Simulate.run(subject, Seeds.of(1, seeds), Shrinker.none(), lines);
        assertThat(isGood).as(out.toString(StandardCharsets.UTF_8)).isTrue();
    }
}
