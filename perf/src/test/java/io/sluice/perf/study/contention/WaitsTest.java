package io.sluice.perf.study.contention;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.sluice.perf.fork.FlightRecording;
import io.sluice.perf.fork.Printed;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WaitsTest {

    private static final List<String> FRAMES =
            List.of(
                    "java.util.concurrent.locks.ReentrantLock.lock",
                    "some.Queue.take",
                    "some.Pool.acquire",
                    ContentionFork.ACQUIRE,
                    "java.lang.Thread.run");

    private static WaitStack stack(WaitKind kind, String lock, List<String> frames, long nanos) {
        return new WaitStack(kind, lock, frames, 1, nanos, nanos);
    }

    @Test
    void waitsWithTheSameStackAreAddedUp() {
        Waits stacks = new Waits();
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
                                List.of(ContentionFork.ACQUIRE, "java.lang.Thread.run"),
                                1))
                .isNull();
    }

    @Test
    void stackComesBackFromWhatTheForkPrints() throws IOException {
        WaitStack stack = new WaitStack(WaitKind.LOCK, "a.Lock", FRAMES, 2, 40, 30);
        Map<String, Object> printed =
                JSON.std.mapFrom(JSON.std.asString(Map.of("stacks", List.of(stack))));

        assertThat(new Printed(printed).list("stacks", WaitStack.class)).containsExactly(stack);
    }

    @Test
    void collapsedLineBeginsWithWhatWasWaitedForAndEndsWithTheNanoseconds() {
        assertThat(stack(WaitKind.LOCK, "a.Lock", FRAMES.subList(1, 3), 25).collapsed())
                .isEqualTo("[contended lock];some/Pool.acquire;some/Queue.take;a.Lock 25\n");
    }

    @Test
    void sumsAreByKindAndClassContentionsFirst() {
        List<String> elsewhere = List.of("some.Queue.give", ContentionFork.RELEASE);

        assertThat(
                        Waits.of(
                                        Stream.of(
                                                stack(WaitKind.CONNECTION, "a.Lock", FRAMES, 500),
                                                stack(WaitKind.MONITOR, "a.Lock", FRAMES, 20),
                                                stack(WaitKind.LOCK, "b.Lock", FRAMES, 10),
                                                stack(WaitKind.LOCK, "b.Lock", elsewhere, 30)))
                                .sums())
                .containsExactly(
                        sum(WaitKind.LOCK, "b.Lock", "some.Queue.give", 2, 40, 30),
                        sum(WaitKind.MONITOR, "a.Lock", "some.Queue.take", 1, 20, 20),
                        sum(WaitKind.CONNECTION, "a.Lock", "some.Queue.take", 1, 500, 500));
    }

    private static WaitStack sum(
            WaitKind kind, String lock, String place, long count, long nanos, long longest) {
        return new WaitStack(kind, lock, List.of(place), count, nanos, longest);
    }

    @Test
    void threadThatCannotEnterAMonitorIsRecorded() throws Exception {
        Waits stacks = new Waits();
        Monitor monitor = new Monitor();
        try (FlightRecording recording = new FlightRecording(Waits.EVENTS)) {
            recording.during(monitor::contend);
            recording.forEach(stacks::add);
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
