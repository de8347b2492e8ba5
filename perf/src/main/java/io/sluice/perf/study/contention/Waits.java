package io.sluice.perf.study.contention;

import io.sluice.perf.fork.FlightRecording;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/** Collects waits, and adds up those of the same kind with the same stack. Not thread-safe. */
final class Waits {

    /** The events that JFR has to record. */
    static final List<String> EVENTS =
            List.of(
                    FlightRecording.MONITOR_ENTER,
                    FlightRecording.MONITOR_WAIT,
                    FlightRecording.PARK,
                    FlightRecording.LOSS);

    /** Names that the virtual machine makes; they end in another number each time. */
    private static final Pattern MADE = Pattern.compile("(\\$\\$Lambda|LambdaForm\\$\\w+).*");

    private final Map<Object, WaitStack> stacks = new LinkedHashMap<>();
    private long lostBytes;

    /** Returns the waits of some stacks. */
    static Waits of(Stream<WaitStack> some) {
        Waits waits = new Waits();
        some.forEach(waits::add);
        return waits;
    }

    /** Adds an event, if it concerns the workload or the pool. */
    void add(RecordedEvent event) {
        String type = event.getEventType().getName();
        if (type.equals(FlightRecording.LOSS)) {
            lostBytes += event.getLong("amount");
            return;
        }
        RecordedStackTrace trace = event.getStackTrace();
        List<String> frames =
                trace == null ? List.of() : trace.getFrames().stream().map(Waits::name).toList();
        WaitStack stack =
                WaitStack.of(type, waitedAt(event), frames, event.getDuration().toNanos());
        if (stack != null) {
            add(stack);
        }
    }

    private static @Nullable String waitedAt(RecordedEvent event) {
        RecordedClass type =
                event.getClass(event.hasField("parkedClass") ? "parkedClass" : "monitorClass");
        return type == null ? null : type.getName();
    }

    private static String name(RecordedFrame frame) {
        String type = frame.getMethod().getType().getName();
        return MADE.matcher(type).replaceAll("$1") + "." + frame.getMethod().getName();
    }

    /** Adds waits. */
    void add(WaitStack stack) {
        stacks.merge(List.of(stack.kind(), stack.lock(), stack.frames()), stack, WaitStack::plus);
    }

    /** Returns all there are, each stack once. */
    Collection<WaitStack> all() {
        return stacks.values();
    }

    /** Returns how many bytes of events JFR could not write. */
    long lostBytes() {
        return lostBytes;
    }

    /**
     * Returns the waits by kind and class of lock, the contentions first, the longest first; the
     * place of each is where most of its time was waited.
     */
    List<WaitStack> sums() {
        Map<Object, WaitStack> sums = new LinkedHashMap<>();
        of(all().stream().map(WaitStack::atItsPlace)).all().stream()
                .sorted(Comparator.comparingLong(WaitStack::nanos).reversed())
                .forEach(
                        stack ->
                                sums.merge(
                                        List.of(stack.kind(), stack.lock()),
                                        stack,
                                        WaitStack::plus));
        return sums.values().stream()
                .sorted(
                        Comparator.comparing((WaitStack sum) -> !sum.kind().contention())
                                .thenComparing(WaitStack::nanos, Comparator.reverseOrder()))
                .toList();
    }

    /**
     * Returns the figures of a workload.
     *
     * @param leases how many leases it had
     * @param nanos the time of all its threads
     */
    Map<String, Object> figures(double leases, double nanos) {
        List<WaitStack> locks = sums().stream().filter(sum -> sum.kind().contention()).toList();
        LongSummaryStatistics blocked =
                locks.stream().mapToLong(WaitStack::nanos).summaryStatistics();
        long longest = locks.stream().mapToLong(WaitStack::longest).max().orElse(0);
        long monitors = sum(WaitKind.MONITOR, WaitStack::count);
        long contended = sum(WaitKind.LOCK, WaitStack::count);
        Map<String, Object> figures = new HashMap<>();
        figures.put("contendedMonitors", monitors);
        figures.put("contendedLocks", contended);
        double rate = leases == 0 ? 0 : 1e6 * (monitors + contended) / leases;
        figures.put("contentionsPerMillionLeases", rate);
        figures.put("blockedNanos", blocked.getSum());
        figures.put("longestBlockedNanos", longest);
        figures.put("blockedShare", blocked.getSum() / nanos);
        figures.put("largestLockShare", Math.max(0, blocked.getMax()) / nanos);
        figures.put("connectionWaitShare", sum(WaitKind.CONNECTION, WaitStack::nanos) / nanos);
        figures.put("pauseShare", sum(WaitKind.PAUSE, WaitStack::nanos) / nanos);
        return figures;
    }

    private long sum(WaitKind kind, ToLongFunction<WaitStack> figure) {
        return all().stream().filter(stack -> stack.kind() == kind).mapToLong(figure).sum();
    }
}
