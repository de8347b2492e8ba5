package io.sluice.perf.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.fork.Iterations;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class QueueForksTest {

    private static final String IGNORE_LOCK = "jmh.ignoreLock";

    /** JMH wants to be alone on a machine, for its figures; nobody reads these. */
    @BeforeAll
    static void mindNoOther() {
        System.setProperty(IGNORE_LOCK, "true");
    }

    @AfterAll
    static void mindOthers() {
        System.clearProperty(IGNORE_LOCK);
    }

    @Test
    void everyForkHasItsFigures() throws InterruptedException {
        QueuePlan plan =
                new QueuePlan(
                        QueueRow.all(List.of(2), List.of(10)),
                        List.of(Structure.SLUICE, Structure.LINKED_QUEUE),
                        1,
                        new Iterations(1, 1, Duration.ofMillis(50)),
                        List.of());

        assertThat(new QueueForks(plan, false).run())
                .hasSize(2)
                .allSatisfy(
                        fork -> {
                            assertThat(fork.perSecond()).isPositive();
                            assertThat(fork.collections()).isNotNegative();
                        })
                .last()
                .satisfies(fork -> assertThat(fork.bytesPerTake()).isPositive());
    }
}
