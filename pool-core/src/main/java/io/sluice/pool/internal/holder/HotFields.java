package io.sluice.pool.internal.holder;

import io.sluice.pool.internal.base.OutOfLine;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a holder that acquire and release touch, kept together and apart from other writes:
 * they take one cache line, or parts of two, depending on the object's address.
 */
public abstract class HotFields<R> extends Padding<R> {

    static final VarHandle WORD;
    private static final VarHandle THREAD;
    private static MethodHandle noteCaller; // see OutOfLine

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            noteCaller = OutOfLine.of(lookup, "noteCaller", void.class);
            WORD = lookup.findVarHandle(HotFields.class, "word", long.class);
            THREAD = lookup.findVarHandle(HotFields.class, "thread", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * The state; {@link StateWord} has its layout. Shared: CAS from an expected word, by any
     * thread; volatile read. Partner: {@code seen}, {@code stamp}, {@code WaitSignals.waiting}. The
     * winner of a CAS owns the holder and its plain fields.
     */
    public volatile long word = StateWord.RESERVED;

    /**
     * The epoch of the owner's last check; 0, never a valid epoch, before the first. Shared: plain,
     * by the owner; racy reads by housekeeping, to choose candidates, and by captures, between two
     * reads of {@code word}. Partner: {@code word}. The value passes on with ownership;
     * housekeeping reads it again once it owns the holder.
     */
    public long seen;

    /**
     * The stamp of the last lease that was not taken back at once. Shared: plain, by the thread
     * that has begun a lease, before another thread has it; racy read by the next acquire at its
     * home, and by the thread that claims {@code abandoned}. Partner: {@code word}. A stale or torn
     * stamp makes the CAS of that acquire fail. It spares the acquire a read of the word, on which
     * its own last CAS may still be in flight.
     */
    public long stamp = StateWord.firstOfLease(StateWord.RESERVED);

    /**
     * The thread that acquired last, for people to read. Written only when it differs: a reference
     * stored into an old object pays the collector's card barrier. Shared: racy, by the owner; CAS
     * to null by housekeeping once the thread has ended; racy read by captures, between two reads
     * of {@code word}. Partner: none (just after a lease has begun it may still be the thread
     * before).
     */
    public @Nullable Thread thread;

    /**
     * The id of {@code thread}, which an acquire compares: its own id is loaded already, to find
     * the home. Shared: racy, written with {@code thread}; racy read by an acquire at home.
     * Partner: none (a thread that finds another id writes both again; an id is never reused).
     */
    public long threadId;

    public final R resource;
    final Epoch epoch;
    public final WaitSignals waiters;

    HotFields(R resource, Epoch epoch, WaitSignals waiters) {
        this.resource = resource;
        this.epoch = epoch;
        this.waiters = waiters;
    }

    /** Notes that the calling thread has acquired. */
    public final void acquiredByCaller() {
        try {
            noteCaller.invokeExact(this);
        } catch (Throwable e) {
            throw OutOfLine.rethrown(e);
        }
    }

    final void noteCaller() {
        acquiredBy(Thread.currentThread());
    }

    /** Notes the thread that has acquired. */
    public final void acquiredBy(Thread acquirer) {
        if (thread != acquirer) {
            thread = acquirer;
            threadId = idOf(acquirer);
        }
    }

    /** Notes that the lease belongs to no thread in particular. */
    public final void acquiredByNone() {
        if (thread != null) {
            thread = null;
            threadId = 0;
        }
    }

    @SuppressWarnings("deprecation") // Thread.threadId() is not in Java 17
    public static long idOf(Thread thread) {
        return thread.getId();
    }

    /** Drops the reference to an ended thread, unless another has acquired meanwhile. */
    public final void forget(Thread ended) {
        THREAD.compareAndSet(this, ended, null);
    }
}
