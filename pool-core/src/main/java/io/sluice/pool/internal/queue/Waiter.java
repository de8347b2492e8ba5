package io.sluice.pool.internal.queue;

import io.sluice.pool.PoolException;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One thread or {@linkplain DetachedWaiter request} that waits for a holder. Its item is its state,
 * changed only by compare-and-set: {@code WAITING → ENTITLED}, and from either to an end: a holder,
 * a refusal, {@code GONE} or {@code TIMED_OUT}.
 */
public class Waiter extends AtomicReference<Object> {

    private static final long serialVersionUID = 1L;

    /** Scans for itself; running threads may overtake it. */
    static final Object WAITING = new Object();

    /** Leases are long, or its turn is due: holders are handed over to it in order of arrival. */
    static final Object ENTITLED = new Object();

    /** Left by itself: took a holder it found, or gave up. */
    static final Object GONE = new Object();

    /** Gave up at its deadline; in the queue until its exception is being made. */
    static final Object TIMED_OUT = new Object();

    /** Why threads must not wait, now or for good. */
    public static final class Refusal {

        /** Makes a new exception for each refused thread. */
        final Supplier<? extends PoolException> reason;

        final boolean forEver;

        /**
         * Whether a caller has come since, so that another attempt is wanted. Shared: volatile, set
         * by a caller before it joins the line. Partner: {@code Admission.refusal}. A caller that
         * the retry after a failure misses came before it, or waits and looks at demand.
         */
        volatile boolean hasNewCaller;

        Refusal(Supplier<? extends PoolException> reason, boolean forEver) {
            this.reason = reason;
            this.forEver = forEver;
        }
    }

    /** Null for a request without a thread. */
    final transient @Nullable Thread thread;

    /** The queue that contains it, until it is served or leaves. */
    final transient Queue<Waiter> line;

    /** When it first arrived, in the ticker's time. */
    final long arrivedAt;

    /** The futile wake-ups since {@code futileSince}. Both are confined to its own thread. */
    private int futile;

    private long futileSince;

    /**
     * Whether a tick has woken it and it has not looked since. Shared: volatile, set by the tick
     * before the wake-up, cleared by the waiter before it looks. Partner: {@code HotFields.word}. A
     * waiter that was told since its last look does not park.
     */
    private volatile boolean told;

    public Waiter(Queue<Waiter> line, long arrivedAt) {
        this(line, arrivedAt, Thread.currentThread());
    }

    Waiter(Queue<Waiter> line, long arrivedAt, @Nullable Thread thread) {
        super(WAITING);
        this.thread = thread;
        this.line = line;
        this.arrivedAt = arrivedAt;
    }

    final boolean isLive() {
        return isLive(get());
    }

    /** Whether the wait of one with this item goes on. */
    static boolean isLive(@Nullable Object item) {
        return item == WAITING || item == ENTITLED;
    }

    /**
     * Counts a futile notification. Returns whether there were too many within FUTILE_NANOS, so
     * that the waiter should park unsignalled for that long; then counts anew.
     */
    boolean countFutileWakeUp(long now) {
        if (futile == 0 || now - futileSince >= Fairness.FUTILE_NANOS) {
            futileSince = now;
            futile = 0;
        }
        futile++;
        if (futile < Fairness.FUTILE_WAKE_UPS) {
            return false;
        }
        futile = 0;
        return true;
    }

    /** Whether it waits without a thread, and so never looks by itself. */
    final boolean isDetached() {
        return thread == null;
    }

    /** Wakes it, unless it was told before and has not run since. */
    boolean tell() {
        if (told) {
            return false;
        }
        told = true;
        wake();
        return true;
    }

    /** Whether it was told since its last scan; a lock may have consumed the wake-up. */
    boolean isTold() {
        return told;
    }

    /** It is about to scan. */
    void looks() {
        if (told) {
            told = false;
        }
    }

    /** Wakes its thread, to look or because its item was ended. */
    void wake() {
        LockSupport.unpark(thread);
    }

    @Override
    public String toString() {
        return "Waiter[" + (thread == null ? "no thread" : thread.getName()) + "]";
    }
}
