package io.sluice.perf.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ArrivalsTest {

    private static final Duration LIMIT = Duration.ofMillis(250);

    private final Arrivals arrivals = new Arrivals(Duration.ofSeconds(2), LIMIT);

    /** Lets a hundred requests arrive in a step of a tenth of a second. */
    private void step(int number, int good) {
        long at = TimeUnit.MILLISECONDS.toNanos(100L * number);
        for (int i = 0; i < 100; i++) {
            arrivals.arrived(at + i);
            arrivals.served(at + i, LIMIT.toNanos() + (i < good ? 0 : 1));
        }
    }

    @Test
    void requestIsGoodWithinTheLimit() {
        for (int number = 0; number < 20; number++) {
            step(number, 75);
        }
        arrivals.refused();
        arrivals.withoutThread();

        assertThat(arrivals.figures(1500))
                .contains(
                        entry("arrivedPerSecond", 1000.0),
                        entry("goodPerSecond", 750.0),
                        entry("goodOfReference", 0.5),
                        entry("refused", 1L),
                        entry("withoutThread", 1L))
                .containsKeys("serviceMicrosP50", "serviceMicrosP99", "serviceMicrosP999");
    }

    @Test
    void requestsAreServedAgainFromTheFirstOfFiveGoodSteps() {
        step(0, 10);
        step(1, 95);
        step(2, 94);
        for (int number = 3; number < 8; number++) {
            step(number, 95);
        }

        assertThat(arrivals.backMillis()).isEqualTo(300);
    }

    @Test
    void withoutFiveGoodStepsTheWholePhaseHasPassed() {
        for (int number = 0; number < 20; number++) {
            step(number, number % 5 == 0 ? 94 : 100);
        }

        assertThat(arrivals.backMillis()).isEqualTo(2000);
    }
}
