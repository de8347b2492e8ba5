package io.sluice.perf.study.housekeeping;

import io.sluice.perf.report.BarChart;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The contestants of waking: how background threads learn that there is work, and how many there
 * are.
 */
enum Background {
    POLL_EACH,
    TIMED_EACH,
    SIGNAL_EACH,
    POLL_SHARED,
    TIMED_SHARED,
    SIGNAL_SHARED;

    /** Returns how many threads there are for some clients. */
    int threads(int clients) {
        return name().endsWith("_SHARED") ? 1 : clients;
    }

    /** Waits for the next request. */
    Semaphore next(BlockingQueue<Semaphore> requests) throws InterruptedException {
        @Nullable Semaphore next = null;
        while (next == null) {
            switch (this) {
                case SIGNAL_EACH, SIGNAL_SHARED -> next = requests.take();
                case TIMED_EACH, TIMED_SHARED -> next = requests.poll(1, TimeUnit.MILLISECONDS);
                case POLL_EACH, POLL_SHARED -> {
                    next = requests.poll();
                    if (next == null) {
                        TimeUnit.MILLISECONDS.sleep(1);
                    }
                }
            }
        }
        return next;
    }

    /** Returns how charts colour it. */
    BarChart.Tone tone() {
        return this == SIGNAL_SHARED ? BarChart.Tone.OURS : BarChart.Tone.PEER;
    }

    /** Returns the name as it is written in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
