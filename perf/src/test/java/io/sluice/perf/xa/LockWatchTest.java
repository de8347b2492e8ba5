package io.sluice.perf.xa;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class LockWatchTest {

    private static final long PARKED = Duration.ofMillis(1).toNanos();

    private static double parkedIn(String thread) throws Exception {
        LockWatch watch =
                LockWatch.during(
                        List.of("nobody."),
                        () -> {
                            Thread parking =
                                    new Thread(() -> LockSupport.parkNanos(PARKED), thread);
                            parking.start();
                            parking.join();
                        });
        return watch.get("parked");
    }

    @Test
    void theTimeThatClientsAreParkedCounts() throws Exception {
        assertThat(parkedIn(XaFork.CLIENT)).isPositive();
    }

    @Test
    void theTimeThatThreadsOfAPoolWaitForWorkDoesNotCount() throws Exception {
        assertThat(parkedIn("a timer")).isZero();
    }
}
