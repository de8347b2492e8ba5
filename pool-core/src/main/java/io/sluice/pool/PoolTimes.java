package io.sluice.pool;

import io.sluice.pool.PoolObserver.Wait;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * How long things have taken in a pool since it was opened. It has what a {@link PoolObserver}
 * would have been told: all waits that ended with a resource, all creations that succeeded, and of
 * the leases a sample. Immutable.
 *
 * @param waits the waits of acquires, by what they waited for; unmodifiable, with all reasons
 * @param usage the leases
 * @param creation the creations
 */
public record PoolTimes(Map<Wait, TimeSummary> waits, TimeSummary usage, TimeSummary creation) {

    /** Makes times; reasons that are missing have taken none. */
    public PoolTimes {
        Map<Wait, TimeSummary> all = new EnumMap<>(Wait.class);
        for (Wait reason : Wait.values()) {
            all.put(reason, waits.getOrDefault(reason, none()));
        }
        waits = Collections.unmodifiableMap(all);
    }

    /** Returns the times of a pool that has done nothing. */
    public static PoolTimes ofNothing() {
        return new PoolTimes(Map.of(), none(), none());
    }

    private static TimeSummary none() {
        Duration zero = Duration.ZERO;
        return new TimeSummary(0, zero, zero, zero, zero, zero);
    }
}
