package io.sluice.pool.internal.upkeep;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.StateWord;
import io.sluice.pool.internal.queue.HolderSets;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Ticker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The timed work on holders: expiry, idle time-outs, keepalive, leak reports.
 *
 * <p>It sleeps until the next deadline. A pass runs on the timer thread and therefore only reads
 * and changes state words; blocking work goes to creator threads.
 */
public final class Housekeeping<R> {

    @SuppressWarnings("rawtypes") // the class of the field's owner
    private static final AtomicReferenceFieldUpdater<Housekeeping, Planned> PLANNED =
            AtomicReferenceFieldUpdater.newUpdater(Housekeeping.class, Planned.class, "planned");

    private static final long NEVER = Long.MAX_VALUE;

    /** The delay until a failed pass is repeated. */
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The work that housekeeping delegates. Called on the timer thread, without any lock held. */
    public interface Work<R> {

        /**
         * Validates these one after the other in the background, unless threads wait; must be
         * followed by {@link #keptAlive}.
         */
        void keepAlive(List<ResourceHolder<R>> due);

        /** A lease has exceeded the leak threshold. */
        void leaked(ResourceHolder<R> holder, Throwable site);
    }

    private final long idleTimeout;
    private final long keepaliveInterval;
    private final long leakThreshold;
    private final Ticker ticker;
    private final Epoch epoch;
    private final HolderSets<R> sets;
    private final IntSupplier minSize;
    private final Work<R> work;

    private final Planned none = new Planned(this, NEVER);

    /** Replaces every planned pass: none is due before it. */
    private final Planned closed = new Planned(this, Long.MIN_VALUE);

    /**
     * The next pass. Shared: CAS by a thread that plans an earlier one and by the alarm; atomic
     * exchange by the close. Partner: {@code Planned.alarm}, {@code Planned.over}. A plan whose
     * alarm cannot be set gives way to the one before, unless that is over.
     */
    private volatile Planned planned = none;

    /**
     * Whether a pass could not be planned. Shared: volatile, set by the thread that failed, cleared
     * by the next tick, which makes a pass. Partner: none (a pass too many does no harm).
     */
    private volatile boolean missed;

    /**
     * Whether a round of keepalives is under way: at most one, or a pool at rest would look empty.
     * Shared: volatile, by the timer thread and the end of the round. Partner: none (only the timer
     * thread starts a round).
     */
    private volatile boolean keepingAlive;

    /**
     * Whether something came due while a round was under way. Shared: volatile, set by the timer
     * thread, cleared at the end of the round. Partner: none (should the two cross, the next pass
     * finds it due again).
     */
    private volatile boolean passedOver;

    /**
     * @param minSize the present minimum, which a resize may change
     */
    public Housekeeping(
            PoolConfig config, Epoch epoch, HolderSets<R> sets, IntSupplier minSize, Work<R> work) {
        this.idleTimeout = config.idleTimeout().toNanos();
        this.keepaliveInterval = config.keepaliveInterval().toNanos();
        this.leakThreshold = config.leakThreshold().toNanos();
        this.ticker = config.ticker();
        this.epoch = epoch;
        this.sets = sets;
        this.minSize = minSize;
        this.work = work;
    }

    /** A holder has joined; its deadlines may be the next. */
    public void joined(ResourceHolder<R> holder) {
        arm(Math.min(holder.expiresAt, ifReleasedAt(epoch.now())));
    }

    /** A lease has begun while leak detection is on. */
    public void leased() {
        arm(after(epoch.now(), leakThreshold));
    }

    /** The minimum has changed: idle holders that were to stay may be due. */
    public void resized() {
        arm(epoch.now());
    }

    private static long after(long time, long limit) {
        return limit == 0 ? NEVER : time + limit;
    }

    private long ifReleasedAt(long time) {
        return Math.min(after(time, idleTimeout), after(time, keepaliveInterval));
    }

    /**
     * Makes sure that a pass runs at that time. Cancels the old alarm last, so that it stands if
     * the new one fails.
     */
    private void arm(long time) {
        try {
            Planned next = null;
            Planned before = planned;
            while (time < before.due) {
                if (next == null) {
                    next = new Planned(this, time);
                }
                if (PLANNED.compareAndSet(this, before, next)) {
                    schedule(next, before);
                    return;
                }
                before = planned;
            }
        } catch (Throwable e) { // out of memory
            missed = true;
            throw e;
        }
    }

    private void schedule(Planned next, Planned before) {
        try {
            next.alarm = ticker.schedule(next, next.due - epoch.now());
        } catch (Throwable e) {
            next.over = true;
            if (PLANNED.compareAndSet(this, next, before) && before.over) {
                PLANNED.compareAndSet(this, before, none);
            }
            throw e;
        }
        before.cancel();
        if (planned != next) { // another thread has replaced it, perhaps before it had an alarm
            next.cancel();
            PLANNED.compareAndSet(this, next, none); // it may have been restored meanwhile
        }
    }

    public void close() {
        PLANNED.getAndSet(this, closed).cancel();
    }

    /** Replaces a pass that could not be planned. Called on the timer thread. */
    public void tick() {
        if (missed) {
            missed = false;
            pass();
        }
    }

    /** Runs on the timer thread, unless another pass has replaced this one. */
    private void isDue(Planned now) {
        if (PLANNED.compareAndSet(this, now, none)) {
            pass();
        }
    }

    /** Checks all members, then sleeps until the next deadline. */
    private void pass() {
        long next = epoch.now() + AGAIN_NANOS;
        try {
            Pass pass = new Pass(sets.members());
            pass.run();
            next = pass.next;
        } finally {
            arm(next);
        }
    }

    /** A planned pass and its alarm. */
    private static final class Planned implements Runnable {

        private final Housekeeping<?> housekeeping;

        /** In pool time. */
        private final long due;

        /**
         * Null until it is set. Shared: volatile, by the planning thread, before it reads {@code
         * planned} again; read by the thread that plans another, after that is there. Partner:
         * {@code planned}. One of the two cancels the alarm.
         */
        private volatile Ticker.@Nullable Alarm alarm;

        /**
         * Whether its alarm has fired or was cancelled. Shared: volatile, by the alarm before its
         * CAS of {@code planned}, and by a thread that cancels; read by a thread that has put the
         * plan back. Partner: {@code planned}. A plan put back is taken out again by one of them.
         */
        private volatile boolean over;

        Planned(Housekeeping<?> housekeeping, long due) {
            this.housekeeping = housekeeping;
            this.due = due;
        }

        @Override
        public void run() {
            over = true;
            housekeeping.isDue(this);
        }

        void cancel() {
            over = true;
            Ticker.Alarm set = alarm;
            if (set != null) {
                set.cancel();
            }
        }
    }

    /**
     * The round of keepalives is over.
     *
     * @param cutShort whether some keepalives are still due
     */
    void keptAlive(boolean cutShort) {
        keepingAlive = false;
        if (passedOver || cutShort) {
            passedOver = false;
            arm(epoch.now() + keepaliveInterval / 4);
        }
    }

    /** Whether a keepalive is still due, now that the caller has reserved the holder. */
    boolean isKeepaliveDue(ResourceHolder<R> holder) {
        return epoch.now() >= after(lastProof(holder), keepaliveInterval);
    }

    private long lastProof(ResourceHolder<R> holder) {
        return Math.max(holder.seen, holder.validatedAt);
    }

    /** One check of all members. */
    private final class Pass {

        private final long now = epoch.now();
        private final List<ResourceHolder<R>> members;
        private final List<ResourceHolder<R>> keepalives = new ArrayList<>();
        private int staying;
        private long next = NEVER;

        Pass(List<ResourceHolder<R>> members) {
            this.members = members;
        }

        void run() {
            for (ResourceHolder<R> holder : members) {
                if (now >= holder.expiresAt) {
                    holder.doom(DiscardReason.LIFETIME, null);
                } else if (!holder.isDoomed()) {
                    staying++;
                    next = Math.min(next, holder.expiresAt);
                }
            }
            for (ResourceHolder<R> holder : members) {
                long word = holder.word;
                if (StateWord.isAvailable(word)) {
                    lookAtIdle(holder);
                } else {
                    if (!StateWord.has(word, StateWord.DOOMED)) {
                        next = Math.min(next, ifReleasedAt(now)); // it is due no earlier
                    }
                    lookAtLease(holder, word);
                }
            }
            if (keepalives.isEmpty()) {
                return;
            }
            if (keepingAlive) {
                passedOver = true;
            } else {
                startKeepalives();
            }
        }

        private void lookAtIdle(ResourceHolder<R> holder) {
            forgetDeadThread(holder);
            if (staying > minSize.getAsInt()) {
                if (now >= after(holder.lastUse(), idleTimeout) && reap(holder)) {
                    staying--;
                    return;
                }
                // If it was just acquired, it is due no earlier than after a release now.
                long deadline = after(holder.lastUse(), idleTimeout);
                next = Math.min(next, deadline > now ? deadline : now + idleTimeout);
            }
            if (now >= after(lastProof(holder), keepaliveInterval)) {
                keepalives.add(holder);
                next = Math.min(next, now + keepaliveInterval);
            } else {
                next = Math.min(next, after(lastProof(holder), keepaliveInterval));
            }
        }

        private void forgetDeadThread(ResourceHolder<R> holder) {
            Thread last = holder.thread;
            if (last != null && !last.isAlive()) {
                holder.forget(last);
            }
        }

        private boolean reap(ResourceHolder<R> holder) {
            if (!holder.availableToReserved()) {
                return false;
            }
            // Reserved only now, so the earlier reads may be outdated.
            if (now < after(holder.lastUse(), idleTimeout)) {
                holder.publish();
                return false;
            }
            holder.discard(DiscardReason.IDLE, null);
            return true;
        }

        private void lookAtLease(ResourceHolder<R> holder, long word) {
            if (leakThreshold == 0 || !StateWord.is(word, StateWord.ACCESSIBLE)) {
                return;
            }
            Throwable site = holder.site;
            long overdue = after(holder.seen, leakThreshold);
            if (site == null || holder.word != word) {
                next = Math.min(next, now + leakThreshold); // another lease by now
                return;
            }
            if (now < overdue) {
                next = Math.min(next, overdue);
                return;
            }
            long serial = word & StateWord.SERIAL;
            if (holder.reportedLeak != serial) {
                holder.reportedLeak = serial;
                work.leaked(holder, site);
            }
        }

        private void startKeepalives() {
            keepingAlive = true;
            try {
                work.keepAlive(keepalives);
            } catch (Throwable e) { // it did not start; the next pass retries
                keepingAlive = false;
                throw e;
            }
        }
    }
}
