package io.sluice.pool.internal;

import io.sluice.pool.DiscardReason;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.spi.Ticker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the pool does to its holders when their time has come: expire, reap, keep alive, report
 * leaks.
 *
 * <p>It sleeps until the next of these is due. A pass runs on the timer thread and therefore only
 * looks at words and moves them; whatever may block is left to creator threads.
 */
final class Housekeeping<R> {

    private static final long NEVER = Long.MAX_VALUE;

    /** What housekeeping leaves to its pool. Called on the timer thread, without any lock held. */
    interface Work<R> {

        /** Marks a holder that must not serve again, and discards it if it is idle. */
        void doom(ResourceHolder<R> holder, DiscardReason reason);

        /** Discards a holder that is reserved. */
        void discard(ResourceHolder<R> holder, DiscardReason reason);

        /**
         * Validates these in turn, in the background, unless somebody waits; {@link #keptAlive}
         * must follow.
         */
        void keepAlive(List<ResourceHolder<R>> due);

        /** A lease is out for too long. */
        void leaked(ResourceHolder<R> holder, Throwable site);
    }

    private final int minSize;
    private final long idleTimeout;
    private final long keepaliveInterval;
    private final long leakThreshold;
    private final Ticker ticker;
    private final Epoch epoch;
    private final HolderSets<R> sets;
    private final Work<R> work;

    /** When the alarm is due, in pool time; guarded by this object's monitor. */
    private long due = NEVER;

    /** Guarded by this object's monitor. */
    private Ticker.@Nullable Alarm alarm;

    /** Guarded by this object's monitor. */
    private boolean closed;

    /**
     * Whether a round of keepalives is under way: at most one, or a pool at rest would look empty.
     * Volatile.
     */
    private volatile boolean keepingAlive;

    Housekeeping(PoolConfig config, Epoch epoch, HolderSets<R> sets, Work<R> work) {
        this.minSize = config.minSize();
        this.idleTimeout = config.idleTimeout().toNanos();
        this.keepaliveInterval = config.keepaliveInterval().toNanos();
        this.leakThreshold = config.leakThreshold().toNanos();
        this.ticker = config.ticker();
        this.epoch = epoch;
        this.sets = sets;
        this.work = work;
    }

    /** A holder has joined: its own deadlines may be the next. */
    void joined(ResourceHolder<R> holder) {
        long now = epoch.now();
        arm(
                Math.min(
                        holder.expiresAt,
                        Math.min(after(now, idleTimeout), after(now, keepaliveInterval))));
    }

    /** A lease has begun while leaks are looked for. */
    void leased() {
        arm(after(epoch.now(), leakThreshold));
    }

    private static long after(long time, long limit) {
        return limit == 0 ? NEVER : time + limit;
    }

    /** Makes sure that a pass runs at that time. */
    private synchronized void arm(long time) {
        if (time >= due || closed) {
            return;
        }
        if (alarm != null) {
            alarm.cancel();
        }
        due = time;
        alarm = ticker.schedule(this::pass, time - epoch.now());
    }

    synchronized void close() {
        closed = true;
        if (alarm != null) {
            alarm.cancel();
        }
    }

    /** One look at all members; sleeps until the next deadline among them. */
    private void pass() {
        synchronized (this) {
            due = NEVER;
            alarm = null;
        }
        long now = epoch.now();
        List<ResourceHolder<R>> members = sets.members();
        List<ResourceHolder<R>> keepalives = new ArrayList<>();
        int left = members.size();
        long next = NEVER;
        for (ResourceHolder<R> holder : members) {
            if (now >= holder.expiresAt) {
                work.doom(holder, DiscardReason.LIFETIME);
                left--;
                continue;
            }
            next = Math.min(next, holder.expiresAt);
            long word = holder.word;
            if (Word.is(word, Word.AVAILABLE)) {
                if (left > minSize && now >= after(holder.seen, idleTimeout) && reap(holder, now)) {
                    left--;
                    continue;
                }
                next = Math.min(next, later(now, after(holder.seen, idleTimeout), left > minSize));
                long keptAlive = Math.max(holder.seen, holder.validatedAt);
                if (now >= after(keptAlive, keepaliveInterval)) {
                    keepalives.add(holder);
                    keptAlive = now;
                }
                next = Math.min(next, after(keptAlive, keepaliveInterval));
            } else {
                next = Math.min(next, lookAtLease(holder, word, now));
            }
        }
        arm(next);
        if (!keepalives.isEmpty() && !keepingAlive) {
            keepingAlive = true;
            try {
                work.keepAlive(keepalives);
            } catch (Throwable e) { // no thread to be had: the next pass tries again
                keepingAlive = false;
                throw e;
            }
        }
    }

    /**
     * An idle deadline that is over but was not acted on, for the pool is at its minimum, is not
     * waited for.
     */
    private static long later(long now, long deadline, boolean counts) {
        return counts && deadline > now ? deadline : NEVER;
    }

    private boolean reap(ResourceHolder<R> holder, long now) {
        if (!holder.availableToReserved()) {
            return false;
        }
        // Only now is it ours, and what was read before may be of the past.
        if (now < after(holder.seen, idleTimeout)) {
            holder.requeue();
            return false;
        }
        work.discard(holder, DiscardReason.IDLE);
        return true;
    }

    /** Returns when to look at this holder again. */
    private long lookAtLease(ResourceHolder<R> holder, long word, long now) {
        // As if it were released now: it will be due no earlier.
        long next = Math.min(after(now, idleTimeout), after(now, keepaliveInterval));
        if (leakThreshold == 0 || !Word.is(word, Word.ACCESSIBLE)) {
            return next;
        }
        Throwable site = holder.site;
        long since = holder.seen;
        if (site == null || holder.word != word) {
            return Math.min(next, after(now, leakThreshold));
        }
        long overdue = after(since, leakThreshold);
        if (now < overdue) {
            return Math.min(next, overdue);
        }
        long serial = word & Word.SERIAL;
        if (holder.reportedLeak != serial) {
            holder.reportedLeak = serial;
            work.leaked(holder, site);
        }
        return next;
    }

    /** The round of keepalives is over. */
    void keptAlive() {
        keepingAlive = false;
    }
}
