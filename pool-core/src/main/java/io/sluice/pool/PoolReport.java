package io.sluice.pool;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a pool looked like when somebody waited in it in vain. Made at most once a second, and
 * shared by all whose time is over within it. Immutable.
 *
 * @param snapshot the counts; those whose time was over at that moment count as waiting
 * @param longest the leases held for the longest time, longest first, five at the most
 * @param deadlock what to do if the threads of the pool look as if they waited for each other: all
 *     resources that may exist are leased to threads that themselves wait in it for another; else
 *     null
 */
public record PoolReport(
        PoolSnapshot snapshot, List<LeaseReport> longest, @Nullable String deadlock) {

    public PoolReport {
        longest = List.copyOf(longest);
    }
}
