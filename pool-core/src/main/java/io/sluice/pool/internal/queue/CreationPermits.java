package io.sluice.pool.internal.queue;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the existing resources and those in creation, so that their sum never grows beyond the
 * maximum.
 *
 * <p>One word, changed by compare-and-set: total in the upper half, creating in the lower. A permit
 * is taken before a resource is created. It is given back when the creation has failed, the
 * destruction is over, or either takes too long. So the server never sees more resources than are
 * counted, apart from those late ones.
 *
 * <p>A thread that lowers the counts checks demand afterwards. A thread that begins to wait counts
 * itself before it reads the counts. One sees the other.
 */
public final class CreationPermits {

    private static final long ONE_TOTAL = 1L << 32;
    private static final long ONE_CREATING = 1;

    /**
     * The sizes wanted: maximum in the upper half, minimum in the lower. Shared: volatile, written
     * under {@code HolderSets.lock}. Partner: {@code word}. A creation that missed a lower maximum
     * is found to be surplus when it has joined.
     */
    private volatile long sizes;

    /**
     * Shared: CAS and atomic adds; from creating to existing under {@code HolderSets.lock}, with
     * the seating; volatile read. Partner: {@code WaitSignals.waiting}, {@code HolderSets.lock}. A
     * thread that lowers the permits reads {@code waiting} afterwards; a waiter counts itself, then
     * reads the permits. The total is never below the number of members.
     */
    private final AtomicLong word = new AtomicLong();

    /**
     * How many members count as existing and are not published yet. Shared: atomic adds, before the
     * member counts and after it is published; volatile read after the word. Partner: {@code word}.
     * A reader counts no unpublished member.
     */
    private final AtomicInteger unpublished = new AtomicInteger();

    public CreationPermits(int minSize, int maxSize) {
        resize(minSize, maxSize);
    }

    public void resize(int minSize, int maxSize) {
        sizes = (long) maxSize << 32 | minSize;
    }

    public long get() {
        return word.get();
    }

    public static int total(long permits) {
        return (int) (permits >>> 32);
    }

    public static int creating(long permits) {
        return (int) permits;
    }

    /** Takes a permit if the counts are unchanged and leave room. */
    public boolean tryBegin(long expected) {
        return room(expected) > 0 && word.compareAndSet(expected, expected + ONE_CREATING);
    }

    /** Gives a permit back before anything was created, if the counts are unchanged. */
    public boolean tryCancel(long expected) {
        return word.compareAndSet(expected, expected - ONE_CREATING);
    }

    /** A creation failed or was given up. */
    public void creationFailed() {
        word.addAndGet(-ONE_CREATING);
    }

    /** A creation succeeded: the resource exists. */
    public void created() {
        word.addAndGet(ONE_TOTAL - ONE_CREATING);
    }

    /** A member is about to count as existing; {@link #published} follows. */
    public void joins() {
        unpublished.incrementAndGet();
    }

    /** A member that has joined was published, or never will be. */
    public void published() {
        unpublished.decrementAndGet();
    }

    /**
     * How many resources exist, without those that no caller can have yet. May be too low while one
     * is published.
     */
    public int usable() {
        int total = total(word.get()); // first: those that join afterwards do not count
        return total - unpublished.get();
    }

    /** A destruction is over, or was given up after an abort. */
    public void destroyed() {
        word.addAndGet(-ONE_TOTAL);
    }

    /** How many more creations may begin; negative after the maximum was lowered. */
    public int room(long counts) {
        return maxSize() - total(counts) - creating(counts);
    }

    /**
     * How many resources may exist beyond the present ones; those in creation do not count as
     * present.
     */
    int spare() {
        return maxSize() - total(word.get());
    }

    public int minSize() {
        return (int) sizes;
    }

    public int maxSize() {
        return (int) (sizes >>> 32);
    }

    @Override
    public String toString() {
        long permits = word.get();
        return "CreationPermits[total "
                + total(permits)
                + ", creating "
                + creating(permits)
                + ", max "
                + maxSize()
                + "]";
    }
}
