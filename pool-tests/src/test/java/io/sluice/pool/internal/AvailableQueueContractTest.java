package io.sluice.pool.internal;

import io.sluice.pool.contract.BlockingQueueContract;
import io.sluice.pool.internal.holder.ResourceHolder;
import java.util.concurrent.BlockingQueue;

/**
 * The queue of available holders is a {@link BlockingQueue}. Its elements are the members, so what
 * is offered must sit in the queue, and be reserved, before.
 */
class AvailableQueueContractTest extends BlockingQueueContract<ResourceHolder<Integer>> {

    private Seats seats;
    private int next;

    @Override
    protected BlockingQueue<ResourceHolder<Integer>> newQueue() {
        seats = new Seats(ROOM);
        return seats.queue;
    }

    @Override
    protected ResourceHolder<Integer> newElement() {
        return seats.holders.get(next++);
    }

    @Override
    protected void prepare(ResourceHolder<Integer> taken) {
        taken.accessibleToReserved(taken.stamp());
    }
}
