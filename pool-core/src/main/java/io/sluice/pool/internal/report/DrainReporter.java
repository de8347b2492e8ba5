package io.sluice.pool.internal.report;

import io.sluice.pool.LeaseReport;
import io.sluice.pool.internal.base.SafeLog;
import io.sluice.pool.internal.holder.ResourceHolder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Logs what has not finished at the end of a drain: the leases to be taken away, and the resources
 * still in creation.
 */
public final class DrainReporter<R> {

    private final String poolName;
    private final LeaseDiagnostics<R> diagnostics;

    public DrainReporter(String poolName, LeaseDiagnostics<R> diagnostics) {
        this.poolName = poolName;
        this.diagnostics = diagnostics;
    }

    /**
     * Logs that a flush stops waiting for resources in creation; never fails.
     *
     * @param creating how many earlier attempts are still running
     */
    public void tellCreating(int creating, Duration drain) {
        if (creating > 0) {
            write(
                    () ->
                            "Pool "
                                    + poolName
                                    + ": a flush has drained for "
                                    + TimeUnit.MILLISECONDS.convert(drain)
                                    + " ms, and creation attempts from before it still run: "
                                    + creating
                                    + "; late results are destroyed");
        }
    }

    /** Logs the leases of these holders before they are taken away; never fails. */
    public void tell(List<ResourceHolder<R>> leased, Duration drain) {
        if (!leased.isEmpty()) {
            write(
                    () ->
                            "Pool "
                                    + poolName
                                    + ": leases still out after a drain of "
                                    + TimeUnit.MILLISECONDS.convert(drain) // may exceed a long
                                    + " ms are taken away: "
                                    + leased.size()
                                    + "; the longest, with the stacks of their threads:"
                                    + longest(leased));
        }
    }

    private StringBuilder longest(List<ResourceHolder<R>> leased) {
        StringBuilder leases = new StringBuilder();
        try {
            for (LeaseReport lease : diagnostics.longest(leased)) {
                leases.append("\n    ").append(lease);
            }
        } catch (RuntimeException | Error e) { // the number alone is better than nothing
            leases.append(e);
        }
        return leases;
    }

    private static void write(Supplier<String> text) {
        try {
            SafeLog.write(System.Logger.Level.WARNING, text.get(), null);
        } catch (Throwable e) {
            // Out of memory: the drain goes on without the line.
        }
    }
}
