package io.sluice.pool.internal;

import io.sluice.pool.spi.Ticker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The coarse time of one pool, and the one value to compare for everything that acquire and release
 * must notice.
 *
 * <p>Positive: the time of the last tick, new with every tick. Negative: dormant, equal to no
 * holder's {@code seen}. A holder whose {@code seen} equals it was looked at since the last tick:
 * not idle for long, of this generation, in an open pool. Whoever finds a difference takes the slow
 * side, {@link #touch}es, and thereby keeps the ticks coming; a tick that finds no touch goes
 * dormant, so that an idle pool wakes for nothing.
 */
final class Epoch {

    private static final VarHandle VALUE;
    private static final VarHandle TICKING;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            VALUE = lookup.findVarHandle(Epoch.class, "value", long.class);
            TICKING = lookup.findVarHandle(Epoch.class, "ticking", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Ticker ticker;
    private final long origin;
    private final long periodNanos;
    private final boolean fixed;
    private final Pulse pulse;

    /** What beats with the epoch. Called on the timer thread. */
    interface Pulse {

        /** At each tick. */
        void tick();

        /**
         * Whether ticks are needed though nobody takes the slow side. Asked after the epoch went
         * dormant: what makes this true touches the epoch afterwards.
         */
        default boolean isNeeded() {
            return false;
        }
    }

    /**
     * Read volatile by every acquire and release; changed by compare-and-set only. Partner: {@code
     * HotFields.seen}.
     */
    volatile long value = -1;

    /**
     * Whether somebody took the slow side since the last tick. Volatile; set by {@link #touch},
     * cleared by {@link #tick}.
     */
    private volatile boolean touched;

    /**
     * Of a fixed epoch: whether a tick is due. Volatile and racy: one tick too many does no harm.
     */
    private volatile boolean ticking;

    /**
     * @param ticker the source of time
     * @param periodNanos from tick to tick while there is traffic
     * @param fixed never tick: no holder ever equals the epoch, so each acquire and release takes
     *     the slow side
     * @param pulse what is to be done at each tick
     */
    Epoch(Ticker ticker, long periodNanos, boolean fixed, Pulse pulse) {
        this.ticker = ticker;
        this.origin = ticker.nanos() - 1;
        this.periodNanos = periodNanos;
        this.fixed = fixed;
        this.pulse = pulse;
    }

    /** The time since the pool was opened, in nanoseconds; at least 1. */
    long now() {
        return ticker.nanos() - origin;
    }

    /**
     * The slow side begins here: keeps the clock ticking and returns the value for {@code seen}. It
     * must be read before anything that a change of the epoch announces (closed, generation), so
     * that a change missed is a difference next time.
     */
    long touch() {
        if (fixed) {
            return touchFixed();
        }
        for (; ; ) {
            long current = value;
            if (current > 0) {
                if (!touched) {
                    touched = true;
                }
                return current;
            }
            long live = Math.max(-current + 1, now());
            if (VALUE.compareAndSet(this, current, live)) {
                touched = true;
                tickSoon();
                return live;
            }
        }
    }

    /**
     * Ticks for the sake of {@code pulse}, while the value stays as it is and equals no holder's.
     */
    private long touchFixed() {
        touched = true;
        if (!ticking && TICKING.compareAndSet(this, false, true)) {
            tickSoon();
        }
        return now();
    }

    private void tickSoon() {
        try {
            ticker.schedule(this::tick, periodNanos);
        } catch (Throwable e) { // out of memory: a clock that stands still must not look alive
            ticking = false;
            long current = value;
            // Once: what is alive after that has an alarm of its own.
            while (current > 0 && !VALUE.compareAndSet(this, current, -current)) {
                current = value;
            }
            throw e;
        }
    }

    /** Makes every holder differ. Whoever announces something by this writes it first. */
    void bump() {
        for (; ; ) {
            long current = value;
            if (VALUE.compareAndSet(this, current, current > 0 ? current + 1 : current - 1)) {
                return;
            }
        }
    }

    /**
     * Runs on the timer thread, once for each schedule. Only one is under way at any time: a
     * dormant epoch has none.
     */
    void tick() {
        boolean goOn = touched;
        // Cleared before the new value: who still touches the old one differs from the new one and
        // touches again.
        touched = false;
        ticking = goOn;
        while (!fixed) {
            long current = value;
            long next = goOn ? Math.max(current + 1, now()) : -Math.abs(current);
            if (VALUE.compareAndSet(this, current, next)) {
                break;
            }
        }
        try {
            pulse.tick();
        } finally { // a clock that stands still must not look alive
            if (goOn) {
                tickSoon();
            } else if (pulse.isNeeded()) {
                touch();
            }
        }
    }
}
