package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.handle.HandleRaces;
import io.sluice.pool.fixture.Jcstress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jcstress.annotations.JCStressTest;

/**
 * Runs the races. In every build each is run for a moment; {@code -Dsluice.deep=true} runs it in
 * all modes of the compilers for as long as jcstress thinks right. The reports are in folders
 * beside {@code target/jcstress-150}. No other test runs beside it: two threads race only where
 * each has a processor.
 */
@Tag("alone")
@Tag("races")
class MemoryModelIT {

    private static final List<Class<?>> RACES =
            List.of(
                    StateWordRaces.class,
                    WaiterRaces.class,
                    AsyncRaces.class,
                    ForceRaces.class,
                    PermitRaces.class,
                    EpochRaces.class,
                    SetRaces.class,
                    SuspensionRaces.class,
                    BranchGateRaces.class,
                    EndRaces.class,
                    HandleRaces.class);

    private static final int OFTEN_ENOUGH = 1_000;

    /**
     * For how long a race is run, in milliseconds; longer if it hardly happened in so short a time,
     * on a machine that had other work.
     */
    private static final int[] LENGTHS = {150, 1_000, 5_000};

    @Test
    void noRaceEndsInAWayThatIsForbidden() throws Exception {
        Set<String> races = declared();
        for (int length : LENGTHS) {
            Jcstress run = run(names(races), "jcstress-" + length, length);
            assertThat(run.verdicts().keySet()).as("races that were run").containsAll(races);
            assertThat(run.isGood()).as(run.text()).isTrue();
            races = new TreeSet<>(races);
            races.retainAll(run.seldomerThan(OFTEN_ENOUGH));
            if (races.isEmpty()) {
                return;
            }
        }
        assertThat(races).as("races that hardly happened").isEmpty();
    }

    /** A pattern of these names, of which some may be a part of others. */
    private static String names(Set<String> names) {
        return names.stream().map(Pattern::quote).collect(Collectors.joining("|"));
    }

    private static Jcstress run(String races, String folder, int millis) throws Exception {
        return Jcstress.run(
                races,
                System.getProperty("java.class.path"),
                Path.of("target", folder).toAbsolutePath(),
                millis);
    }

    private static Set<String> declared() {
        return RACES.stream()
                .flatMap(races -> Arrays.stream(races.getDeclaredClasses()))
                .filter(race -> race.isAnnotationPresent(JCStressTest.class))
                .map(Class::getCanonicalName)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
