package io.sluice.perf.study.queue;

import io.sluice.pool.internal.AvailableHolders;
import io.sluice.pool.spi.Holder;

/** Our own queue of idle resources, with no pool around it. */
final class AvailableStore implements IdleStore {

    private final AvailableHolders idle;

    AvailableStore(int resources) {
        idle = new AvailableHolders(resources);
    }

    @Override
    public Object take() {
        while (true) {
            Holder<Object> taken = idle.poll();
            if (taken != null) {
                return taken;
            }
            // The last one may have come back at a place that was searched already.
            Thread.onSpinWait();
        }
    }

    @Override
    public void give(Object taken) {
        Holder<?> holder = (Holder<?>) taken;
        holder.release(holder.stamp());
    }
}
