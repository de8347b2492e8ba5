package io.sluice.pool.internal.holder;

import io.sluice.pool.internal.base.DrainSignal;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * The generations of resources, and how much of each is left. A suspected outage or a flush begins
 * a new one. A resource belongs to the generation in which its creation began.
 */
public final class Generations {

    private static final long ONE_LEFT = 1L << 32;
    private static final long ONE_CREATING = 1;

    private static final AtomicReferenceFieldUpdater<Generations, Count> NEWEST =
            AtomicReferenceFieldUpdater.newUpdater(Generations.class, Count.class, "newest");

    private final DrainSignal drains;

    /** What is left of one generation. */
    private static final class Count {

        private final int generation;

        /**
         * Attempts and resources in the upper half, attempts alone in the lower. Shared: atomic
         * adds; volatile read. Partner: {@code newest}, {@code DrainSignal.waits}. A flush begins a
         * generation, then reads the counts before; an attempt counts itself, then looks whether
         * its generation is still the newest.
         */
        private final AtomicLong word = new AtomicLong();

        /**
         * Shared: volatile, racy updates that skip empty ones. Partner: {@code word}. An empty one
         * that is not the newest stays empty.
         */
        private volatile @Nullable Count before;

        Count(int generation, @Nullable Count before) {
            this.generation = generation;
            this.before = before;
        }
    }

    /**
     * The present generation, linked to the earlier ones of which something is left. Shared: CAS by
     * the thread that begins one, before the epoch is bumped; volatile read, after {@link
     * Epoch#touch}. Partner: {@code Epoch.value}, {@code Count.word}.
     */
    private volatile Count newest = new Count(0, null);

    /**
     * The oldest generation that may still be used: a flush raises it, and resources whose creation
     * began earlier must not join. Shared: atomic maximum, before the members are doomed; volatile
     * read, after one has joined. Partner: {@code HolderSets.lock}. The flush finds the new member,
     * or the new member finds itself too old.
     */
    private final AtomicInteger oldest = new AtomicInteger();

    public Generations(DrainSignal drains) {
        this.drains = drains;
    }

    public int current() {
        return newest.generation;
    }

    /** Begins a generation and returns it. */
    public int begin() {
        for (; ; ) {
            Count last = newest;
            Count next = new Count(last.generation + 1, last);
            if (NEWEST.compareAndSet(this, last, next)) {
                skipEmptyBefore(last);
                return next.generation;
            }
        }
    }

    private static void skipEmptyBefore(Count count) {
        for (Count kept = count; kept != null; kept = kept.before) {
            Count before = kept.before;
            while (before != null && before.word.get() == 0) {
                before = before.before;
            }
            kept.before = before;
        }
    }

    /**
     * Begins a generation and marks everything that exists or is in creation as too old, whatever
     * its state.
     */
    public int outdateAll() {
        int next = begin();
        oldest.accumulateAndGet(next, Math::max);
        return next;
    }

    /** Whether a resource whose creation began in this generation is too old to be used at all. */
    public boolean isOutdated(int bornIn) {
        return bornIn < oldest.get();
    }

    /** An attempt to create begins; returns its generation. */
    public int creationBegins() {
        for (; ; ) {
            Count count = newest;
            count.word.getAndAdd(ONE_LEFT + ONE_CREATING);
            if (count == newest) {
                return count.generation;
            }
            count.word.getAndAdd(-ONE_LEFT - ONE_CREATING); // a flush may not have seen it
            drains.tell();
        }
    }

    /** An attempt has failed, or its resource is about to join the pool or be destroyed. */
    public void creationEnded(int generation) {
        find(generation).word.getAndAdd(-ONE_CREATING);
    }

    /** An attempt has failed; or its resource is destroyed or was given up. */
    public void gone(int generation) {
        find(generation).word.getAndAdd(-ONE_LEFT);
        drains.tell();
    }

    /** Something is left of this generation, so it is linked. */
    private Count find(int generation) {
        Count count = newest;
        while (count.generation != generation) {
            count = Objects.requireNonNull(count.before, "something of it is left");
        }
        return count;
    }

    /** How many resources of earlier generations are in creation, or in their first validation. */
    public int creatingBefore(int generation) {
        return (int) before(generation);
    }

    /** Whether nothing of earlier generations is left. */
    public boolean isNothingLeftBefore(int generation) {
        return before(generation) == 0;
    }

    /** Whether nothing of earlier generations is left but what is in creation. */
    public boolean isNoResourceLeftBefore(int generation) {
        long sum = before(generation);
        return sum >>> 32 == (int) sum;
    }

    private long before(int generation) {
        long sum = 0;
        for (Count count = newest; count != null; count = count.before) {
            sum += count.generation < generation ? count.word.get() : 0;
        }
        return sum;
    }
}
