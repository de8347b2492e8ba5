package io.sluice.perf.study.queue;

import io.sluice.pool.internal.AvailableHolders;
import io.sluice.pool.spi.Holder;

/** Our own queue of what is idle, with no pool around it. */
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
            // The one that is left may have been behind us when it came back.
            Thread.onSpinWait();
        }
    }

    @Override
    public void give(Object taken) {
        Holder<?> holder = (Holder<?>) taken;
        holder.release(holder.stamp());
    }
}
