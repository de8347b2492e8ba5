package io.sluice.pool.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.sim.Simulator;
import io.sluice.sim.Subject;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Takes mends of known defects out, and simulates what is broken then: the burst, the full heap,
 * global transactions.
 */
@Tag("weekly")
class SimulatedDefectsTest {

    private static final int SEEDS = 300;

    private final ModuleCompiler compiler =
            new ModuleCompiler(Path.of("target", "simulated-defects").toAbsolutePath());

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    BURST | late creators create resources that no thread waits for any more
                    BURST | a burst is served by creations one after the other
                    BURST | a failed look at the queue is the last one
                    FULL_HEAP | a permit is lost where there is no memory for an attempt
                    FULL_HEAP | a holder is lost where there is no memory to discard it
                    STACK | a lease stays whose close finds the end of the stack
                    TRANSACTIONS | a connection that works is closed over what was prepared
                    TRANSACTIONS | a connection is closed over what is about to be committed
                    TRANSACTIONS | a branch is ended beside the calls inside it
                    TRANSACTIONS | a late statement passes after the branch was rolled back
                    """)
    void isFoundAgain(Subject subject, String name) throws IOException {
        Mutation mutation =
                Mutations.ALL.stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        Path classes = compiler.compileChanged(mutation);
        try (ChangedClasses changed = new ChangedClasses(classes)) {
            Simulator simulator = new Simulator(subject, changed);
            String found = null;
            for (long seed = 1; found == null && seed <= SEEDS; seed++) {
                found = simulator.run(seed).failure();
            }
            assertThat(found).isNotNull();
        }
    }

    /** The classes of one folder, then those of the tests. */
    private static final class ChangedClasses extends URLClassLoader {

        ChangedClasses(Path folder) throws IOException {
            super(new URL[] {folder.toUri().toURL()}, SimulatedDefectsTest.class.getClassLoader());
        }

        @Override
        public URL getResource(String name) {
            URL changed = findResource(name);
            return changed != null ? changed : super.getResource(name);
        }
    }
}
