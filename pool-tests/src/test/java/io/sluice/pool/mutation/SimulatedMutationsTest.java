package io.sluice.pool.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.sim.Simulate;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Breaks a promise of the pool's waiting, permits and leases, and simulates the pool until a seed
 * fails. {@code -Dsluice.mutation=words} takes the mutations of the whole list alone that have
 * these words in their name.
 */
@Tag("weekly")
class SimulatedMutationsTest {

    private static final String ONLY = System.getProperty("sluice.mutation", "");
    private static final int SEEDS = 10_000;

    /** So long seeds may take in which threads go round in circles. */
    private static final int MOST_MINUTES = 20;

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

    private final ModuleCompiler compiler =
            new ModuleCompiler(Path.of("target", "simulated-mutations").toAbsolutePath());

    @TestFactory
    Stream<DynamicTest> simulationFinds() {
        return Mutations.ALL.stream()
                .filter(SimulatedMutationsTest::isWanted)
                .map(mutation -> DynamicTest.dynamicTest(mutation.name(), () -> check(mutation)));
    }

    private static boolean isWanted(Mutation mutation) {
        return ONLY.isEmpty()
                ? FOUND.contains(mutation.name())
                : mutation.file().startsWith("pool-core/") && mutation.name().contains(ONLY);
    }

    private void check(Mutation mutation) throws IOException, InterruptedException {
        Path classes = compiler.compile(mutation, /* broken= */ true);
        Path output = classes.resolveSibling("output.txt");
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                classes + File.pathSeparator + ModuleCompiler.classPath(),
                                Simulate.class.getName(),
                                "1",
                                Integer.toString(SEEDS))
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        boolean isOver = process.waitFor(MOST_MINUTES, TimeUnit.MINUTES);
        process.destroyForcibly();
        List<String> lines = Files.readAllLines(output);
        System.out.println(
                mutation.name()
                        + ": "
                        + lines.stream()
                                .filter(line -> line.startsWith("Seed "))
                                .findFirst()
                                .orElse("not found"));
        assertThat(isOver).as(mutation.name() + ": an end of the simulation").isTrue();
        assertThat(lines).as(mutation.name()).anyMatch(line -> line.startsWith("Seed "));
    }
}
