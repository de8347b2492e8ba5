package io.sluice.jdbc.internal;

import io.sluice.jdbc.SluicePoolMXBean;
import io.sluice.pool.PoolObserver.Wait;
import io.sluice.pool.PoolTimes;
import io.sluice.pool.TimeSummary;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Times as management tools see them. */
record ManagedTimes(TimeSummary summary) implements SluicePoolMXBean.Times {

    /** Returns all times of a pool, by name. */
    static Map<String, SluicePoolMXBean.Times> of(PoolTimes times) {
        Map<String, SluicePoolMXBean.Times> all = new LinkedHashMap<>();
        for (Map.Entry<Wait, TimeSummary> wait : times.waits().entrySet()) {
            String reason = wait.getKey().name().toLowerCase(Locale.ROOT);
            all.put("wait." + reason, new ManagedTimes(wait.getValue()));
        }
        all.put("usage", new ManagedTimes(times.usage()));
        all.put("creation", new ManagedTimes(times.creation()));
        return all;
    }

    private static double millis(Duration time) {
        return time.toNanos() / 1e6;
    }

    @Override
    public long getCount() {
        return summary.count();
    }

    @Override
    public double getTotalMillis() {
        return millis(summary.total());
    }

    @Override
    public double getMaxMillis() {
        return millis(summary.max());
    }

    @Override
    public double getP50Millis() {
        return millis(summary.p50());
    }

    @Override
    public double getP95Millis() {
        return millis(summary.p95());
    }

    @Override
    public double getP99Millis() {
        return millis(summary.p99());
    }
}
