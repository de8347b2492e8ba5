package io.sluice.pool.internal.queue;

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

    /**
     * The longest that one lease counts: a single one that lost its processor must not make all
     * look long.
     */
    private static final long MOST_NANOS = 4 * LONG_LEASE_NANOS;

    /** The mean is of about this many leases. */
    private static final int MEAN_OF = 8;

    /**
     * When the last turn was granted, in the ticker's time. Shared: volatile, racy updates.
     * Partner: none (one turn too many does no harm).
     */
    private volatile long turnAt;

    /**
     * The mean length of the newest leases that were timed; negative before the first. Shared:
     * volatile, racy updates. Partner: none (a lost update is one lease less in the mean).
     */
    private volatile long meanNanos = -1;

    /**
     * @param now the ticker's time; a turn is due a little later
     */
    Fairness(long now) {
        this.turnAt = now;
    }

    /**
     * A lease has ended that was timed, as one of each holder is in each tick. Its whole time
     * counts: a thread that waits for a database leaves the processor to others.
     */
    void used(long nanos) {
        long length = Math.min(nanos, MOST_NANOS);
        long mean = meanNanos;
        meanNanos = mean < 0 ? length : mean + (length - mean) / MEAN_OF;
    }

    /**
     * Whether holders go round in order, because leases are long. Asked by each waiter on arrival
     * and after a futile wake-up.
     */
    boolean isOrdered() {
        return meanNanos >= LONG_LEASE_NANOS;
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
