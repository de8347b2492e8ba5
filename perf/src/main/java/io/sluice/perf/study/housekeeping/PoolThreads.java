package io.sluice.perf.study.housekeeping;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The threads that pools have started in this virtual machine: those that did not exist before the
 * pools. Threads that compile or collect are not among them, since Java does not know these.
 */
final class PoolThreads {

    /** Differences between the names of threads of one kind: numbers, and text in brackets. */
    private static final Pattern NUMBERS = Pattern.compile("\\d+|\\[[^\\]]*\\]");

    private static final Done NOTHING = new Done("", 0, 0);

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Set<Long> others;
    private final boolean tellWaits;

    /** Records the threads that exist before the pools. */
    PoolThreads() {
        tellWaits = Tasks.told() && !Tasks.byThread().isEmpty(); // may start threads
        others = Arrays.stream(threads.getAllThreadIds()).boxed().collect(Collectors.toSet());
    }

    /**
     * The activity of a thread since it began.
     *
     * @param name its name
     * @param cpuNanos its CPU time
     * @param waits how often it gave its processor up to wait; 0 if the system does not report it
     */
    record Done(String name, long cpuNanos, long waits) {

        /** Returns the activity since an earlier moment. */
        Done since(Done then) {
            return new Done(name, cpuNanos - then.cpuNanos, waits - then.waits);
        }
    }

    /** Returns whether the system reports how often threads wait. */
    boolean tellWaits() {
        return tellWaits;
    }

    /** Returns the activity of each live thread of the pools, by its id in Java. */
    Map<Long, Done> done() {
        Map<Long, Long> tasks = tellWaits ? Tasks.byThread() : Map.of();
        Map<Long, Done> done = new HashMap<>();
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread == null || others.contains(thread.getThreadId())) {
                continue;
            }
            long id = thread.getThreadId();
            long cpuNanos = threads.getThreadCpuTime(id);
            Long task = tasks.get(id);
            OptionalLong waits = task == null ? OptionalLong.empty() : Tasks.waits(task);
            if (cpuNanos >= 0 && (waits.isPresent() || !tellWaits)) { // else it has just ended
                done.put(id, new Done(thread.getThreadName(), cpuNanos, waits.orElse(0)));
            }
        }
        return done;
    }

    /** Watches them for a while, and returns the figures of all and, as "kinds", of each kind. */
    Map<String, Object> watch(int millis) throws InterruptedException {
        long started = -threads.getTotalStartedThreadCount();
        Map<Long, Done> before = done();
        Map<Long, Long> process = Tasks.cpuNanos();
        long nanos = -System.nanoTime();
        TimeUnit.MILLISECONDS.sleep(millis);
        nanos += System.nanoTime();
        Map<Long, Long> processAfter = Tasks.cpuNanos();
        Map<Long, Done> after = done();
        started += threads.getTotalStartedThreadCount();
        double seconds = nanos / 1e9;

        List<Done> done = new ArrayList<>();
        after.forEach((id, now) -> done.add(now.since(before.getOrDefault(id, NOTHING))));
        before.forEach(
                (id, then) -> {
                    if (!after.containsKey(id)) {
                        // The end of a thread is a wake-up, after which it does not wait again.
                        done.add(new Done(then.name, 0, 1));
                    }
                });
        Map<String, List<Done>> kinds =
                new TreeMap<>(done.stream().collect(Collectors.groupingBy(one -> kind(one.name))));
        Map<String, Object> figures = figures("all", done, seconds);
        figures.put("threads", before.size());
        figures.put("threadsStarted", started);
        figures.put("threadsEnded", done.size() - after.size());
        long cpuNanos = 0;
        for (Map.Entry<Long, Long> task : processAfter.entrySet()) {
            cpuNanos += task.getValue() - process.getOrDefault(task.getKey(), 0L);
        }
        figures.put("processCpuNanosPerSecond", cpuNanos / seconds);
        List<Map<String, Object>> each = new ArrayList<>();
        kinds.forEach((kind, some) -> each.add(figures(kind, some, seconds)));
        figures.put("kinds", each);
        return figures;
    }

    private Map<String, Object> figures(String kind, List<Done> some, double seconds) {
        Map<String, Object> figures = new HashMap<>();
        figures.put("kind", kind);
        figures.put("threads", some.size());
        if (tellWaits) {
            figures.put("wakeUpsPerSecond", some.stream().mapToLong(Done::waits).sum() / seconds);
        }
        figures.put("cpuNanosPerSecond", some.stream().mapToLong(Done::cpuNanos).sum() / seconds);
        return figures;
    }

    /** Returns what threads of one kind have in common in their names, without a comma. */
    static String kind(String name) {
        return NUMBERS.matcher(name).replaceAll("#").replace(',', ';');
    }
}
