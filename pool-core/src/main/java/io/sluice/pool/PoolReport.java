package io.sluice.pool;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of a pool when an acquire timed out. Made at most once a second and shared by all
 * callers that time out within that second. Immutable.
 *
 * @param snapshot the counts; callers that timed out at that moment count as waiting
 * @param longest the longest leases, longest first, at most five
 * @param deadlock what to do if the pool looks deadlocked: all resources that may exist are leased
 *     to threads that wait in the pool for another; else null
 */
public record PoolReport(
        PoolSnapshot snapshot, List<LeaseReport> longest, @Nullable String deadlock) {

    /** Makes a report; the list is copied. */
    public PoolReport {
        longest = List.copyOf(longest);
    }
}
