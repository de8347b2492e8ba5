package io.sluice.pool.internal;

import io.sluice.pool.PoolException;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * One thread that waits for a holder. Its item says how that stands; it is changed by
 * compare-and-set only: {@code WAITING → OLD}, and from either to an end, which is a holder, a
 * refusal, {@code GONE} or {@code TIMED_OUT}.
 *
 * <p>One that has no thread to park would be old from its beginning, so that holders are handed
 * over to it, and {@link #wake} would complete what it stands for.
 */
final class Waiter extends AtomicReference<Object> {

    private static final long serialVersionUID = 1L;

    /** Looks for itself; running threads may overtake it. */
    static final Object WAITING = new Object();

    /** Past its patience, or its turn is due: holders are handed over to it in order of arrival. */
    static final Object OLD = new Object();

    /** Left by itself: took something it found, or gave up. */
    static final Object GONE = new Object();

    /** Gave up because its time was over; in line until its exception is being made. */
    static final Object TIMED_OUT = new Object();

    /** Why nobody is to wait, now or ever again; makes a new exception for each who is refused. */
    record Refusal(Supplier<? extends PoolException> reason, boolean forEver) {}

    final transient Thread thread = Thread.currentThread();

    /** The queue that it is in, until it is served or leaves. */
    final transient Queue<Waiter> line;

    /** When it came first, in the ticker's time. */
    final long arrivedAt;

    /** How often it was woken in vain since {@code vainSince}. Both plain, of its own thread. */
    private int vain;

    private long vainSince;

    /**
     * Whether a tick has woken it and it has not looked since. Volatile: set by the timer thread,
     * before the wake-up, and cleared by the waiter, before it looks. Partner: what is available.
     */
    private volatile boolean told;

    Waiter(Queue<Waiter> line, long arrivedAt) {
        super(WAITING);
        this.line = line;
        this.arrivedAt = arrivedAt;
    }

    boolean isLive() {
        Object item = get();
        return item == WAITING || item == OLD;
    }

    /**
     * Notes that it was woken in vain, and says whether it was so often within the time of a turn
     * that it shall not be woken for as long as that. Says so once, and counts anew.
     */
    boolean isWokenInVainTooOften(long now) {
        if (vain == 0 || now - vainSince >= WaiterQueue.TURN_NANOS) {
            vainSince = now;
            vain = 0;
        }
        vain++;
        if (vain < WaiterQueue.VAIN_WAKE_UPS) {
            return false;
        }
        vain = 0;
        return true;
    }

    /** Wakes it, unless it was told before and has had no processor since. */
    boolean tell() {
        if (told) {
            return false;
        }
        told = true;
        wake();
        return true;
    }

    /** Whether it was told since it has looked: the wake-up may be used up by a lock. */
    boolean isTold() {
        return told;
    }

    /** It is about to look. */
    void looks() {
        if (told) {
            told = false;
        }
    }

    void wake() {
        LockSupport.unpark(thread);
    }

    @Override
    public String toString() {
        return "Waiter[" + thread.getName() + "]";
    }
}
