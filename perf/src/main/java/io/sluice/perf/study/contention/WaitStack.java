package io.sluice.perf.study.contention;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Waits of the same kind with the same stack, added up.
 *
 * @param kind the kind
 * @param lock the class that the threads waited at
 * @param frames the stack, innermost first, classes with their methods
 * @param count how many waits
 * @param nanos how long they were together
 * @param longest how long the longest was, in nanoseconds
 */
record WaitStack(
        WaitKind kind, String lock, List<String> frames, long count, long nanos, long longest) {

    /** Packages that are not of a pool: the class library's and the measurement's. */
    private static final List<String> NOT_OF_A_POOL =
            List.of(
                    "java.",
                    "javax.",
                    "jdk.",
                    "sun.",
                    "com.sun.",
                    "io.sluice.perf.fork.",
                    "io.sluice.perf.stub.",
                    ContentionFork.class.getName(),
                    Workload.class.getName());

    private static final String NOTHING = "nothing";

    /** Keeps an own copy of the stack. */
    WaitStack {
        frames = List.copyOf(frames);
    }

    /**
     * Returns a single wait, or null if it belongs neither to the workload nor to the pool.
     *
     * @param event the name of the event
     * @param waitedAt the class that the thread waited at, or null if unknown
     * @param frames the stack
     * @param nanos how long it was
     */
    static @Nullable WaitStack of(
            String event, @Nullable String waitedAt, List<String> frames, long nanos) {
        WaitKind kind = WaitKind.of(event, waitedAt, frames);
        if (kind == null || frames.stream().noneMatch(WaitStack::isOfAPool)) {
            return null;
        }
        return new WaitStack(kind, waitedAt == null ? NOTHING : waitedAt, frames, 1, nanos, nanos);
    }

    private static boolean isOfAPool(String frame) {
        return NOT_OF_A_POOL.stream().noneMatch(frame::startsWith);
    }

    /** Returns the innermost method of the pool. */
    String place() {
        return frames.stream().filter(WaitStack::isOfAPool).findFirst().orElse(NOTHING);
    }

    /** Returns the same with more waits. */
    WaitStack plus(WaitStack more) {
        return new WaitStack(
                kind,
                lock,
                frames,
                count + more.count,
                nanos + more.nanos,
                Math.max(longest, more.longest));
    }

    Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("kind", kind.name());
        map.put("lock", lock);
        map.put("frames", frames);
        map.put("count", count);
        map.put("nanos", nanos);
        map.put("longest", longest);
        return map;
    }

    static WaitStack of(Map<?, ?> map) {
        return new WaitStack(
                WaitKind.valueOf(text(map, "kind")),
                text(map, "lock"),
                map.get("frames") instanceof List<?> frames
                        ? frames.stream().map(String::valueOf).toList()
                        : List.of(),
                number(map, "count"),
                number(map, "nanos"),
                number(map, "longest"));
    }

    private static String text(Map<?, ?> map, String name) {
        return String.valueOf(map.get(name));
    }

    private static long number(Map<?, ?> map, String name) {
        if (map.get(name) instanceof Number number) {
            return number.longValue();
        }
        throw new IllegalStateException("the fork printed no " + name + ": " + map);
    }
}
