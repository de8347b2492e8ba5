package io.sluice.perf.study.queue;

import java.util.Queue;

/** A queue of the class library or of JCTools: what was given first is taken first. */
record QueueStore(Queue<Object> idle) implements IdleStore {

    @Override
    public Object take() {
        while (true) {
            Object taken = idle.poll();
            if (taken != null) {
                return taken;
            }
            // It seems empty while a thread is half-way through giving one back.
            Thread.onSpinWait();
        }
    }

    @Override
    public void give(Object taken) {
        idle.add(taken);
    }
}
