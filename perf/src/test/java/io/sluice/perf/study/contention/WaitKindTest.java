package io.sluice.perf.study.contention;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.fork.FlightRecording;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WaitKindTest {

    private static final List<String> ACQUIRING =
            List.of("some.Pool.take", ContentionFork.ACQUIRE, "java.lang.Thread.run");

    private static final List<String> RELEASING =
            List.of("some.Pool.give", ContentionFork.RELEASE, "java.lang.Thread.run");

    private static final List<String> OF_THE_POOL =
            List.of("some.Pool.tidy", "java.lang.Thread.run");

    private static @Nullable WaitKind park(@Nullable String on, List<String> frames) {
        return WaitKind.of(FlightRecording.PARK, on, frames);
    }

    @Test
    void monitorThatCannotBeEnteredIsContendedInEveryStack() {
        for (List<String> frames : List.of(ACQUIRING, RELEASING, OF_THE_POOL)) {
            assertThat(WaitKind.of(FlightRecording.MONITOR_ENTER, "some.Pool", frames))
                    .isSameAs(WaitKind.MONITOR);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.util.concurrent.locks.ReentrantLock$NonfairSync",
                "java.util.concurrent.locks.ReentrantLock$FairSync",
                "java.util.concurrent.locks.ReentrantReadWriteLock$NonfairSync",
                "java.util.concurrent.locks.StampedLock"
            })
    void lockThatCannotBeEnteredIsContendedInEveryStack(String lock) {
        for (List<String> frames : List.of(ACQUIRING, RELEASING, OF_THE_POOL)) {
            assertThat(park(lock, frames)).isSameAs(WaitKind.LOCK);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject",
                "java.util.concurrent.SynchronousQueue$TransferQueue",
                "java.util.concurrent.Semaphore$FairSync",
                "java.util.concurrent.CountDownLatch$Sync",
                "some.Pool$Synchronizer"
            })
    void acquireThatParksForNoLockWaitsForAConnection(String on) {
        assertThat(park(on, ACQUIRING)).isSameAs(WaitKind.CONNECTION);
    }

    @Test
    void acquireThatNamesNothingWaitsForAConnection() {
        assertThat(park(null, ACQUIRING)).isSameAs(WaitKind.CONNECTION);
    }

    @Test
    void acquireThatIsInAMonitorsWaitWaitsForAConnection() {
        assertThat(WaitKind.of(FlightRecording.MONITOR_WAIT, "some.Pool", ACQUIRING))
                .isSameAs(WaitKind.CONNECTION);
    }

    @Test
    void releaseThatParksForNoLockIsAPause() {
        assertThat(park(null, RELEASING)).isSameAs(WaitKind.PAUSE);
    }

    @Test
    void threadsOfThePoolMayHaveNothingToDo() {
        assertThat(park("some.Queue", OF_THE_POOL)).isNull();
        assertThat(WaitKind.of(FlightRecording.MONITOR_WAIT, "some.Queue", OF_THE_POOL)).isNull();
    }
}
