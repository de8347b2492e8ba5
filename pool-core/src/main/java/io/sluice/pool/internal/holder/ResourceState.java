package io.sluice.pool.internal.holder;

/** The state of a holder, exactly one at any time; packed into the {@link StateWord}. */
public enum ResourceState {
    /**
     * The pool itself works on it: it is new, or being reset, validated or destroyed. It has one
     * owner and no handle.
     */
    RESERVED(0),
    /** Idle: any thread may acquire it. */
    AVAILABLE(1),
    /** The application has at least one open handle. */
    ACCESSIBLE(2),
    /** Every handle is closed, but an unfinished global transaction still owns it. */
    INACCESSIBLE(3),
    /** Removed from the pool; its resource is closed physically, or about to be. */
    CLOSED(4);

    /** Its bits in a {@link StateWord}. */
    public final int bits;

    ResourceState(int bits) {
        this.bits = bits;
    }
}
