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
            // It seems empty while a thread is half-way through giving one back.
            Thread.onSpinWait();
        }
    }

    @Override
    public void give(Object taken) {
        idle.addFirst(taken);
    }
}
