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
            // Who gives one back may be half-way through: then it seems empty.
            Thread.onSpinWait();
        }
    }

    @Override
    public void give(Object taken) {
        idle.add(taken);
    }
}
