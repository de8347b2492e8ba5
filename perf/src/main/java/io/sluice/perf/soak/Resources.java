package io.sluice.perf.soak;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What this process holds.
 *
 * @param heapBytes the used heap after a collection
 * @param threads how many threads live
 * @param files how many file descriptors are open; -1 where the platform does not tell
 */
record Resources(long heapBytes, int threads, long files) {

    private static final long MOST_BYTES = 8L << 20;
    private static final int MOST_THREADS = 8;
    private static final int MOST_FILES = 8;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** Collects garbage and looks. */
    static Resources now() {
        System.gc();
        return new Resources(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean os
                        ? os.getOpenFileDescriptorCount()
                        : -1);
    }

    /** The same, once threads that end when they are idle have ended, if they do in time. */
    static Resources settled(Resources start, SoakPlan plan) {
        Resources seen = now();
        for (int i = 0; i < plan.looks(LOOK_NANOS) && seen.isMoreThan(start); i++) {
            LockSupport.parkNanos(LOOK_NANOS);
            seen = now();
        }
        return seen;
    }

    private boolean isMoreThan(Resources start) {
        return threads - start.threads >= MOST_THREADS || files - start.files >= MOST_FILES;
    }

    /** Checks that this is not much more than it was at the start, in the same state. */
    void compare(Resources start, Watch watch) {
        watch.check(
                Invariant.MEMORY,
                heapBytes - start.heapBytes < MOST_BYTES,
                () -> start.heapBytes + " bytes became " + heapBytes);
        watch.check(
                Invariant.THREADS,
                threads - start.threads < MOST_THREADS,
                () -> start.threads + " threads became " + threads);
        watch.check(
                Invariant.FILES,
                files - start.files < MOST_FILES,
                () -> start.files + " open files became " + files);
    }
}
