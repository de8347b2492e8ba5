package io.sluice.pool.internal.holder;

import io.sluice.pool.spi.Ticker;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * The coarse clock of one pool: the one value that acquire and release compare to detect changes.
 *
 * <p>Positive: the time of the last tick, new with every tick. Negative: dormant, equal to no
 * holder's {@code seen}. A holder whose {@code seen} equals the value was checked since the last
 * tick: not idle for long, of the current generation, in an open pool. On a difference a thread
 * takes the slow path and calls {@link #touch}, which keeps the ticks coming. A tick without a
 * touch goes dormant, so that an idle pool causes no wake-ups.
 */
public final class Epoch {

    private static final AtomicLongFieldUpdater<Epoch> VALUE =
            AtomicLongFieldUpdater.newUpdater(Epoch.class, "value");

    private final Ticker ticker;
    private final long origin;
    private final long periodNanos;
    private final boolean fixed;
    private final Pulse pulse;

    /** The work of each tick. Called on the timer thread. */
    public interface Pulse {

        /** Runs at each tick. */
        void tick();

        /**
         * Whether ticks are needed although no thread takes the slow path. Asked after the epoch
         * went dormant; whatever makes this true touches the epoch afterwards.
         */
        default boolean isNeeded() {
            return false;
        }
    }

    /**
     * Shared: CAS; volatile read by every acquire and release. Partner: {@code HotFields.seen},
     * {@code Generations.newest}, {@code HolderSets.closed}. Announced changes are written before
     * it and read after it.
     */
    public volatile long value = -1;

    /**
     * Whether a thread took the slow path since the last tick. Shared: volatile, set by {@link
     * #touch}, cleared by {@link #tick}. Partner: {@code value}. It is cleared before the new value
     * is set, so a thread that touched the old value touches again.
     */
    private volatile boolean touched;

    /**
     * Of a fixed epoch: whether a tick is due. Shared: CAS by the thread that starts the ticks;
     * volatile, by each tick. Partner: {@code touched}. A touch may rely on a tick that is just
     * ending; the next acquire, release or waiter starts the ticks again.
     */
    private final AtomicBoolean ticking = new AtomicBoolean();

    /**
     * @param ticker the source of time
     * @param periodNanos the time between ticks while there is traffic
     * @param fixed whether the value never changes and equals no holder's, so that each acquire and
     *     release takes the slow path
     * @param pulse the work of each tick
     */
    public Epoch(Ticker ticker, long periodNanos, boolean fixed, Pulse pulse) {
        this.ticker = ticker;
        this.origin = ticker.nanos() - 1;
        this.periodNanos = periodNanos;
        this.fixed = fixed;
        this.pulse = pulse;
    }

    /** The time since the pool was opened, in nanoseconds; at least 1. */
    public long now() {
        return ticker.nanos() - origin;
    }

    /** Whether no tick will follow: in a tick, whether it is the last one. */
    public boolean isDormant() {
        return fixed ? !ticking.get() : value <= 0;
    }

    /**
     * Begins the slow path: keeps the clock ticking and returns the value for {@code seen}. Must
     * come before the reads of what a new epoch announces (closed, generation), so that a missed
     * change is a difference next time.
     */
    public long touch() {
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

    /** Ticks for {@code pulse} only; the value does not change and equals no holder's. */
    private long touchFixed() {
        touched = true;
        if (!ticking.get() && ticking.compareAndSet(false, true)) {
            tickSoon();
        }
        return now();
    }

    private void tickSoon() {
        try {
            ticker.schedule(this::tick, periodNanos);
        } catch (Throwable e) { // out of memory: a stopped clock must not look alive
            ticking.set(false);
            long current = value;
            // Once: a later value has its own alarm.
            while (current > 0 && !VALUE.compareAndSet(this, current, -current)) {
                current = value;
            }
            throw e;
        }
    }

    /**
     * Changes the value for every holder. A thread that announces a change writes it before this
     * call.
     */
    public void bump() {
        for (; ; ) {
            long current = value;
            if (VALUE.compareAndSet(this, current, current > 0 ? current + 1 : current - 1)) {
                return;
            }
        }
    }

    /**
     * Runs on the timer thread, once for each schedule. At most one is pending; a dormant epoch has
     * none.
     */
    public void tick() {
        boolean goOn = touched;
        // Cleared before the new value: a thread that touches with the old one differs from the new
        // one and touches again.
        touched = false;
        ticking.set(goOn);
        while (!fixed) {
            long current = value;
            long next = goOn ? Math.max(current + 1, now()) : -Math.abs(current);
            if (VALUE.compareAndSet(this, current, next)) {
                break;
            }
        }
        try {
            pulse.tick();
        } finally { // a stopped clock must not look alive
            if (goOn) {
                tickSoon();
            } else if (pulse.isNeeded()) {
                touch();
            }
        }
    }
}
