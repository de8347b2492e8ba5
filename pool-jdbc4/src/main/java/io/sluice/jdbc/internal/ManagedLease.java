package io.sluice.jdbc.internal;

import io.sluice.jdbc.SluicePoolMXBean;
import io.sluice.pool.LeaseReport;
import java.util.List;

/** A lease as management tools see it. */
record ManagedLease(LeaseReport report) implements SluicePoolMXBean.Lease {

    @Override
    public String getThread() {
        return report.thread();
    }

    @Override
    public long getHeldMillis() {
        return report.held().toMillis();
    }

    @Override
    public boolean isWaiting() {
        return report.waiting();
    }

    @Override
    public boolean isThreadEnded() {
        return report.threadEnded();
    }

    @Override
    public boolean isInaccessible() {
        return report.inaccessible();
    }

    @Override
    public List<String> getStack() {
        return report.stack().stream().map(StackTraceElement::toString).toList();
    }
}
