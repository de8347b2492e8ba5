package io.sluice.jdbc.internal;

import io.sluice.pool.jta.InDoubtBranches;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;

/**
 * Reminds the log of branches in doubt, each time recovery passes by, but not more than once a
 * minute. Thread-safe.
 */
final class StillInDoubt {

    private static final long A_MINUTE = Duration.ofMinutes(1).toNanos();

    private final String poolName;

    /** With {@code toldAt}: guarded by this. */
    private boolean told;

    private long toldAt;

    StillInDoubt(String poolName) {
        this.poolName = poolName;
    }

    void tell() {
        List<String> xids = InDoubtBranches.of(poolName);
        if (xids.isEmpty() || !isDue(System.nanoTime())) {
            return;
        }
        JdbcLog.log(
                Level.WARNING,
                "Pool " + poolName + " has branches that are in doubt still: " + xids,
                null);
    }

    /** Says whether to remind at that time, and notes that it was done. */
    synchronized boolean isDue(long now) {
        boolean due = !told || now - toldAt >= A_MINUTE;
        if (due) {
            told = true;
            toldAt = now;
        }
        return due;
    }
}
