package io.sluice.pool.contract;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The contract holds of a queue of the JDK: it tests the contract, not a class of ours. */
class LinkedBlockingQueueTest extends BlockingQueueContract<Object> {

    @Override
    protected BlockingQueue<Object> newQueue() {
        return new LinkedBlockingQueue<>(ROOM);
    }

    @Override
    protected Object newElement() {
        return new Object();
    }

    @Override
    protected void prepare(Object taken) {}
}
