package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.fixture.Jcstress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
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
                    PermitRaces.class,
                    EpochRaces.class,
                    SetRaces.class);

    @Test
    void noRaceEndsInAWayThatIsForbidden() throws Exception {
        Jcstress run =
                Jcstress.run(
                        RACES.stream().map(Class::getSimpleName).collect(Collectors.joining("|")),
                        System.getProperty("java.class.path"),
                        Path.of("target", "jcstress").toAbsolutePath());

        assertThat(run.verdicts().keySet()).as("races that were run").isEqualTo(declared());
        assertThat(run.isGood()).as(run.text()).isTrue();
        assertThat(run.samples().values())
                .as("samples of each race")
                .allMatch(count -> count > 1_000);
    }

    private static Set<String> declared() {
        return RACES.stream()
                .flatMap(races -> Arrays.stream(races.getDeclaredClasses()))
                .filter(race -> race.isAnnotationPresent(JCStressTest.class))
                .map(Class::getCanonicalName)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
