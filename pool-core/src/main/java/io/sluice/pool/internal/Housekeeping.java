package io.sluice.pool.internal;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.spi.DiscardReason;
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

        /** Discards a holder that is reserved. */
        void discard(ResourceHolder<R> holder, DiscardReason reason);

        /** Puts a reserved holder back as it is. */
        void publish(ResourceHolder<R> holder);

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

    /**
     * Whether something came due while a round was under way. Volatile: set by the timer thread,
     * cleared at the end of the round; should the two cross, the next pass finds it due again.
     */
    private volatile boolean passedOver;

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
        arm(Math.min(holder.expiresAt, ifReleasedAt(epoch.now())));
    }

    /** A lease has begun while leaks are looked for. */
    void leased() {
        arm(after(epoch.now(), leakThreshold));
    }

    private static long after(long time, long limit) {
        return limit == 0 ? NEVER : time + limit;
    }

    private long ifReleasedAt(long time) {
        return Math.min(after(time, idleTimeout), after(time, keepaliveInterval));
    }

    /** Makes sure that a pass runs at that time. */
    private synchronized void arm(long time) {
        if (time >= due || closed) {
            return;
        }
        // First of all: should it fail, the alarm that there is stands, and the next time is tried.
        Ticker.Alarm next = ticker.schedule(this::pass, time - epoch.now());
        if (alarm != null) {
            alarm.cancel();
        }
        due = time;
        alarm = next;
    }

    synchronized void close() {
        closed = true;
        if (alarm != null) {
            alarm.cancel();
        }
    }

    /** One look at all members; then sleeps until the next deadline among them. */
    private void pass() {
        synchronized (this) {
            due = NEVER;
            alarm = null;
        }
        Pass pass = new Pass(sets.members());
        try {
            pass.run();
        } finally {
            arm(pass.next);
        }
    }

    /**
     * The round of keepalives is over.
     *
     * @param cutShort whether some of those that were due are so still
     */
    void keptAlive(boolean cutShort) {
        keepingAlive = false;
        if (passedOver || cutShort) {
            passedOver = false;
            arm(epoch.now() + keepaliveInterval / 4);
        }
    }

    /** Whether a keepalive is still due, now that its holder is reserved by the caller. */
    boolean isKeepaliveDue(ResourceHolder<R> holder) {
        return epoch.now() >= after(lastProof(holder), keepaliveInterval);
    }

    private long lastProof(ResourceHolder<R> holder) {
        return Math.max(holder.seen, holder.validatedAt);
    }

    /** One look at the members. */
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
                if (Word.isAvailable(word)) {
                    lookAtIdle(holder);
                } else {
                    if (!Word.has(word, Word.DOOMED)) {
                        next = Math.min(next, ifReleasedAt(now)); // it will be due no earlier
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
            if (staying > minSize) {
                if (now >= after(holder.lastUse(), idleTimeout) && reap(holder)) {
                    staying--;
                    return;
                }
                // One that was just acquired is, at the earliest, due as if it were released now.
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
            // Only now is it ours, and what was read before may be of the past.
            if (now < after(holder.lastUse(), idleTimeout)) {
                work.publish(holder);
                return false;
            }
            work.discard(holder, DiscardReason.IDLE);
            return true;
        }

        private void lookAtLease(ResourceHolder<R> holder, long word) {
            if (leakThreshold == 0 || !Word.is(word, Word.ACCESSIBLE)) {
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
            long serial = word & Word.SERIAL;
            if (holder.reportedLeak != serial) {
                holder.reportedLeak = serial;
                work.leaked(holder, site);
            }
        }

        private void startKeepalives() {
            keepingAlive = true;
            try {
                work.keepAlive(keepalives);
            } catch (Throwable e) { // it did not start; the next pass tries again
                keepingAlive = false;
                throw e;
            }
        }
    }
}
