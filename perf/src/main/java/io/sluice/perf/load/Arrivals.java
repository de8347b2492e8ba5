package io.sluice.perf.load;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** The requests that arrived in one phase, and what became of them. Thread-safe. */
final class Arrivals {

    /** The steps in which the time is told until requests are served again. */
    private static final long STEP = TimeUnit.MILLISECONDS.toNanos(100);

    /** So many steps in a row have to be good: one may be good by chance. */
    private static final int STEPS_IN_A_ROW = 5;

    private static final double GOOD = 0.95;

    private final Duration time;
    private final Duration limit;
    private final AtomicIntegerArray arrived;
    private final AtomicIntegerArray good;
    private final Histogram served = new ConcurrentHistogram(3);
    private final LongAdder refused = new LongAdder();
    private final LongAdder withoutThread = new LongAdder();

    /**
     * Begins a phase.
     *
     * @param time how long requests arrive
     * @param limit how long a request may take to count as good
     */
    Arrivals(Duration time, Duration limit) {
        this.time = time;
        this.limit = limit;
        int steps = step(time.toNanos() - 1) + 1;
        arrived = new AtomicIntegerArray(steps);
        good = new AtomicIntegerArray(steps);
    }

    /**
     * A request has arrived.
     *
     * @param at since the begin of the phase, in nanoseconds
     */
    void arrived(long at) {
        arrived.incrementAndGet(step(at));
    }

    /** A request was served, within the limit or not. */
    void served(long at, long nanos) {
        served.recordValue(nanos);
        if (nanos <= limit.toNanos()) {
            good.incrementAndGet(step(at));
        }
    }

    /** A request got no connection, or failed on it. */
    void refused() {
        refused.increment();
    }

    /** All threads of the service were busy, so a request was not begun. */
    void withoutThread() {
        withoutThread.increment();
    }

    private static int step(long at) {
        return (int) (at / STEP);
    }

    double goodPerSecond() {
        return sum(good) / (time.toNanos() / 1e9);
    }

    /** Returns after how many milliseconds requests were served again; the whole phase if never. */
    double backMillis() {
        int inARow = 0;
        for (int step = 0; step < good.length(); step++) {
            inARow = good.get(step) >= GOOD * arrived.get(step) ? inARow + 1 : 0;
            if (inARow == STEPS_IN_A_ROW) {
                return TimeUnit.NANOSECONDS.toMillis((step + 1 - STEPS_IN_A_ROW) * STEP);
            }
        }
        return time.toMillis();
    }

    /**
     * Returns the figures of the phase.
     *
     * @param reference the good requests per second that they are compared with
     */
    Map<String, Object> figures(double reference) {
        Map<String, Object> figures = new HashMap<>();
        figures.put("arrivedPerSecond", sum(arrived) / (time.toNanos() / 1e9));
        figures.put("goodPerSecond", goodPerSecond());
        // Nothing good at 0.9 is as bad as can be, at any rate.
        figures.put("goodOfReference", reference == 0 ? 0 : goodPerSecond() / reference);
        LoadClients.put(figures, "serviceMicros", served);
        figures.put("refused", refused.sum());
        figures.put("withoutThread", withoutThread.sum());
        figures.put("backMillis", backMillis());
        return figures;
    }

    private static long sum(AtomicIntegerArray steps) {
        long sum = 0;
        for (int i = 0; i < steps.length(); i++) {
            sum += steps.get(i);
        }
        return sum;
    }
}
