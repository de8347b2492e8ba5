package io.sluice.perf.study.contention;

import static org.awaitility.Awaitility.await;

/** A monitor that one thread is in when another one wants to enter. */
final class Monitor {

    /** Lets a thread wait for the monitor until it is blocked, and then enter. */
    void contend() throws InterruptedException {
        Thread second = new Thread(this::enter);
        synchronized (this) {
            second.start();
            await("the second waits").until(second::getState, Thread.State.BLOCKED::equals);
        }
        second.join();
    }

    private synchronized void enter() {
        // To have been inside is enough.
    }
}
