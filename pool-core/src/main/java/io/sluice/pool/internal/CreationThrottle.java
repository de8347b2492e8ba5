package io.sluice.pool.internal;

import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Says how many creations at once the line of waiters is worth, in a pool that has members: these
 * may well have served it before a new one is there.
 *
 * <p>While the line is too long it is looked at every few milliseconds. If at the members' pace it
 * is over soon, nothing more is created; if not, as much as may be, or one after the other where
 * that is quick. Before that is known, one is created from look to look, even where that takes less
 * time; but who waits alone waits for no look. It takes a second look at members that seem too
 * slow, for the threads of a line come one after the other. And a line may be as long as ever when
 * it was to be over, since others have come; then more is created, before the members are trusted
 * anew.
 */
final class CreationThrottle {

    static final long LOOK_NANOS = Duration.ofMillis(5).toNanos();

    /**
     * The line is left to the members if it is over within so many times what a creation takes. One
     * takes server and processor from those who are being served meanwhile, and can but shorten
     * what is left of the line then.
     */
    private static final int TRUSTED_CREATIONS = 3;

    /** However long a creation takes: the members are not trusted with more of a line than this. */
    private static final long LONGEST_NANOS = Duration.ofMillis(250).toNanos();

    /**
     * A creation that takes no longer is mostly work, of the server and of this machine, and little
     * of it is spent on the way between them. Several at once take from those who are being served
     * what they bring, where one after the other are there about as soon.
     */
    private static final long QUICK_NANOS = 3 * LOOK_NANOS;

    /** What a line is worth until the next look. */
    private enum Allowance {
        NONE(0),
        /** One in all. */
        ONE(1),
        /** One after the other. */
        ONE_BY_ONE(1),
        ANY(Integer.MAX_VALUE);

        private final int atOnce;

        Allowance(int atOnce) {
            this.atOnce = atOnce;
        }
    }

    /**
     * What is to be known of the line and of the members that serve it. Called without any lock.
     */
    interface Line {

        /** Whether more is needed than is in creation, and may be created. */
        boolean isTooLong();

        int waiting();

        /** How many leases the members have had, the first of each not counted. */
        long returned();
    }

    /**
     * One look.
     *
     * @param at when, in the ticker's time
     * @param returned how many leases the members had had
     * @param created how many creations had succeeded
     * @param worth what the line is worth until the next
     * @param looks how many came before it
     * @param overBy when the line is to be over, in the ticker's time, if none
     */
    private record Look(
            long at, long returned, long created, int looks, Allowance worth, long overBy) {}

    private final Ticker ticker;
    private final Line line;
    private final Runnable demand;

    /**
     * The last look; null while nobody watches the line. Compare-and-set from null by who begins to
     * watch, volatile by the alarm, which is pending for as long as this is not null. Partner:
     * {@code WaiterQueue.waiting}.
     */
    private final AtomicReference<@Nullable Look> last = new AtomicReference<>();

    /**
     * How many creations have succeeded. Atomic adds by creators, before they look at demand;
     * volatile by who looks at demand.
     */
    private final AtomicLong created = new AtomicLong();

    /** How long a creation takes, smoothed. Volatile and racy: a hint. */
    private volatile long creationNanos;

    /**
     * @param demand looks at demand; called after each look at the line
     */
    CreationThrottle(Ticker ticker, Line line, Runnable demand) {
        this.ticker = ticker;
        this.line = line;
        this.demand = demand;
    }

    /**
     * How many creations may be under way for a line that is too long. If that is less than it
     * needs, demand is looked at again soon.
     */
    int atOnce() {
        Look look = last.get();
        if (look == null) {
            look = new Look(ticker.nanos(), line.returned(), created.get(), 0, Allowance.ONE, 0);
            if (last.compareAndSet(null, look)) {
                lookSoon();
            }
        }
        return look.worth == Allowance.ONE && isMade(look) && line.waiting() > 1
                ? 0
                : look.worth.atOnce;
    }

    /** Whether the one that was to be created before the next look is there already. */
    private boolean isMade(Look look) {
        return look.created != created.get();
    }

    private void lookSoon() {
        try {
            ticker.schedule(this::look, LOOK_NANOS);
        } catch (Throwable e) { // out of memory: nobody must rely on a look that does not come
            last.set(null);
            throw e;
        }
    }

    /** Runs on the timer thread. */
    private void look() {
        boolean goesOn = false;
        try {
            Look before = last.get();
            if (before != null && line.isTooLong()) {
                last.set(after(before));
                lookSoon();
                goesOn = true;
            }
        } finally { // also after a failure, or nobody would ever look again
            if (!goesOn) {
                last.set(null); // before demand: who has relied on this look waits already
            }
            demand.run();
        }
    }

    private Look after(Look before) {
        long now = ticker.nanos();
        long returned = line.returned();
        int looks = before.looks + 1;
        long overBy = before.overBy;
        Allowance worth;
        long served = returned - before.returned;
        long soon = Math.min(TRUSTED_CREATIONS * creationNanos, LONGEST_NANOS);
        if (served <= 0) {
            worth = Allowance.ANY;
        } else if (line.waiting() * (now - before.at) / served > soon) {
            worth = looks == 1 ? Allowance.ONE : more();
        } else if (before.worth != Allowance.NONE) {
            worth = Allowance.NONE;
            overBy = now + soon;
        } else {
            boolean overdue = now - before.overBy >= 0;
            worth = overdue ? more() : Allowance.NONE;
        }
        return new Look(now, returned, created.get(), looks, worth, overBy);
    }

    /** What a line is worth that the members are not trusted with. */
    private Allowance more() {
        return creationNanos > QUICK_NANOS ? Allowance.ANY : Allowance.ONE_BY_ONE;
    }

    /** A creation has succeeded; it took so long. */
    void created(long nanos) {
        long before = creationNanos;
        creationNanos = before == 0 ? nanos : (3 * before + nanos) / 4;
        created.getAndIncrement();
    }
}
