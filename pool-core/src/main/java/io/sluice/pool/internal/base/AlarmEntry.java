package io.sluice.pool.internal.base;

import io.sluice.pool.spi.Ticker;
import org.jspecify.annotations.Nullable;

/** An alarm: first a node of the stack of arrivals, then of the heap, a pairing heap. */
abstract class AlarmEntry implements Ticker.Alarm {

    /** Shared: plain, before the push. Partner: {@code SystemTicker.arrived}. */
    long due;

    /**
     * Null once it runs or is cancelled, so that nothing of its pool is kept. Shared: atomic
     * exchange for null by the timer thread, which runs it; volatile, by the thread that cancels;
     * CAS from null by the thread that sets it again. Partner: {@code SystemTicker.restsUntil}. It
     * runs, or was cancelled.
     */
    volatile @Nullable Runnable task;

    /**
     * How many have arrived since the thread has looked, with this. Shared: plain, before the push;
     * racy read by the next push. Partner: {@code SystemTicker.arrived}.
     */
    int arrivals;

    /**
     * Of alarms that are due at the same time. Shared: plain, by the timer thread only. Partner:
     * {@code SystemTicker.arrived}.
     */
    long order;

    /**
     * The one that arrived before; then the next child of the same parent. Shared: plain, before
     * the push; then by the timer thread only. Partner: {@code SystemTicker.arrived}.
     */
    @Nullable AlarmEntry next;

    /**
     * The first child in the heap. Shared: plain, by the timer thread only. Partner: {@code
     * SystemTicker.arrived}.
     */
    private @Nullable AlarmEntry child;

    boolean isCancelled() {
        return task == null;
    }

    private boolean isBefore(AlarmEntry other) {
        return due == other.due ? order < other.order : due - other.due < 0;
    }

    static AlarmEntry meld(@Nullable AlarmEntry one, AlarmEntry other) {
        if (one == null) {
            return other;
        }
        AlarmEntry parent = one.isBefore(other) ? one : other;
        AlarmEntry below = parent == one ? other : one;
        below.next = parent.child;
        parent.child = below;
        return parent;
    }

    /** Returns the heap without this alarm, which is the first: its children, melded in pairs. */
    @Nullable AlarmEntry withoutThis() {
        AlarmEntry pairs = null;
        while (child != null) {
            AlarmEntry one = child;
            AlarmEntry other = one.next;
            child = other == null ? null : other.next;
            one.next = null;
            AlarmEntry pair = one;
            if (other != null) {
                other.next = null;
                pair = meld(one, other);
            }
            pair.next = pairs;
            pairs = pair;
        }
        AlarmEntry heap = null;
        while (pairs != null) {
            AlarmEntry pair = pairs;
            pairs = pair.next;
            pair.next = null;
            heap = meld(heap, pair);
        }
        return heap;
    }
}
