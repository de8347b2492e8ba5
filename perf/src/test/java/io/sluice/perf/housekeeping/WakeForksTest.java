package io.sluice.perf.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.command.Progress;
import io.sluice.perf.fork.Turn;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WakeForksTest {

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
