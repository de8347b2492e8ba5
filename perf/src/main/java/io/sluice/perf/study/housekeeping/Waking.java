package io.sluice.perf.study.housekeeping;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How a background thread learns that there is work. */
enum Waking {
    /** It polls, and sleeps for a millisecond if there is none. */
    POLL {
        @Override
        Semaphore next(BlockingQueue<Semaphore> requests) throws InterruptedException {
            @Nullable Semaphore next = requests.poll();
            while (next == null) {
                TimeUnit.MILLISECONDS.sleep(1);
                next = requests.poll();
            }
            return next;
        }
    },

    /** It is signalled, and polls each millisecond all the same. */
    TIMED {
        @Override
        Semaphore next(BlockingQueue<Semaphore> requests) throws InterruptedException {
            @Nullable Semaphore next = null;
            while (next == null) {
                next = requests.poll(1, TimeUnit.MILLISECONDS);
            }
            return next;
        }
    },

    /** It is signalled, and sleeps otherwise. */
    SIGNAL {
        @Override
        Semaphore next(BlockingQueue<Semaphore> requests) throws InterruptedException {
            return requests.take();
        }
    };

    /** Waits for the next request. */
    abstract Semaphore next(BlockingQueue<Semaphore> requests) throws InterruptedException;
}
