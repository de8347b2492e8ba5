package io.sluice.jdbc;

/** What a pool makes of global transactions. */
public enum Transactions {
    /** Takes no notice of them. */
    OFF,
    /** Serves within the transaction of the calling thread, and without when there is none. */
    OPTIONAL,
    /** Serves within transactions only. */
    REQUIRED
}
