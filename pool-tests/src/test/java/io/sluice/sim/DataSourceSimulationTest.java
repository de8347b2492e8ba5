package io.sluice.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.sim.scheduler.Trial;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Simulates a data source over a simulated driver: some seeds in each build. */
@Tag("once")
class DataSourceSimulationTest {

    private static final int SEEDS = 50;
    private static final int SEEDS_TWICE = 3;

    @Test
    void noSeedFails() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream lines = new PrintStream(out, true, StandardCharsets.UTF_8);
        boolean isGood =
                Simulate.run(Subject.DATA_SOURCE, Seeds.of(1, SEEDS), Shrinker.none(), lines);
        assertThat(isGood).as(out.toString(StandardCharsets.UTF_8)).isTrue();
    }

    @Test
    void theSameSeedGivesTheSameLog() {
        Simulate.quietly(
                () -> {
                    Simulator fresh = new Simulator(Subject.DATA_SOURCE);
                    Simulator used = new Simulator(Subject.DATA_SOURCE);
                    for (long seed = SEEDS_TWICE; seed > 0; seed--) {
                        assertThat(used.run(seed).failure()).isNull();
                    }
                    for (long seed = 1; seed <= SEEDS_TWICE; seed++) {
                        assertThat(eventsOf(used, seed))
                                .hasSizeGreaterThan(100)
                                .isEqualTo(eventsOf(fresh, seed));
                    }
                    return true;
                });
    }

    private static List<String> eventsOf(Simulator simulator, long seed) {
        return simulator.run(Trial.of(seed), /* keepsAll= */ true).log().last(Integer.MAX_VALUE);
    }
}
