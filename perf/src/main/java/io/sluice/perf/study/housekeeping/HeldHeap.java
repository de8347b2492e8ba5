package io.sluice.perf.study.housekeeping;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;

/** The heap of this virtual machine that is still referenced. */
final class HeldHeap {

    /** Some unreachable objects need more than one collection. */
    private static final int COLLECTIONS = 5;

    private HeldHeap() {}

    /**
     * Collects, and returns how many bytes were left. The collections themselves report that;
     * memory in use at the moment includes the allocation buffers of threads.
     */
    static long bytes() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        long bytes = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            MemoryUsage left = pool.getCollectionUsage();
            if (pool.getType() == MemoryType.HEAP && left != null) {
                bytes += left.getUsed();
            }
        }
        return bytes;
    }
}
