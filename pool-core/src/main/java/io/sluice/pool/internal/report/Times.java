package io.sluice.pool.internal.report;

import io.sluice.pool.PoolObserver;
import io.sluice.pool.PoolTimes;
import io.sluice.pool.TimeSummary;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** The observer that each pool has: it keeps the times for snapshots. Thread-safe. */
final class Times implements PoolObserver {

    private final Map<Wait, TimeHistogram> waits = new EnumMap<>(Wait.class);
    private final TimeHistogram usage = new TimeHistogram();
    private final TimeHistogram creation = new TimeHistogram();

    Times() {
        for (Wait reason : Wait.values()) {
            waits.put(reason, new TimeHistogram());
        }
    }

    @Override
    public void waited(Wait reason, long nanos) {
        Objects.requireNonNull(waits.get(reason)).add(nanos);
    }

    @Override
    public void used(long nanos) {
        usage.add(nanos);
    }

    @Override
    public void created(long nanos) {
        creation.add(nanos);
    }

    PoolTimes soFar() {
        Map<Wait, TimeSummary> summaries = new EnumMap<>(Wait.class);
        waits.forEach((reason, histogram) -> summaries.put(reason, histogram.summary()));
        return new PoolTimes(summaries, usage.summary(), creation.summary());
    }
}
