package io.sluice.pool.internal.queue;

import io.sluice.pool.PoolException;
import io.sluice.pool.TooManyWaitingException;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.queue.Waiter.Refusal;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Requests that wait without a thread, in the line of a {@link WaiterQueue}. */
public final class DetachedWaiters<R> {

    private final WaiterQueue<R> waiters;

    /**
     * Requests whose time is over and whose exception is being made. Shared: concurrent set; the
     * timer adds one before it leaves the line; iterated after the line was read. Partner: {@code
     * Arrivals.first}, {@code Arrivals.again}.
     */
    private final Set<Waiter> timedOut = ConcurrentHashMap.newKeySet();

    public DetachedWaiters(WaiterQueue<R> waiters) {
        this.waiters = waiters;
    }

    /**
     * Counts a request as waiting; it must {@linkplain #join join} the line next.
     *
     * @param again as in {@link WaiterQueue#await}
     * @param ended called once when the wait has ended, on the thread that ended it; neither blocks
     *     nor fails. Not called after {@link #withdraw}
     */
    public DetachedWaiter newWaiter(boolean again, long arrivedAt, Runnable ended) {
        waiters.admission.callerComes();
        DetachedWaiter self =
                new DetachedWaiter(waiters.arrivals.line(again), arrivedAt, this::serve, ended);
        self.others = waiters.countIn(); // before it can be withdrawn, which counts it out
        return self;
    }

    /**
     * Lets a request join the line. Its wait may end before this returns.
     *
     * @param deadline when it gives up, in the ticker's time
     * @throws TooManyWaitingException if as many as allowed wait already
     */
    public void join(DetachedWaiter self, long deadline) {
        Arrivals arrivals = waiters.arrivals;
        Admission admission = waiters.admission;
        try {
            if (self.line == arrivals.first
                    && admission.isFull(self.others)
                    && waiters.giveUp(self)) {
                waiters.demand.run(); // as in WaiterQueue.await
                throw admission.tooManyAtOnce(self.others);
            }
            arrivals.add(self);
            if (self.get() == Waiter.GONE) { // withdrawn, perhaps before it was in the line
                arrivals.remove(self);
                return;
            }
            long now = waiters.ticker.nanos();
            self.setAlarm(waiters.ticker.schedule(() -> expire(self), deadline - now));
            if (waiters.fairness.isOrdered()) {
                waiters.entitle(self);
            }
            waiters.signalIfAvailable(); // once it is counted: a release before did not see it
            waiters.demand.run(); // afterwards: what was available may have gone to another
            Refusal reason = admission.refusal(); // once it has joined, as in WaiterQueue.await
            if (reason != null) {
                waiters.refuse(self, reason);
            }
        } catch (Throwable e) {
            boolean isOver = self.get() == Waiter.GONE || waiters.giveUp(self);
            if (isOver) {
                arrivals.remove(self);
                self.cancelAlarm();
                throw e;
            } // else another thread has ended it, and tells the request
        }
    }

    /** Runs on the timer thread. */
    private void expire(DetachedWaiter self) {
        if (!waiters.end(self, Waiter.TIMED_OUT)) {
            return;
        }
        try {
            timedOut.add(self); // before it leaves the line
        } finally { // out of memory: it is not counted as waiting while its exception is made
            waiters.arrivals.remove(self);
            self.wake();
        }
    }

    /**
     * Hands an available holder to a request, at a tick; false if there is none or its wait is
     * over.
     */
    private boolean serve(DetachedWaiter waiter) {
        ResourceHolder<R> holder = waiters.takeAvailable();
        if (holder == null) {
            return false;
        }
        Object item = waiter.get();
        if (Waiter.isLive(item) && waiters.handTo(waiter, item, holder)) {
            return true;
        }
        holder.publish();
        return false;
    }

    /** Takes a request out of the line; false if its wait has ended already. */
    public boolean withdraw(DetachedWaiter self) {
        if (!waiters.giveUp(self)) {
            return false;
        }
        waiters.arrivals.remove(self);
        self.cancelAlarm();
        waiters.lookForOthers();
        return true;
    }

    /**
     * Returns the holder that a request has waited for, with a new lease; null if its time is over.
     *
     * @throws PoolException the reason of a refusal
     */
    public @Nullable ResourceHolder<R> outcome(DetachedWaiter ended) {
        return ended.get() == Waiter.TIMED_OUT ? null : waiters.holderOf(ended);
    }

    /** The exception of a request that timed out was made: it no longer waits in the pool. */
    public void reported(DetachedWaiter ended) {
        timedOut.remove(ended);
    }

    /** How many requests wait, including those that timed out and are not {@link #reported} yet. */
    public int count() {
        Set<Waiter> waiting = new HashSet<>();
        for (Waiter waiter : waiters.arrivals.unserved()) {
            if (waiter.isDetached()) {
                waiting.add(waiter);
            }
        }
        waiting.addAll(timedOut);
        return waiting.size();
    }
}
