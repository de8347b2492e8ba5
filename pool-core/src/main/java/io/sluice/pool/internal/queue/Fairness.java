package io.sluice.pool.internal.queue;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Decides when a waiter is entitled to the next holder, and when its wake-ups are futile.
 *
 * <p>A holder handed over lies idle until its thread runs. Beside a long lease that costs nothing,
 * so each waiter is entitled on arrival and holders go round in order. Where leases are short,
 * running threads may overtake a waiter until its turn is due.
 */
public final class Fairness {

    /**
     * The time between turns while leases are short. A turn costs a context switch, some
     * microseconds; the longest wait is one turn for each waiter.
     */
    public static final long TURN_NANOS = 1_000_000;

    /** The shortest lease that is long. */
    public static final long LONG_LEASE_NANOS = 300_000;

    /** While threads wait, the clock is read once per this many leases of a holder. */
    public static final long LEASES_PER_LOOK = 16;

    /**
     * After this many futile wake-ups within FUTILE_NANOS the waiter parks for that long and keeps
     * its name, so that releases wake no thread. Running threads then reuse what they release
     * within microseconds, and each wake-up would waste two context switches. A lower limit would
     * let a waiter that was overtaken by chance suppress wake-ups while holders are available.
     */
    public static final int FUTILE_WAKE_UPS = 4;

    public static final long FUTILE_NANOS = 300_000;

    /** The lengths of leases are judged at most once in this time. */
    public static final long WINDOW_NANOS = 2_000_000;

    /**
     * After a longer time without a waiter the pool may have been idle, and leases look too long.
     */
    public static final long LONGEST_WINDOW_NANOS = 50_000_000;

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    private final HolderSlots<?> slots;

    /**
     * When the last turn was granted, in the ticker's time. Shared: volatile, racy updates.
     * Partner: none (one turn too many does no harm).
     */
    private volatile long turnAt;

    /**
     * When leases were last judged, in the ticker's time. Shared: CAS by the arriving thread that
     * judges them. Partner: none (another thread goes by the judgement before).
     */
    private final AtomicLong windowBegan;

    /**
     * How many leases had been returned then. Shared: volatile, by the thread that won the window.
     * Partner: {@code windowBegan}. A thread that reads it late misjudges one window.
     */
    private volatile long returnedBefore;

    /** Whether leases are long. Shared: volatile, racy updates. Partner: none (a hint). */
    private volatile boolean longLeases;

    /**
     * @param now the ticker's time; a turn is due a little later
     */
    Fairness(HolderSlots<?> slots, long now) {
        this.slots = slots;
        this.turnAt = now;
        this.windowBegan = new AtomicLong(now);
    }

    /**
     * Whether holders go round in order, because leases are long. Asked by each waiter on arrival
     * and after a futile wake-up, while all members are in use.
     *
     * @param since when the waiter arrived, in the ticker's time
     */
    boolean isOrdered(long now, long since) {
        long began = windowBegan.get();
        long window = now - began;
        if (window >= WINDOW_NANOS && windowBegan.compareAndSet(began, now)) {
            long returned = slots.returned();
            long leases = returned - returnedBefore;
            returnedBefore = returned;
            boolean wasBusy = window <= LONGEST_WINDOW_NANOS || since - began <= 0;
            if (wasBusy && leases >= 0) { // else members have left
                longLeases = window * busy() >= leases * LONG_LEASE_NANOS;
            }
        }
        return longLeases;
    }

    /**
     * How many leases make progress at a time. If they only compute, that is one for each
     * processor: then waiting for a processor does not count as lease time.
     */
    private int busy() {
        return Math.min(slots.seated(), PROCESSORS);
    }

    /** Whether a turn may be due after this lease; asked first, without the clock. */
    static boolean isLookDue(long lease) {
        return lease % LEASES_PER_LOOK == 0;
    }

    boolean isTurnDue(long now) {
        return now - turnAt >= TURN_NANOS;
    }

    /** Grants the turn that is due, unless the oldest waiter has only just come. */
    boolean grantTurn(long now, long arrivedAt) {
        if (now - arrivedAt < TURN_NANOS) {
            return false;
        }
        turnAt = now;
        return true;
    }
}
