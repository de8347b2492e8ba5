package io.sluice.perf.study.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.fork.Iterations;
import io.sluice.perf.fork.Turn;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueuePlanTest {

    @Test
    void structuresTakeTurnsAndEachRoundBeginsWithAnother() {
        QueuePlan plan =
                new QueuePlan(
                        QueueRow.all(List.of(1), List.of(0)),
                        List.of(Structure.SLUICE, Structure.SYNC_STACK, Structure.SYNC_QUEUE),
                        2,
                        new Iterations(1, 1, Duration.ofMillis(1)),
                        List.of());

        assertThat(plan.steps())
                .extracting(Turn::contestant)
                .containsExactly(
                        Structure.SLUICE,
                        Structure.SYNC_STACK,
                        Structure.SYNC_QUEUE,
                        Structure.SYNC_STACK,
                        Structure.SYNC_QUEUE,
                        Structure.SLUICE);
    }

    @Test
    void rowsAreAllCombinations() {
        assertThat(QueueRow.all(List.of(1, 2), List.of(0, 500)))
                .extracting(QueueRow::toString)
                .containsExactly("1t-0", "2t-0", "1t-500", "2t-500");
        assertThat(new QueueRow(2, 500).title())
                .isEqualTo("2 threads on 16 resources, 500 tokens of work while holding");
    }
}
