package io.sluice.perf.contention;

/** A monitor that one thread is in when another one wants to enter. */
final class Monitor {

    /** Lets a thread wait for the monitor until it is blocked, and then enter. */
    void contend() throws InterruptedException {
        Thread second = new Thread(this::enter);
        synchronized (this) {
            second.start();
            while (second.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
        }
        second.join();
    }

    private synchronized void enter() {
        // To have been inside is enough.
    }
}
