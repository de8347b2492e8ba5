package io.sluice.pool.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.sim.Simulator;
import io.sluice.sim.Subject;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
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
 * these words in their name; {@code -Dsluice.mutation.seeds=N} tries fewer seeds.
 */
@Tag("weekly")
class SimulatedMutationsTest {

    private static final String ONLY = System.getProperty("sluice.mutation", "");
    private static final int SEEDS = Integer.getInteger("sluice.mutation.seeds", 10_000);

    /** So long seeds may take in which threads go round in circles. */
    private static final long MOST_NANOS = TimeUnit.MINUTES.toNanos(20);

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
        return ONLY.isEmpty() ? FOUND.contains(mutation.name()) : mutation.name().contains(ONLY);
    }

    private static Subject subjectOf(Mutation mutation) {
        return mutation.file().startsWith("pool-core/") ? Subject.POOL : Subject.DATA_SOURCE;
    }

    private void check(Mutation mutation) throws IOException {
        Path classes = compiler.compileChanged(mutation);
        try (ChangedClasses changed = new ChangedClasses(classes)) {
            Simulator simulator = new Simulator(subjectOf(mutation), changed);
            long start = System.nanoTime();
            String found = null;
            long seed = 0;
            while (found == null && seed < SEEDS && System.nanoTime() - start < MOST_NANOS) {
                found = simulator.run(++seed).failure();
            }
            System.out.println(
                    mutation.name()
                            + ": "
                            + (found == null ? "not found in " + seed + " seeds" : "seed " + seed)
                            + (found == null ? "" : ", " + found.lines().findFirst().orElse("")));
            assertThat(found).as(mutation.name()).isNotNull();
        }
    }

    /** The classes of one folder, then those of the tests. */
    private static final class ChangedClasses extends URLClassLoader {

        ChangedClasses(Path folder) throws IOException {
            super(
                    new URL[] {folder.toUri().toURL()},
                    SimulatedMutationsTest.class.getClassLoader());
        }

        @Override
        public URL getResource(String name) {
            URL changed = findResource(name);
            return changed != null ? changed : super.getResource(name);
        }
    }
}
