package io.sluice.perf.study.contention;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.fork.FlightRecording;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitStacksTest {

    private static final List<String> FRAMES =
            List.of(
                    "java.util.concurrent.locks.ReentrantLock.lock",
                    "some.Queue.take",
                    "some.Pool.acquire",
                    Workload.ACQUIRE,
                    "java.lang.Thread.run");

    private static WaitStack stack(WaitKind kind, String lock, List<String> frames, long nanos) {
        return new WaitStack(kind, lock, frames, 1, nanos, nanos);
    }

    @Test
    void waitsWithTheSameStackAreAddedUp() {
        WaitStacks stacks = new WaitStacks();
        stacks.add(stack(WaitKind.LOCK, "a.Lock", FRAMES, 10));
        stacks.add(stack(WaitKind.LOCK, "a.Lock", FRAMES, 30));
        stacks.add(stack(WaitKind.LOCK, "b.Lock", FRAMES, 5));

        assertThat(stacks.all())
                .containsExactly(
                        new WaitStack(WaitKind.LOCK, "a.Lock", FRAMES, 2, 40, 30),
                        new WaitStack(WaitKind.LOCK, "b.Lock", FRAMES, 1, 5, 5));
    }

    @Test
    void placeIsTheInnermostMethodOfThePool() {
        assertThat(stack(WaitKind.LOCK, "a.Lock", FRAMES, 10).place()).isEqualTo("some.Queue.take");
    }

    @Test
    void waitsInWhichNoPoolIsInvolvedAreNotCounted() {
        assertThat(
                        WaitStack.of(
                                FlightRecording.MONITOR_ENTER,
                                "java.lang.Object",
                                List.of("jdk.jfr.internal.PlatformRecorder.periodicTask"),
                                1))
                .isNull();
        assertThat(
                        WaitStack.of(
                                FlightRecording.MONITOR_ENTER,
                                "java.lang.Object",
                                List.of(Workload.ACQUIRE, "java.lang.Thread.run"),
                                1))
                .isNull();
    }

    @Test
    void stackComesBackFromWhatTheForkPrints() {
        WaitStack stack = new WaitStack(WaitKind.LOCK, "a.Lock", FRAMES, 2, 40, 30);

        assertThat(WaitStack.of(stack.toMap())).isEqualTo(stack);
    }

    @Test
    void sumsAreByKindAndClassContentionsFirst() {
        List<String> elsewhere = List.of("some.Queue.give", Workload.RELEASE);

        assertThat(
                        LockSum.of(
                                List.of(
                                        stack(WaitKind.CONNECTION, "a.Lock", FRAMES, 500),
                                        stack(WaitKind.MONITOR, "a.Lock", FRAMES, 20),
                                        stack(WaitKind.LOCK, "b.Lock", FRAMES, 10),
                                        stack(WaitKind.LOCK, "b.Lock", elsewhere, 30))))
                .containsExactly(
                        new LockSum(WaitKind.LOCK, "b.Lock", "some.Queue.give", 2, 40, 30),
                        new LockSum(WaitKind.MONITOR, "a.Lock", "some.Queue.take", 1, 20, 20),
                        new LockSum(WaitKind.CONNECTION, "a.Lock", "some.Queue.take", 1, 500, 500));
    }

    @Test
    void threadThatCannotEnterAMonitorIsRecorded() throws Exception {
        WaitStacks stacks = new WaitStacks();
        Monitor monitor = new Monitor();
        try (FlightRecording recording = new FlightRecording(WaitStacks.EVENTS)) {
            recording.during(monitor::contend);
            stacks.add(recording);
        }

        assertThat(stacks.all())
                .anySatisfy(
                        stack -> {
                            assertThat(stack.kind()).isSameAs(WaitKind.MONITOR);
                            assertThat(stack.lock()).isEqualTo(Monitor.class.getName());
                            assertThat(stack.count()).isEqualTo(1);
                            assertThat(stack.nanos()).isPositive();
                        });
        assertThat(stacks.lostBytes()).isZero();
    }
}
