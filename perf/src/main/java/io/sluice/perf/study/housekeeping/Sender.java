package io.sluice.perf.study.housekeeping;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/**
 * A background thread that answers requests. A request is the semaphore that its client waits at;
 * the answer is all the work there is. Thread-safe.
 */
final class Sender {

    private final BlockingQueue<Semaphore> requests = new LinkedBlockingQueue<>();
    private final Thread thread;

    /** Starts the thread. */
    Sender(Background background) {
        thread = new Thread(() -> answer(background), "sender");
        thread.setDaemon(true);
        thread.start();
    }

    /** Sends a request and waits for its answer. */
    void send(Semaphore request) throws InterruptedException {
        requests.put(request);
        request.acquire();
    }

    private void answer(Background background) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                background.next(requests).release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // stopped, which is the end
        }
    }

    /** Ends the thread; no client may be waiting for an answer. */
    void stop() throws InterruptedException {
        thread.interrupt();
        thread.join();
    }
}
