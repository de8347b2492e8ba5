package io.sluice.pool.internal.holder;

import io.sluice.pool.internal.base.OutOfLine;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/** What a release reads and tells of the threads that wait. */
public abstract class WaitSignals {

    // Updaters, not VarHandles: these would take memory when they are first used.
    private static final AtomicIntegerFieldUpdater<WaitSignals> WAITING =
            AtomicIntegerFieldUpdater.newUpdater(WaitSignals.class, "waiting");
    private static final AtomicLongFieldUpdater<WaitSignals> ENTITLED =
            AtomicLongFieldUpdater.newUpdater(WaitSignals.class, "entitled");

    private static MethodHandle serveOutOfLine =
            OutOfLine.of(MethodHandles.lookup(), "serve", void.class, long.class);

    /**
     * How many threads and requests wait and have nothing yet. Shared: atomic adds, by a thread
     * before it joins the queue and by the one that ends its item; volatile read. Partner: {@code
     * HotFields.word}, {@code CreationPermits.word}. A release publishes and a lowered permit is
     * written before this is read; a waiter counts itself before it scans and reads the permits.
     */
    public volatile int waiting;

    /**
     * How many of them are entitled to the next holder. A long, because a release combines it with
     * longs into one branch. Shared: atomic adds by the thread that sets or ends {@code ENTITLED};
     * volatile read. Partner: {@code Waiter}. It may lag by one step, even below zero: that costs
     * an overtaking, or one step more for each release.
     */
    public volatile long entitled;

    /** Returns the number before. */
    protected final int addWaiting(int change) {
        return WAITING.getAndAdd(this, change);
    }

    protected final void addEntitled(long change) {
        ENTITLED.getAndAdd(this, change);
    }

    /**
     * Whether {@link #released} may have anything to do; mostly it has not, so a release asks this
     * first.
     */
    public abstract boolean hasToKnow(long lease);

    /**
     * A holder has become available while threads wait.
     *
     * @param lease the serial of the lease that has ended; 0 if the holder has had none
     */
    public final void released(long lease) {
        try {
            serveOutOfLine.invokeExact(this, lease);
        } catch (Throwable e) {
            throw OutOfLine.rethrown(e);
        }
    }

    /** Does the work of {@link #released}. */
    protected abstract void serve(long lease);
}
