package io.sluice.perf.study.queue;

import java.util.ArrayDeque;

/** An array under one monitor, as a stack or as a queue. */
final class SynchronizedArray implements IdleStore {

    private final boolean stack;

    /** Guarded by itself. */
    private final ArrayDeque<Object> idle;

    SynchronizedArray(boolean stack, int resources) {
        this.stack = stack;
        idle = new ArrayDeque<>(resources);
    }

    @Override
    public Object take() {
        synchronized (idle) {
            return idle.removeFirst();
        }
    }

    @Override
    public void give(Object taken) {
        synchronized (idle) {
            if (stack) {
                idle.addFirst(taken);
            } else {
                idle.addLast(taken);
            }
        }
    }
}
