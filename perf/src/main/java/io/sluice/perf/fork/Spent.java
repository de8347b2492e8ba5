package io.sluice.perf.fork;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.Callable;

/**
 * What an operation takes, on average of some that one thread did.
 *
 * @param nanos the time
 * @param cpuNanos the CPU time
 * @param bytes what it allocates
 */
public record Spent(double nanos, double cpuNanos, double bytes) {

    /**
     * Measures operations on this thread.
     *
     * @param work does them, and returns how many there were
     */
    public static Spent on(Callable<Integer> work) throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long bytes = -threads.getThreadAllocatedBytes(thread);
        long nanos = -System.nanoTime();
        long cpuNanos = -threads.getCurrentThreadCpuTime();
        int done = work.call();
        cpuNanos += threads.getCurrentThreadCpuTime();
        nanos += System.nanoTime();
        bytes += threads.getThreadAllocatedBytes(thread);
        return new Spent((double) nanos / done, (double) cpuNanos / done, (double) bytes / done);
    }

    /** Returns the CPU time of this virtual machine so far. */
    public static long processCpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
