package io.sluice.perf.study.queue;

import java.util.Deque;

/** A deque of the class library: what was given last is taken first. */
record StackStore(Deque<Object> idle) implements IdleStore {

    @Override
    public Object take() {
        while (true) {
            Object taken = idle.pollFirst();
            if (taken != null) {
                return taken;
            }
            // Who gives one back may be half-way through: then it seems empty.
            Thread.onSpinWait();
        }
    }

    @Override
    public void give(Object taken) {
        idle.addFirst(taken);
    }
}
