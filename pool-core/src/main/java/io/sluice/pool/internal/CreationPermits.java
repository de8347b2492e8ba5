package io.sluice.pool.internal;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the resources that exist and those in creation, so that their sum never passes the
 * maximum.
 *
 * <p>One word, total in the upper half and creating in the lower, changed by compare-and-set. A
 * permit is taken before a resource is created and given back when its creation has failed or its
 * destruction is over, or either was given up: what the server sees is never more than what is
 * counted, but for what hangs and was given up, and for attempts beside those that hang, which have
 * a permit when they have succeeded. Whoever lowers the counts looks at demand afterwards; whoever
 * begins to wait counts itself before it looks here: one sees the other.
 */
final class CreationPermits {

    private static final long ONE_TOTAL = 1L << 32;
    private static final long ONE_CREATING = 1;

    private final int maxSize;

    /** Volatile; partner: {@code WaiterQueue.waiting}. */
    private final AtomicLong word = new AtomicLong();

    CreationPermits(int maxSize) {
        this.maxSize = maxSize;
    }

    long get() {
        return word.get();
    }

    static int total(long permits) {
        return (int) (permits >>> 32);
    }

    static int creating(long permits) {
        return (int) permits;
    }

    /** Takes a permit if the counts are still as they were read and leave room. */
    boolean tryBegin(long expected) {
        return total(expected) + creating(expected) < maxSize
                && word.compareAndSet(expected, expected + ONE_CREATING);
    }

    /**
     * Gives a permit back before anything was created, if the counts are still as they were read.
     */
    boolean tryCancel(long expected) {
        return word.compareAndSet(expected, expected - ONE_CREATING);
    }

    /** Creation failed or was given up. */
    void creationFailed() {
        word.addAndGet(-ONE_CREATING);
    }

    /** Creation succeeded: the resource exists. */
    void created() {
        word.addAndGet(ONE_TOTAL - ONE_CREATING);
    }

    /** Destruction is over, or was given up after an abort. */
    void destroyed() {
        word.addAndGet(-ONE_TOTAL);
    }

    int maxSize() {
        return maxSize;
    }

    @Override
    public String toString() {
        long permits = word.get();
        return "CreationPermits[total "
                + total(permits)
                + ", creating "
                + creating(permits)
                + ", max "
                + maxSize
                + "]";
    }
}
