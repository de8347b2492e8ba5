package io.sluice.perf.study.housekeeping;

import com.sun.management.OperatingSystemMXBean;
import io.sluice.perf.stub.StubDriver;
import java.lang.management.ManagementFactory;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Watches the threads of pools, and this process, for a while. */
final class IdleWatch {

    /** Differences between the names of threads of one kind: numbers, and text in brackets. */
    private static final Pattern NUMBERS = Pattern.compile("\\d+|\\[[^\\]]*\\]");

    private static final PoolThreads.Done NOTHING = new PoolThreads.Done("", 0, 0);

    private final PoolThreads threads;

    IdleWatch(PoolThreads threads) {
        this.threads = threads;
    }

    /** Watches, and returns the activity per second. */
    Map<String, Object> watch(int millis) throws InterruptedException {
        long started = -threads.started();
        Map<Long, PoolThreads.Done> before = threads.done();
        Map<Long, Long> tasks = Tasks.cpuNanos();
        long process = -processNanos();
        long nanos = -System.nanoTime();
        TimeUnit.MILLISECONDS.sleep(millis);
        nanos += System.nanoTime();
        process += processNanos();
        if (!tasks.isEmpty()) { // which is in steps of nanoseconds
            process = grown(tasks, Tasks.cpuNanos());
        }
        Map<Long, PoolThreads.Done> after = threads.done();
        started += threads.started();
        return figures(nanos / 1e9, before, after, started, process);
    }

    /** Returns the CPU time that the remaining tasks have used. */
    private static long grown(Map<Long, Long> before, Map<Long, Long> after) {
        return after.entrySet().stream()
                .mapToLong(task -> task.getValue() - before.getOrDefault(task.getKey(), 0L))
                .sum();
    }

    private Map<String, Object> figures(
            double seconds,
            Map<Long, PoolThreads.Done> before,
            Map<Long, PoolThreads.Done> after,
            long started,
            long process) {
        Map<String, Kind> kinds = kinds(before, after);
        long ended = kinds.values().stream().mapToLong(kind -> kind.ended).sum();
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("connections", StubDriver.open(StubDriver.URL));
        figures.put("threads", before.size());
        figures.put("started", started);
        figures.put("ended", ended);
        figures.put(
                "cpuNanos",
                kinds.values().stream().mapToLong(kind -> kind.cpuNanos).sum() / seconds);
        figures.put("processCpuNanos", process / seconds);
        if (threads.tellWaits()) {
            figures.put(
                    "wakeUps", kinds.values().stream().mapToLong(Kind::wakeUps).sum() / seconds);
        }
        figures.put("kinds", describe(kinds, seconds));
        return figures;
    }

    /** Threads whose names differ in their numbers only. */
    private static final class Kind {
        private int threads;
        private int ended;
        private long cpuNanos;
        private long waits;

        /** Includes the wake-up at the end of a thread, after which it does not wait again. */
        long wakeUps() {
            return waits + ended;
        }
    }

    private static Map<String, Kind> kinds(
            Map<Long, PoolThreads.Done> before, Map<Long, PoolThreads.Done> after) {
        Map<String, Kind> kinds = new TreeMap<>();
        before.forEach(
                (id, then) -> {
                    if (!after.containsKey(id)) {
                        kinds.computeIfAbsent(kind(then.name()), ignored -> new Kind()).ended++;
                    }
                });
        after.forEach(
                (id, now) -> {
                    PoolThreads.Done then = before.getOrDefault(id, NOTHING);
                    Kind kind = kinds.computeIfAbsent(kind(now.name()), ignored -> new Kind());
                    kind.threads++;
                    kind.cpuNanos += now.cpuNanos() - then.cpuNanos();
                    kind.waits += now.waits() - then.waits();
                });
        return kinds;
    }

    /** Returns what threads of one kind have in common in their names. */
    static String kind(String name) {
        return NUMBERS.matcher(name).replaceAll("#");
    }

    private static List<List<Object>> describe(Map<String, Kind> kinds, double seconds) {
        return kinds.entrySet().stream()
                .sorted(Comparator.comparingLong(entry -> -entry.getValue().wakeUps()))
                .map(
                        entry ->
                                List.<Object>of(
                                        entry.getKey(),
                                        entry.getValue().threads + entry.getValue().ended,
                                        entry.getValue().wakeUps() / seconds,
                                        entry.getValue().cpuNanos / seconds))
                .toList();
    }

    private static long processNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
