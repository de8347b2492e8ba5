package io.sluice.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import jdk.jfr.FlightRecorder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Seeds in several processes are those of one, and a time ends them. */
@Tag("once")
class SimulateTest {

    private static final PrintStream NOWHERE =
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);

    /** Also by another compiler: what a seed does depends on the seed alone. */
    @Test
    void processesRunTheSeedsOfOneWithTheSameEvents() throws Exception {
        Seeds seeds = Seeds.of(1, 15);
        Tally apart = SimulatorProcesses.tally(Subject.POOL, seeds, false, 2, NOWHERE);
        assertThat(apart).isNotNull();
        FlightRecorder.getFlightRecorder(); // the other processes have none
        Tally together = here(seeds);
        assertThat(apart.seeds()).isEqualTo(15);
        assertThat(apart.points()).isEqualTo(together.points());
        assertThat(apart.digest())
                .isEqualTo(together.digest())
                .isNotEqualTo(here(Seeds.of(2, 15)).digest());
    }

    private static Tally here(Seeds seeds) {
        Tally[] tally = new Tally[1];
        boolean isGood =
                Simulate.quietly(
                        () -> {
                            tally[0] =
                                    Simulate.tally(Subject.POOL, seeds, Shrinker.none(), NOWHERE);
                            return tally[0] != null;
                        });
        assertThat(isGood).isTrue();
        return tally[0];
    }

    @Test
    void aTimeEndsThem() {
        assertThat(here(Seeds.during(1, Duration.ZERO)).seeds()).isZero();
    }

    @Test
    void sharesAreAllSeeds() {
        Seeds seeds = Seeds.of(10, 5);
        assertThat(seeds.share(0, 2)).isEqualTo(new Seeds(10, 2, 3, seeds.most()));
        assertThat(seeds.share(1, 2)).isEqualTo(new Seeds(11, 2, 2, seeds.most()));
    }
}
