package io.sluice.pool.internal.queue;

import io.sluice.pool.PoolException;
import io.sluice.pool.TooManyWaitingException;
import io.sluice.pool.internal.queue.Waiter.Refusal;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Decides whether a thread may wait: not beyond the limit, and not while all are refused. */
public final class Admission {

    /**
     * The delay of a refused thread is this, times the number of threads being refused. With 10,000
     * virtual threads, a fifth of this value gives a sixth of the leases, and three times this
     * value gives no more (see {@code REFUSED_NANOS} in docs/results.md).
     */
    private static final long REFUSED_NANOS = 10_000;

    private static final long MOST_REFUSED_NANOS = 100_000_000;

    private final String poolName;
    private final int maxWaiting;
    private final CreationPermits permits;

    /**
     * Why no thread may wait at present; null if threads may. Shared: CAS before the waiters are
     * refused; volatile read by a waiter after it has joined. Partner: {@code Arrivals.first}. Each
     * waiter is in the queue when it is refused, or finds this.
     */
    private final AtomicReference<@Nullable Refusal> refusal = new AtomicReference<>();

    /**
     * How many threads are refused at this moment. Shared: atomic adds by these threads. Partner:
     * none (it only sets how long they are held up).
     */
    private final AtomicInteger refused = new AtomicInteger();

    /** Shared: atomic adds; volatile read by a snapshot. Partner: none (a count). */
    private final AtomicLong refusals = new AtomicLong();

    public Admission(String poolName, int maxWaiting, CreationPermits permits) {
        this.poolName = poolName;
        this.maxWaiting = maxWaiting;
        this.permits = permits;
    }

    /** Whether no more threads may wait. Those that growth can serve do not count. */
    boolean isFull(int waiting) {
        int spare = Math.max(0, permits.spare()); // fewer than none after a smaller maximum
        return waiting - spare >= maxWaiting;
    }

    /**
     * Delays a refused thread, for longer the more threads are refused: together they return at
     * most 100,000 times a second. Otherwise virtual threads that retry at once would keep their
     * carriers busy and starve the threads that hold resources.
     *
     * @return why: too many wait, or the refusal in force
     */
    PoolException tooMany(int waiting) {
        int atOnce = refused.incrementAndGet();
        try {
            LockSupport.parkNanos(Math.min(atOnce * REFUSED_NANOS, MOST_REFUSED_NANOS));
        } finally {
            refused.decrementAndGet();
        }
        return tooManyAtOnce(waiting);
    }

    /** The same without delay, for a request without a thread. */
    PoolException tooManyAtOnce(int waiting) {
        Refusal current = refusal.get();
        if (current != null) { // such as a closed pool: a larger maximum would not help
            return current.reason.get();
        }
        refusals.getAndIncrement();
        return new TooManyWaitingException(poolName, waiting, maxWaiting);
    }

    /** How many threads were refused because too many were waiting. */
    long refusals() {
        return refusals.get();
    }

    /** Why no thread may wait at present; null if threads may. */
    @Nullable Refusal refusal() {
        return refusal.get();
    }

    /** A caller is about to join the line. If all are refused, another attempt is wanted. */
    void callerComes() {
        Refusal current = refusal.get();
        if (current != null) {
            current.hasNewCaller = true;
        }
    }

    /** Refuses all new callers; returns the refusal in force, which may be another. */
    Refusal refuse(Supplier<? extends PoolException> reason, boolean forEver) {
        Refusal next = new Refusal(reason, forEver);
        for (; ; ) {
            Refusal current = refusal.get();
            if (current != null && current.forEver) {
                return current;
            }
            // Before the waiters: later callers see the refusal, earlier ones are in the queue.
            if (refusal.compareAndSet(current, next)) {
                return next;
            }
        }
    }

    /** Lets threads wait again, unless they are refused for good. */
    void accept() {
        Refusal current = refusal.get();
        if (current != null && !current.forEver) {
            refusal.compareAndSet(current, null);
        }
    }
}
