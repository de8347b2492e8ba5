package io.sluice.pool.internal;

/** Where a holder is. It is in exactly one state at any time; {@link StateWord} packs it. */
public enum ResourceState {
    /**
     * The pool itself works on it: new, being reset, validated, kept alive or destroyed. One owner,
     * no handle.
     */
    RESERVED(0),
    /** Idle: anyone may acquire it. */
    AVAILABLE(1),
    /** The application has at least one open handle. */
    ACCESSIBLE(2),
    /** Every handle is closed, but a global transaction that has not ended still owns it. */
    INACCESSIBLE(3),
    /** Out of the pool; its resource is, or is about to be, closed physically. */
    CLOSED(4);

    private static final ResourceState[] BY_BITS = values();

    /** How {@link StateWord} writes it. */
    final int bits;

    ResourceState(int bits) {
        this.bits = bits;
    }

    static ResourceState of(long word) {
        return BY_BITS[(int) (word & StateWord.STATE)];
    }
}
