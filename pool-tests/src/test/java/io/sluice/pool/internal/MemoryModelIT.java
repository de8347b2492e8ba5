package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.fixture.Jcstress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jcstress.annotations.JCStressTest;

/**
 * Runs the races. In every build each is run for a moment; {@code -Dsluice.deep=true} runs it in
 * all modes of the compilers for as long as jcstress thinks right. The reports are in {@code
 * target/jcstress}.
 */
class MemoryModelIT {

    private static final List<Class<?>> RACES =
            List.of(
                    StateWordRaces.class,
                    WaiterRaces.class,
                    ForceRaces.class,
                    PermitRaces.class,
                    EpochRaces.class,
                    SetRaces.class,
                    SuspensionRaces.class,
                    GateRaces.class,
                    EndRaces.class);

    private static final int OFTEN_ENOUGH = 1_000;

    @Test
    void noRaceEndsInAWayThatIsForbidden() throws Exception {
        Jcstress all = run(names(RACES.stream().map(Class::getSimpleName)), "jcstress", 150);

        assertThat(all.verdicts().keySet()).as("races that were run").isEqualTo(declared());
        assertThat(all.isGood()).as(all.text()).isTrue();
        Set<String> seldom = all.seldomerThan(OFTEN_ENOUGH);
        if (!seldom.isEmpty()) { // a moment was too short, on a machine that had other work
            Jcstress longer = run(names(seldom.stream()), "jcstress-longer", 5_000);
            assertThat(longer.verdicts().keySet()).containsAll(seldom);
            assertThat(longer.isGood()).as(longer.text()).isTrue();
            assertThat(longer.seldomerThan(OFTEN_ENOUGH))
                    .as("races that hardly happened: " + longer.samples())
                    .doesNotContainAnyElementsOf(seldom);
        }
    }

    /** A pattern of these names, of which some may be a part of others. */
    private static String names(Stream<String> names) {
        return names.map(Pattern::quote).collect(Collectors.joining("|"));
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
