package io.sluice.pool.internal.holder;

import io.sluice.pool.spi.Holder;

/**
 * The layout of a holder's state word: lease serial (40 bits), open handles (16), marks (5), state
 * (3).
 *
 * <p>With one word, a single compare-and-set decides every race: the expected word contains
 * everything the change relies on. A lease's stamp is the word that its acquire wrote; it matches
 * no later lease, since each increments the serial.
 */
public final class StateWord {

    public static final long STATE = 0x7;

    public static final long RESERVED = ResourceState.RESERVED.bits;
    public static final long AVAILABLE = ResourceState.AVAILABLE.bits;
    public static final long ACCESSIBLE = ResourceState.ACCESSIBLE.bits;
    public static final long INACCESSIBLE = ResourceState.INACCESSIBLE.bits;
    public static final long CLOSED = ResourceState.CLOSED.bits;

    /** To be discarded when its lease ends. */
    public static final long DOOMED = 1L << 3;

    /** A global transaction owns it. */
    public static final long IN_TX = 1L << 4;

    /** The transaction is over, but handles are still open. */
    public static final long ENDED = 1L << 5;

    /** Available, but held until the pool is resumed. */
    public static final long HELD = 1L << 6;

    /**
     * In a transaction: the first handle is open. Set only when the lease enters its transaction,
     * so the thread that clears it has closed that handle, and no other thread has.
     */
    public static final long FIRST = Holder.FIRST;

    public static final long MARKS = 0x1fL << 3;

    public static final long ONE_HANDLE = 1L << 8;
    public static final long HANDLES = 0xffffL << 8;
    static final int MOST_HANDLES = 0xffff;
    public static final long ONE_LEASE = 1L << 24;
    public static final long SERIAL = -ONE_LEASE;

    /** Added to an available word: the next lease with its first handle. */
    public static final long ACQUIRE = ONE_LEASE + ONE_HANDLE + ACCESSIBLE - AVAILABLE;

    /** Added to the stamp of a plain lease: available again. */
    public static final long RELEASE = AVAILABLE - ACCESSIBLE - ONE_HANDLE;

    private static final ResourceState[] STATES = ResourceState.values();

    private StateWord() {}

    public static ResourceState state(long word) {
        return STATES[(int) (word & STATE)];
    }

    /** Whether it can be acquired: available, without marks or handles. */
    public static boolean isAvailable(long word) {
        return (word & ~SERIAL) == AVAILABLE;
    }

    public static boolean is(long word, long state) {
        return (word & STATE) == state;
    }

    public static boolean has(long word, long mark) {
        return (word & mark) != 0;
    }

    public static int handles(long word) {
        return (int) ((word & HANDLES) >>> 8);
    }

    /** The number of leases the holder has had. */
    public static long serial(long word) {
        return word >>> 24;
    }

    /** Whether two words belong to the same lease. */
    public static boolean sameLease(long word, long stamp) {
        return ((word ^ stamp) & SERIAL) == 0;
    }

    public static long withState(long word, long state) {
        return (word & ~STATE) | state;
    }

    /** The word with which the current lease began. */
    public static long firstOfLease(long word) {
        return (word & SERIAL) | ONE_HANDLE | ACCESSIBLE;
    }

    /** The word of a lease in a transaction with only its first handle open. */
    static long firstInTransaction(long word) {
        return firstOfLease(word) | IN_TX | FIRST;
    }

    /** The word of a lease in a transaction without an open handle. */
    static long inaccessible(long word) {
        return (word & SERIAL) | IN_TX | INACCESSIBLE;
    }

    /** The first word of the next lease, with one handle. */
    public static long nextLease(long word) {
        return (word & SERIAL) + ONE_LEASE + ONE_HANDLE + ACCESSIBLE;
    }

    public static String toString(long word) {
        StringBuilder text = new StringBuilder(state(word).name());
        text.append(" lease ").append(serial(word)).append(" handles ").append(handles(word));
        String marks = markNames(word);
        return text.append(marks.isEmpty() ? "" : " ").append(marks).toString();
    }

    /** The names of the marks in a word, with spaces between. */
    static String markNames(long word) {
        StringBuilder names = new StringBuilder();
        append(names, word, DOOMED, "doomed");
        append(names, word, IN_TX, "in-tx");
        append(names, word, FIRST, "first");
        append(names, word, HELD, "held");
        append(names, word, ENDED, "ended");
        return names.toString();
    }

    private static void append(StringBuilder names, long word, long mark, String name) {
        if (has(word, mark)) {
            names.append(names.isEmpty() ? "" : " ").append(name);
        }
    }
}
