package io.sluice.pool.internal.growth;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits creations while existing resources may serve the queue of waiters before a new one
 * arrives.
 *
 * <p>While threads wait, the queue is sampled every few milliseconds. If it drains soon at the
 * current rate, nothing more is created; if not, as many as needed, or one at a time where creation
 * is quick. Until the rate is known, one is created per sample, but a lone waiter is not delayed.
 * Resources that seem too slow get a second sample, because a burst of threads arrives gradually.
 * If the queue has not drained by the predicted time, the pool grows once more and predicts again.
 */
public final class CreationThrottle {

    public static final long LOOK_NANOS = Duration.ofMillis(5).toNanos();

    /** How many attempts run at once where nothing is known and nothing is configured. */
    static final int USUAL_WIDTH = 4;

    /**
     * The queue is left to existing resources if it drains within this many creation times. A
     * creation takes capacity of server and client, and could serve only the rest of the queue.
     */
    private static final int TRUSTED_CREATIONS = 3;

    /** The longest predicted drain for which creation is suppressed, however slow it is. */
    private static final long LONGEST_NANOS = Duration.ofMillis(250).toNanos();

    /**
     * A creation within this time is mostly work of the server and this machine, with little
     * latency. Several at once would slow the running work, and one at a time is about as fast.
     */
    private static final long QUICK_NANOS = 3 * LOOK_NANOS;

    /**
     * One sample.
     *
     * @param quietSince when a lease was last found to have returned, or the first sample; in the
     *     ticker's time
     * @param lease how long a lease takes, or at least takes while none has returned
     * @param returned how many leases the members had had
     * @param successes how many creations had succeeded
     * @param onlyOne whether one creation is allowed until the next sample, as the speed of the
     *     members is unknown
     * @param atOnce how many creations are allowed at once; 0 if the members are trusted
     * @param overBy the predicted drain time of the queue, in the ticker's time, if any
     */
    private record Look(
            long quietSince,
            long lease,
            long returned,
            int successes,
            boolean onlyOne,
            int atOnce,
            long overBy) {}

    private final Ticker ticker;
    private final int maxCreating;
    private final CreationPermits permits;
    private final WaiterQueue<?> waiters;
    private final CreationSite<?> site;
    private final CreationBackoff backoff;
    private final BooleanSupplier isTooLong;
    private final Runnable demand;

    /**
     * The last look; null while the line is not watched. Shared: CAS from null by the thread that
     * begins to watch; volatile, by the alarm, before it looks at demand. Partner: {@code
     * WaitSignals.waiting}. While it is not null the alarm is pending, so a demand put off is
     * looked at again. A look that fails sets it to null.
     */
    private final AtomicReference<@Nullable Look> last = new AtomicReference<>();

    /**
     * @param backoff knows how long creations take, and their successes
     * @param isTooLong whether the queue needs more than is in creation, and may have it
     * @param demand checks demand; called after each sample
     */
    public CreationThrottle(
            PoolConfig config,
            CreationPermits permits,
            WaiterQueue<?> waiters,
            CreationSite<?> site,
            CreationBackoff backoff,
            BooleanSupplier isTooLong,
            Runnable demand) {
        this.ticker = config.ticker();
        this.maxCreating = config.maxCreating();
        this.permits = permits;
        this.waiters = waiters;
        this.site = site;
        this.backoff = backoff;
        this.isTooLong = isTooLong;
        this.demand = demand;
    }

    /**
     * Returns how many creations may run at once for the queue. If that is fewer than needed,
     * demand is checked again soon.
     */
    public int atOnce() {
        Look look = last.get();
        if (look == null) {
            look = new Look(ticker.nanos(), 0, site.returned(), backoff.successes, true, 1, 0);
            if (last.compareAndSet(null, look)) {
                lookSoon();
            }
        }
        return look.onlyOne && isMade(look) && waiters.waiting > 1 ? 0 : look.atOnce;
    }

    /** Whether the creation allowed until the next sample has succeeded already. */
    private boolean isMade(Look look) {
        return look.successes != backoff.successes;
    }

    private void lookSoon() {
        try {
            ticker.schedule(this::look, LOOK_NANOS);
        } catch (Throwable e) { // out of memory: no sample will come
            last.set(null);
            throw e;
        }
    }

    /** Runs on the timer thread. */
    private void look() {
        boolean goesOn = false;
        try {
            Look before = last.get();
            if (before != null && isTooLong.getAsBoolean()) {
                last.set(after(before));
                lookSoon();
                goesOn = true;
            }
        } finally { // also after a failure, or sampling would stop for good
            if (!goesOn) {
                last.set(null); // before demand: its dependents wait already
            }
            demand.run();
        }
    }

    private Look after(Look before) {
        long now = ticker.nanos();
        long returned = site.returned();
        long served = returned - before.returned;
        long quiet = now - before.quietSince;
        if (served <= 0) {
            long lease = Math.max(before.lease, quiet);
            return new Look(
                    before.quietSince,
                    lease,
                    returned,
                    backoff.successes,
                    /* onlyOne= */ false,
                    asNeeded(lease, quiet),
                    before.overBy);
        }
        long lease = members() * quiet / served;
        long soon = Math.min(TRUSTED_CREATIONS * backoff.usualNanos, LONGEST_NANOS);
        boolean isSoonOver = waiters.waiting * quiet / served <= soon;
        boolean wasTrusted = before.atOnce == 0;
        if (isSoonOver && !(wasTrusted && now - before.overBy >= 0)) {
            long overBy = wasTrusted ? before.overBy : now + soon;
            return new Look(
                    now, lease, returned, backoff.successes, /* onlyOne= */ false, 0, overBy);
        }
        boolean isFirst = before.lease == 0;
        int atOnce = isFirst || isQuick() ? 1 : asNeeded(lease, /* quiet= */ 0);
        return new Look(now, lease, returned, backoff.successes, isFirst, atOnce, before.overBy);
    }

    /**
     * As many as serve the queue within the time that is left to existing resources, by Little's
     * law. As many as wait once no lease has returned for as long as a creation takes: a new
     * resource then comes sooner. No more than usual where creation is quick, or where members were
     * lost: the next success then shows that the server is well.
     */
    private int asNeeded(long lease, long quiet) {
        if (maxCreating > 0) {
            return maxCreating;
        }
        int members = members();
        if (isQuick() || members < backoff.membersAtSuccess) {
            return USUAL_WIDTH;
        }
        int waiting = waiters.waiting;
        long creationNanos = backoff.usualNanos;
        double inTime = (double) lease / (TRUSTED_CREATIONS * creationNanos);
        int needed = quiet >= creationNanos ? waiting : (int) (waiting * inTime) - members;
        return Math.max(USUAL_WIDTH, needed);
    }

    private boolean isQuick() {
        return backoff.usualNanos <= QUICK_NANOS;
    }

    private int members() {
        return CreationPermits.total(permits.get());
    }
}
