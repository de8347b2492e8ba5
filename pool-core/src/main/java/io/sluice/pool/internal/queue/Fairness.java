package io.sluice.pool.internal.queue;

/**
 * Decides when a waiter is entitled to the next holder, and when its wake-ups are futile. Until
 * then running threads may overtake it, which keeps throughput high on busy cores.
 */
public final class Fairness {

    /**
     * How long a waiter waits before a futile wake-up entitles it. If it were shorter, and many
     * threads held resources for a millisecond each, all waiters would be entitled: resources would
     * lie idle during wake-ups.
     */
    public static final long PATIENCE_NANOS = 10_000_000;

    /**
     * The time between turns while leases are short. A turn costs a context switch, some
     * microseconds; the longest wait is one turn for each waiting thread.
     */
    public static final long TURN_NANOS = 300_000;

    /** While threads wait, the clock is read once per this many leases of a holder. */
    public static final long LEASES_PER_LOOK = 16;

    /**
     * While threads wait, a turn is due once per this many leases of a holder, whatever the clock
     * says.
     */
    public static final long LEASES_PER_TURN = 1 << 16;

    /**
     * After this many futile wake-ups within TURN_NANOS the waiter parks for TURN_NANOS and keeps
     * its name, so that releases wake no thread. Running threads then reuse what they release
     * within microseconds, and each wake-up would waste two context switches. A lower limit would
     * let a waiter that was overtaken by chance suppress wake-ups while holders are available.
     */
    public static final int FUTILE_WAKE_UPS = 4;

    /**
     * When the last turn was granted, in the ticker's time. Shared: volatile, racy updates.
     * Partner: none (one turn too many does no harm).
     */
    private volatile long turnAt;

    /**
     * @param now the ticker's time; a turn is due a little later
     */
    Fairness(long now) {
        this.turnAt = now;
    }

    /** Whether a turn may be due after this lease; asked first, without the clock. */
    static boolean isLookDue(long lease) {
        return lease % LEASES_PER_LOOK == 0;
    }

    /** Whether a turn is due after this lease. */
    boolean isTurnDue(long lease, long now) {
        return now - turnAt >= TURN_NANOS || isDueAnyway(lease);
    }

    /** Grants the turn that is due, unless the oldest waiter has only just come. */
    boolean grantTurn(long lease, long now, long arrivedAt) {
        if (now - arrivedAt < TURN_NANOS && !isDueAnyway(lease)) {
            return false;
        }
        turnAt = now;
        return true;
    }

    private static boolean isDueAnyway(long lease) {
        return lease % LEASES_PER_TURN == 0;
    }

    /** Whether a waiter with a futile wake-up has waited for long enough. */
    static boolean isPatienceOver(long now, long arrivedAt) {
        return now - arrivedAt > PATIENCE_NANOS;
    }
}
