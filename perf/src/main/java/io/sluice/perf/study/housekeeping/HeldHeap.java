package io.sluice.perf.study.housekeeping;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;

/** What the heap of this virtual machine holds that something still refers to. */
final class HeldHeap {

    /** What a collection finds unreachable may need another one before it is gone. */
    private static final int COLLECTIONS = 5;

    private HeldHeap() {}

    /**
     * Collects and returns how many bytes were left. Asked of the collections themselves: what is
     * used right now also has the buffers that threads got for their next objects.
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
