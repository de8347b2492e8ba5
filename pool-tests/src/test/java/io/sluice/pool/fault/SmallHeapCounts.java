package io.sluice.pool.fault;

import io.sluice.pool.internal.holder.WaitSignals;
import org.jspecify.annotations.Nullable;

/**
 * Changes the counts of waiting threads for the first time in a process while the heap is full.
 * Started by {@link SmallHeapTest} with a small heap.
 */
final class SmallHeapCounts extends WaitSignals {

    private static @Nullable Object @Nullable [] last;

    private static void fill() {
        for (int length = 1 << 16; length >= 1; ) {
            try {
                Object[] link = new Object[length];
                link[0] = last;
                last = link;
            } catch (OutOfMemoryError e) {
                length /= 2;
            }
        }
    }

    @Override
    public boolean hasToKnow(long lease) {
        return false;
    }

    @Override
    protected void serve(long lease) {}

    public static void main(String[] arguments) {
        SmallHeapCounts counts = new SmallHeapCounts();
        fill();
        try {
            counts.addWaiting(1);
            counts.addEntitled(1);
        } finally {
            last = null;
        }
        System.out.println("waiting " + counts.waiting + ", entitled " + counts.entitled);
    }
}
