package io.sluice.perf.study.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.command.Progress;
import io.sluice.perf.fork.BesideOtherJmh;
import io.sluice.perf.fork.Turn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(BesideOtherJmh.class)
class WakeForksTest {

    @Test
    void forkHasTheTimeAndTheCpuOfARequest() {
        HousekeepingPlan plan = HousekeepingPlanTest.plan(1, HousekeepingRow.WAKE_8);
        try (Progress progress = Progress.start("test", 1)) {
            WakeFork fork =
                    new WakeForks(plan, false, progress)
                            .run(new Turn<>(HousekeepingRow.WAKE_8, Background.SIGNAL_SHARED, 1));

            assertThat(fork.nanos()).isPositive().isFinite();
            assertThat(fork.cpuNanos()).isNotNegative();
        }
    }
}
