package io.sluice.perf.study.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.fork.BesideOtherJmh;
import io.sluice.perf.fork.Iterations;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(BesideOtherJmh.class)
class QueueForksTest {

    @Test
    void everyForkHasItsFigures() throws Exception {
        QueuePlan plan =
                new QueuePlan(
                        QueueRow.all(List.of(2), List.of(10)),
                        List.of(Structure.SLUICE, Structure.LINKED_QUEUE),
                        1,
                        new Iterations(1, 1, Duration.ofMillis(50)),
                        List.of("-Xmn4m")); // so small that it has to be collected

        assertThat(new QueueForks(plan, false).run())
                .hasSize(2)
                .allSatisfy(
                        fork -> {
                            assertThat(fork.perSecond()).isPositive();
                            assertThat(fork.collections()).isNotNegative();
                        })
                .last()
                .satisfies(
                        fork -> {
                            assertThat(fork.bytesPerTake()).isPositive();
                            assertThat(fork.pauses()).isNotEmpty();
                            assertThat(fork.longestPauseMillis()).isPositive();
                        });
    }
}
