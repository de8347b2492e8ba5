package io.sluice.pool.internal.report;

import io.sluice.pool.PoolObserver;
import io.sluice.pool.internal.base.SafeLog;
import org.jspecify.annotations.Nullable;

/** Passes to the observer of a pool how long things take, and contains its exceptions. */
public final class Timings {

    private final String poolName;

    /** Shared: volatile. Partner: none (what is timed meanwhile may be told to either). */
    private volatile @Nullable PoolObserver observer;

    public Timings(String poolName) {
        this.poolName = poolName;
    }

    public void observe(@Nullable PoolObserver newObserver) {
        observer = newObserver;
    }

    public boolean areObserved() {
        return observer != null;
    }

    // Without lambdas: if there were no memory for them, a lease would be lost.

    public void waited(PoolObserver.Wait reason, long nanos) {
        PoolObserver told = observer;
        if (told != null) {
            try {
                told.waited(reason, nanos);
            } catch (Throwable e) { // an observer may throw anything
                failed(e);
            }
        }
    }

    public void used(long nanos) {
        PoolObserver told = observer;
        if (told != null) {
            try {
                told.used(nanos);
            } catch (Throwable e) { // as above
                failed(e);
            }
        }
    }

    public void created(long nanos) {
        PoolObserver told = observer;
        if (told != null) {
            try {
                told.created(nanos);
            } catch (Throwable e) { // as above
                failed(e);
            }
        }
    }

    private void failed(Throwable failure) {
        try {
            SafeLog.write(
                    System.Logger.Level.WARNING,
                    "Pool " + poolName + ": the observer failed",
                    failure);
        } catch (Throwable e) {
            // No memory for the text, or no stack: nothing more can be done.
        }
    }
}
