package io.sluice.perf.study.contention;

import io.sluice.perf.fork.FlightRecording;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/** Collects waits, and adds up those of the same kind with the same stack. Not thread-safe. */
final class WaitStacks {

    /** The events that JFR has to record. */
    static final List<String> EVENTS =
            List.of(
                    FlightRecording.MONITOR_ENTER,
                    FlightRecording.MONITOR_WAIT,
                    FlightRecording.PARK,
                    FlightRecording.LOSS);

    /** Names that the virtual machine makes; they end in another number each time. */
    private static final Pattern MADE = Pattern.compile("(\\$\\$Lambda|LambdaForm\\$\\w+).*");

    private record Key(WaitKind kind, String lock, List<String> frames) {}

    private final Map<Key, WaitStack> stacks = new LinkedHashMap<>();
    private long lostBytes;

    /** Returns the waits of several turns. */
    static WaitStacks of(List<ContentionTurn> turns) {
        WaitStacks all = new WaitStacks();
        turns.forEach(turn -> turn.stacks().forEach(all::add));
        return all;
    }

    /** Adds the events of a recording. */
    void add(FlightRecording recording) throws IOException {
        recording.forEach(this::add);
    }

    private void add(RecordedEvent event) {
        String type = event.getEventType().getName();
        if (type.equals(FlightRecording.LOSS)) {
            lostBytes += event.getLong("amount");
            return;
        }
        WaitStack stack =
                WaitStack.of(
                        type,
                        waitedAt(event),
                        frames(event.getStackTrace()),
                        event.getDuration().toNanos());
        if (stack != null) {
            add(stack);
        }
    }

    /** Adds waits. */
    void add(WaitStack stack) {
        stacks.merge(new Key(stack.kind(), stack.lock(), stack.frames()), stack, WaitStack::plus);
    }

    /** Returns all there are, each stack once. */
    Collection<WaitStack> all() {
        return stacks.values();
    }

    /** Returns how many bytes of events JFR could not write. */
    long lostBytes() {
        return lostBytes;
    }

    private static @Nullable String waitedAt(RecordedEvent event) {
        RecordedClass type =
                event.getClass(event.hasField("parkedClass") ? "parkedClass" : "monitorClass");
        return type == null ? null : type.getName();
    }

    private static List<String> frames(@Nullable RecordedStackTrace stack) {
        return stack == null
                ? List.of()
                : stack.getFrames().stream().map(WaitStacks::name).toList();
    }

    private static String name(RecordedFrame frame) {
        String type = frame.getMethod().getType().getName();
        return MADE.matcher(type).replaceAll("$1") + "." + frame.getMethod().getName();
    }
}
