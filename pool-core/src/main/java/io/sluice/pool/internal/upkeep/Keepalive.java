package io.sluice.pool.internal.upkeep;

import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.queue.WaiterQueue;
import java.util.List;
import java.util.concurrent.Executor;

/** Validates idle holders in the background, so that the network and the server keep them. */
public final class Keepalive<R> {

    private final FitnessCheck<R> fitnessCheck;
    private final WaiterQueue<R> waiters;
    private final Executor threads;

    public Keepalive(FitnessCheck<R> fitnessCheck, WaiterQueue<R> waiters, Executor threads) {
        this.fitnessCheck = fitnessCheck;
        this.waiters = waiters;
        this.threads = threads;
    }

    /**
     * Validates these holders one after the other on a creator thread, and stops when a thread
     * waits. Once one has hung, the others run concurrently.
     */
    public void start(List<ResourceHolder<R>> due, Housekeeping<R> housekeeping) {
        threads.execute(
                () -> {
                    boolean through = false;
                    try {
                        through = validateUntilAThreadWaits(due, housekeeping);
                    } finally {
                        housekeeping.keptAlive(/* cutShort= */ !through);
                    }
                });
    }

    /**
     * Returns false if it was cut short because threads wait; they will use most of the rest soon.
     */
    private boolean validateUntilAThreadWaits(
            List<ResourceHolder<R>> due, Housekeeping<R> housekeeping) {
        for (ResourceHolder<R> holder : due) {
            if (waiters.waiting > 0) {
                return false;
            }
            if (holder.availableToReserved()) {
                if (housekeeping.isKeepaliveDue(holder)) {
                    fitnessCheck.validateIdle(holder);
                } else { // used while others were validated
                    holder.publish();
                }
            }
        }
        return true;
    }
}
