package io.sluice.pool.internal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A place where a thread stops until the test lets it go on. */
final class Gate {

    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    /** Stops here until the gate is open. */
    void pass() throws InterruptedException, TimeoutException {
        entered.countDown();
        if (!opened.await(30, TimeUnit.SECONDS)) {
            throw new TimeoutException("nobody opened the gate");
        }
    }

    /** The same, in a place that may throw nothing checked. */
    void passUnchecked() {
        try {
            pass();
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until somebody stands in the gate. */
    void awaitEntered() throws InterruptedException, TimeoutException {
        if (!entered.await(30, TimeUnit.SECONDS)) {
            throw new TimeoutException("nobody came to the gate");
        }
    }

    void open() {
        opened.countDown();
    }
}
