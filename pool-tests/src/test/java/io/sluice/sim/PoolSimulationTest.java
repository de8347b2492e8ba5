package io.sluice.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.sim.scheduler.Outcome;
import io.sluice.sim.scheduler.Trial;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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
        boolean isGood = Simulate.run(Subject.POOL, Seeds.of(1, SEEDS), Shrinker.none(), lines);
        assertThat(isGood).as(out.toString(StandardCharsets.UTF_8)).isTrue();
    }

    @Test
    void nothingThatThePoolDoesIsNotSimulated() {
        assertThat(new Simulator(Subject.POOL).refused()).isEmpty();
    }

    /** Also if the one run is the first of its classes, and the other is not. */
    @Test
    void theSameSeedGivesTheSameLog() {
        Simulate.quietly(
                () -> {
                    Simulator fresh = new Simulator(Subject.POOL);
                    Simulator used = new Simulator(Subject.POOL);
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

    /** What a part does depends on the seed alone, so that a failure may stay without others. */
    @Test
    void withoutAPartTheOthersAreTheSame() {
        Simulate.quietly(
                () -> {
                    Simulator simulator = new Simulator(Subject.POOL);
                    Outcome whole = simulator.run(1);
                    assertThat(whole.parts()).contains("user-1", "user-2", "operator");
                    Set<String> parts = new LinkedHashSet<>(whole.parts());
                    parts.removeIf(part -> part.startsWith("user-2"));
                    Outcome less = simulator.run(new Trial(1, 1, parts));
                    assertThat(less.failure()).isNull();
                    assertThat(less.parts()).containsExactlyInAnyOrderElementsOf(parts);
                    assertThat(less.log().notes(Integer.MAX_VALUE))
                            .noneMatch(note -> note.contains("user-2"))
                            .anyMatch(note -> note.contains("user-1 ends"));
                    return true;
                });
    }

    private static List<String> eventsOf(Simulator simulator, long seed) {
        return simulator.run(Trial.of(seed), /* keepsAll= */ true).log().last(Integer.MAX_VALUE);
    }
}
