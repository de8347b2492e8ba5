package io.sluice.pool.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LatenessTest {

    private static Lateness ofMillis(LongStream millis) {
        return Lateness.of(millis.map(each -> each * 1_000_000).toArray(), 0);
    }

    @Test
    void tenOfTenThousandAreLaterThanTheThousandth() {
        Lateness lateness = ofMillis(LongStream.rangeClosed(1, LatenessProbe.ENOUGH));
        assertThat(lateness.parks()).isEqualTo(LatenessProbe.ENOUGH);
        assertThat(lateness.p999()).hasMillis(9_990);
        assertThat(lateness.most()).hasMillis(10_000);
    }

    @Test
    void aThreadThatHasNotParkedIsNotLate() {
        assertThat(ofMillis(LongStream.empty()))
                .isEqualTo(new Lateness(0, Duration.ZERO, Duration.ZERO, 0));
    }

    @Test
    void oneThreadThatIsLateShowsThatTheMachineStoodStill() {
        Duration granted = Duration.ofMillis(50);
        assertThat(ofMillis(LongStream.of(1, 2, 25)).stalled(granted)).isFalse();
        assertThat(ofMillis(LongStream.of(1, 2, 26)).stalled(granted)).isTrue();
    }

    @Test
    void theProbeWaitsUntilThereIsEnoughToTell() throws InterruptedException {
        try (LatenessProbe probe = LatenessProbe.start(200, Duration.ofMillis(1))) {
            probe.awaitEnough();
            assertThat(probe.lateness().parks()).isGreaterThanOrEqualTo(LatenessProbe.ENOUGH);
            assertThat(probe.lateness().p999()).isLessThanOrEqualTo(probe.lateness().most());
        }
    }
}
