package io.sluice.pool.internal.queue;

import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.spi.Ticker;
import java.util.Queue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A request that waits without a thread. It never looks for a holder: a release, a tick or a thread
 * that joins or leaves takes one for it. The thread that ends its item tells the request.
 */
public final class DetachedWaiter extends Waiter {

    private static final long serialVersionUID = 1L;

    /** Hands it an available holder at a tick, if there is one. */
    private final transient Predicate<DetachedWaiter> tick;

    /**
     * How many waited when it was counted. Shared: plain, by the thread that makes it and lets it
     * join. Partner: none (confined to that thread).
     */
    int others;

    /** Called once, by the thread that ended the item, unless the request withdrew by itself. */
    private final transient Runnable ended;

    /**
     * Ends the wait at the deadline; null until it is set. Shared: volatile, by the joining thread,
     * before it reads the item; read by the thread that ended the item. Partner: {@code Waiter}.
     * One of the two cancels the alarm.
     */
    private transient volatile Ticker.@Nullable Alarm alarm;

    DetachedWaiter(
            Queue<Waiter> line, long arrivedAt, Predicate<DetachedWaiter> tick, Runnable ended) {
        super(line, arrivedAt, null);
        this.tick = tick;
        this.ended = ended;
    }

    /** Whether its item is a holder, which has a new lease. */
    public boolean isServed() {
        return get() instanceof ResourceHolder;
    }

    void setAlarm(Ticker.Alarm set) {
        alarm = set;
        if (!isLive()) {
            set.cancel();
        }
    }

    void cancelAlarm() {
        Ticker.Alarm set = alarm;
        if (set != null) {
            set.cancel();
        }
    }

    @Override
    boolean tell() {
        return tick.test(this);
    }

    @Override
    void wake() {
        ended.run();
        cancelAlarm(); // afterwards: the timer of a closed pool must not end before it has the task
    }
}
