package io.sluice.pool;

import io.sluice.pool.spi.DiscardReason;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a pool has done since it was opened. Each count only rises. Those of leases, of resources
 * that have joined and of those that have left are read at one moment with the states of a {@link
 * PoolSnapshot}; the others and the times are read separately. Immutable.
 *
 * @param acquired leases that callers have had; for a moment also one that the pool takes back
 *     before its caller has it
 * @param timedOut acquires that ended with an {@link AcquireTimeoutException}, except those that
 *     were not to wait
 * @param refused acquires that ended with a {@link TooManyWaitingException}
 * @param created resources that have joined the pool
 * @param creationsFailed creations that have failed
 * @param discarded resources that have left the pool, for each reason; unmodifiable, with all
 *     reasons
 * @param times how long waits, leases and creations have taken
 */
public record PoolCounters(
        long acquired,
        long timedOut,
        long refused,
        long created,
        long creationsFailed,
        Map<DiscardReason, Long> discarded,
        PoolTimes times) {

    /** The counters of a pool that has done nothing. */
    public static final PoolCounters NONE =
            new PoolCounters(0, 0, 0, 0, 0, Map.of(), PoolTimes.ofNothing());

    /** Makes counters; reasons that are missing count as zero. */
    public PoolCounters {
        discarded = complete(discarded);
    }

    private static Map<DiscardReason, Long> complete(Map<DiscardReason, Long> given) {
        Map<DiscardReason, Long> all = new EnumMap<>(DiscardReason.class);
        for (DiscardReason reason : DiscardReason.values()) {
            all.put(reason, given.getOrDefault(reason, 0L));
        }
        return Collections.unmodifiableMap(all);
    }
}
