package io.sluice.pool.internal;

import io.sluice.pool.LeaseReport;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Tells the log whose leases are taken away because the time for them to come back is over. */
final class StillOut<R> {

    private final String poolName;
    private final Captures<R> captures;

    StillOut(String poolName, Captures<R> captures) {
        this.poolName = poolName;
        this.captures = captures;
    }

    /** Says who has the leases of these holders, before they are taken away; never fails. */
    void tell(List<ResourceHolder<R>> leased, Duration drain) {
        if (leased.isEmpty()) {
            return;
        }
        StringBuilder leases = new StringBuilder();
        try {
            for (LeaseReport lease : captures.longest(leased)) {
                leases.append("\n    ").append(lease);
            }
        } catch (RuntimeException e) { // how many it were is better than nothing
            leases.append(e);
        }
        SureLog.log(
                System.Logger.Level.WARNING,
                "Pool "
                        + poolName
                        + ": leases that were still out after a drain of "
                        + TimeUnit.MILLISECONDS.convert(drain) // of which there may be too many
                        + " ms and are taken away: "
                        + leased.size()
                        + "; the longest, and what their threads execute now:"
                        + leases,
                null);
    }
}
