package io.sluice.perf.study.housekeeping;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The threads that pools have started in this virtual machine: those that did not exist before the
 * pools. Threads that compile or collect are not among them, since Java does not know these.
 */
final class PoolThreads {

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
    record Done(String name, long cpuNanos, long waits) {}

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

    /** Returns how many threads have been started since the virtual machine was. */
    long started() {
        return threads.getTotalStartedThreadCount();
    }
}
