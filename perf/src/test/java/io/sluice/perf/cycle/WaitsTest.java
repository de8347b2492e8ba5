package io.sluice.perf.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.fork.ForkPlan;
import io.sluice.perf.fork.Iterations;
import io.sluice.perf.fork.Row;
import io.sluice.perf.fork.ThreadKind;
import io.sluice.perf.peer.Peer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitsTest {

    @Test
    void waitsAreMeasuredInRowsWithWorkAndForPoolsOnly() {
        ForkPlan plan =
                new ForkPlan(
                        List.of(Row.values()),
                        CycleCommand.Pools.ALL,
                        1,
                        new Iterations(1, 1, Duration.ofMillis(100)),
                        false,
                        false,
                        ThreadKind.PLATFORM,
                        List.of());

        assertThat(new Waits(plan, Duration.ofMillis(1)).steps())
                .allSatisfy(
                        step -> {
                            assertThat(step.row()).isIn(Row.CROWD_SHORT_WORK, Row.CROWD_LONG_WORK);
                            assertThat(step.peer().kind()).isNotEqualTo(Peer.Kind.BOUND);
                        })
                .hasSize(20);
    }
}
