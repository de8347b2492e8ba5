package io.sluice.pool.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.mutation.SimulatedMutations.ChangedClasses;
import io.sluice.sim.Seeds;
import io.sluice.sim.Simulate;
import io.sluice.sim.Simulator;
import io.sluice.sim.Subject;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Breaks a promise of the pool's waiting, permits and leases, and simulates the pool until a seed
 * fails: some that are found soon in each build, more in the weekly tests. The whole list is that
 * of {@code mutations/simulate}.
 */
@Tag("once")
class SimulatedMutationsTest {

    private static final int SEEDS_IN_A_BUILD = 40;
    private static final int SEEDS = 10_000;

    /** Each takes a second or two. */
    private static final List<String> FOUND_SOON =
            List.of(
                    "the serial does not grow",
                    "an idle holder is marked and stays available",
                    "a leaving waiter does not clear its name");

    /** Those that simulation was seen to find. */
    private static final List<String> FOUND =
            List.of(
                    "the serial does not grow",
                    "a release does not check whether the lease is its own",
                    "a home is taken without a check whether it is available",
                    "a home is taken with the last lease's stamp, in use or not",
                    "an idle holder is marked and stays available",
                    "a doomed holder becomes available",
                    "the lease of a doomed holder has no end",
                    "a late release ends whatever lease there is",
                    "cleaning takes a holder that was released meanwhile",
                    "a leaving waiter does not clear its name",
                    "a leaving waiter does not look for the others",
                    "naming a waiter does not check that it is live",
                    "a woken waiter parks without looking again",
                    "an entitled waiter is not woken for what was published",
                    "a hand-over does not ask whether the waiter is there still",
                    "a holder found beside one handed over is kept");

    /** Kept here, since a logger that nothing refers to forgets its level. */
    private static final Logger LOGGER = Logger.getLogger("io.sluice");

    private static @Nullable Level level;

    /** What broken pools say of their troubles is nothing new. */
    @BeforeAll
    static void logNothing() {
        level = LOGGER.getLevel();
        LOGGER.setLevel(Level.OFF);
    }

    @AfterAll
    static void logAgain() {
        LOGGER.setLevel(level);
    }

    private final ModuleCompiler compiler =
            new ModuleCompiler(Path.of("target", "simulated-mutations-test").toAbsolutePath());

    @TestFactory
    Stream<DynamicTest> someAreFoundInEachBuild() {
        return tests(FOUND_SOON, SEEDS_IN_A_BUILD);
    }

    @TestFactory
    @Tag("weekly")
    Stream<DynamicTest> moreAreFoundWeekly() {
        return tests(FOUND, SEEDS);
    }

    private Stream<DynamicTest> tests(List<String> names, int seeds) {
        assertThat(Mutations.ALL).extracting(Mutation::name).containsAll(names);
        return Mutations.ALL.stream()
                .filter(mutation -> names.contains(mutation.name()))
                .map(
                        mutation ->
                                DynamicTest.dynamicTest(
                                        mutation.name(), () -> check(mutation, seeds)));
    }

    private void check(Mutation mutation, int seeds) throws IOException {
        try (ChangedClasses changed = new ChangedClasses(compiler.compileChanged(mutation))) {
            Simulator simulator = new Simulator(Subject.POOL, changed);
            String failure = null;
            int seed = 0;
            while (failure == null && seed < seeds) {
                failure = simulator.run(++seed).failure();
            }
            assertThat(failure).as("in " + seeds + " seeds").isNotNull();
        }
    }

    /** Otherwise one change is found by what another has broken. */
    @Test
    void whatAnEarlierProcessHasChangedIsAsItWas(@TempDir Path work) throws IOException {
        Path left = Files.createDirectories(work.resolve("0-changed/classes/io/sluice/pool"));
        Files.createFile(left.resolve("PoolConfig.class"));
        Path classes = new ModuleCompiler(work).compileChanged(named(FOUND_SOON.get(0)));
        assertThat(classes.resolve("io/sluice/pool/PoolConfig.class")).doesNotExist();
    }

    /** The list of {@code mutations/simulate} runs only seeds that come to the change. */
    @Test
    void aSeedThatFailsComesToTheChange() throws IOException {
        int seeds = 10;
        ReachedLines reached = ReachedLines.of(Subject.POOL, seeds);
        Mutation mutation = named("the lease of a doomed holder has no end");
        String source = Files.readString(Path.of("..").resolve(mutation.file()));
        int failing = 0;
        try (ChangedClasses changed = new ChangedClasses(compiler.compileChanged(mutation))) {
            Simulator simulator = new Simulator(Subject.POOL, changed);
            for (int seed = 1; seed <= seeds; seed++) {
                if (simulator.run(seed).failure() != null) {
                    failing++;
                    assertThat(reached.seedsFor(mutation, source).get(seed)).isTrue();
                }
            }
        }
        assertThat(failing).isPositive();
        assertThat(reached.seedsFor(mutation, source).cardinality()).isLessThan(seeds);
        assertThat(reached.runs(named("two pools on one MySQL server are joined"))).isFalse();
    }

    @Test
    void aFailureInOneOfSeveralProcessesIsReported() throws Exception {
        Path classes = compiler.compileChanged(named("the serial does not grow"));
        String before = System.getProperty("java.class.path");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            System.setProperty("java.class.path", classes + File.pathSeparator + before);
            boolean isGood =
                    Simulate.run(
                            Subject.POOL,
                            Seeds.of(1, 40),
                            /* shrinks= */ false,
                            2,
                            new PrintStream(out, true, StandardCharsets.UTF_8));
            assertThat(isGood).isFalse();
        } finally {
            System.setProperty("java.class.path", before);
        }
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("Replay: perf/run simulate --seed ");
    }

    private static Mutation named(String name) {
        return Mutations.ALL.stream()
                .filter(mutation -> mutation.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
