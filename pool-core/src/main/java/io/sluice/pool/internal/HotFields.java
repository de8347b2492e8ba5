package io.sluice.pool.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a holder that acquire and release touch, kept together and apart from other writes:
 * they take one cache line, or parts of two, depending on the object's address.
 */
abstract class HotFields<R> extends Padding<R> {

    static final VarHandle WORD;
    private static final VarHandle THREAD;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            WORD = lookup.findVarHandle(HotFields.class, "word", long.class);
            THREAD = lookup.findVarHandle(HotFields.class, "thread", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * The state. Read volatile, changed only by compare-and-set from an expected word: see {@link
     * StateWord}.
     */
    volatile long word = StateWord.RESERVED;

    /**
     * The epoch of the owner's last look; 0, which no epoch is, until there was one: what an epoch
     * of that time announces nobody has seen yet. Plain: written by the owner only, and ordered by
     * the compare-and-set with which ownership passes on; housekeeping reads it racily to choose
     * candidates and again once it owns one.
     */
    long seen;

    /**
     * The stamp of the last lease that was not taken back at once. Plain: written by who begins a
     * lease, once that has won and before anybody else has the lease; read by who has it. Also read
     * racily by who tries to begin the next one at its home: a stamp that is not the last one's
     * makes its compare-and-set of {@link #word} fail. Kept beside the word so that neither needs
     * to be read where the compare-and-set before has hardly reached the cache.
     */
    long stamp = StateWord.firstOfLease(StateWord.RESERVED);

    /**
     * Who acquired last. Plain: written only when it differs, since a reference stored into an old
     * object pays the collector's card barrier; read racily for diagnosis, between two reads of the
     * word.
     */
    @Nullable Thread thread;

    /**
     * Its id, written with it: what an acquire compares, for that is loaded already to find the
     * home, and in {@code acquire()} takes part in its one branch. Plain and racy like {@link
     * #thread}; who is wrong about it only writes both again.
     */
    long threadId;

    final R resource;
    final Epoch epoch;
    final WaiterQueue<R> waiters;
    final HolderReturn<R> owner;

    HotFields(R resource, Epoch epoch, WaiterQueue<R> waiters, HolderReturn<R> owner) {
        this.resource = resource;
        this.epoch = epoch;
        this.waiters = waiters;
        this.owner = owner;
    }

    /** Notes the lease that the caller began at its home. */
    final void acquiredBy(Thread acquirer, long newStamp) {
        stamp = newStamp;
        acquiredBy(acquirer);
    }

    /** Notes that the calling thread has acquired. */
    final void acquiredByCaller() {
        acquiredBy(Thread.currentThread());
    }

    /** Notes the thread that has acquired. */
    final void acquiredBy(Thread acquirer) {
        if (thread != acquirer) {
            thread = acquirer;
            threadId = AvailableQueue.threadId(acquirer);
        }
    }

    /** Drops the reference to an ended thread, unless another has acquired meanwhile. */
    final void forget(Thread ended) {
        THREAD.compareAndSet(this, ended, null);
    }
}
