package io.sluice.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.sim.scheduler.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Simulates the pool as it is: some seeds in each build, more by {@code perf/run simulate}. */
@Tag("once")
class PoolSimulationTest {

    private static final int SEEDS = 150;
    private static final int SEEDS_TWICE = 5;

    @Test
    void noSeedFails() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream lines = new PrintStream(out, true, StandardCharsets.UTF_8);
        boolean isGood = Simulate.run(1, SEEDS, lines);
        assertThat(isGood).as(out.toString(StandardCharsets.UTF_8)).isTrue();
    }

    /** Also if the one run is the first of its classes, and the other is not. */
    @Test
    void theSameSeedGivesTheSameLog() {
        Simulate.quietly(
                () -> {
                    Simulator fresh = new Simulator();
                    Simulator used = new Simulator();
                    for (long seed = SEEDS_TWICE; seed > 0; seed--) {
                        Outcome ignored = used.run(seed);
                    }
                    for (long seed = 1; seed <= SEEDS_TWICE; seed++) {
                        assertThat(eventsOf(used, seed))
                                .hasSizeGreaterThan(1_000)
                                .isEqualTo(eventsOf(fresh, seed));
                    }
                    return true;
                });
    }

    private static List<String> eventsOf(Simulator simulator, long seed) {
        return simulator.run(seed, /* keepsAll= */ true).log().last(Integer.MAX_VALUE);
    }
}
