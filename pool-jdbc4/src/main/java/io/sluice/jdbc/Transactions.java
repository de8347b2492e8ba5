package io.sluice.jdbc;

/** How a pool takes part in global transactions. */
public enum Transactions {
    /** Ignores them. */
    OFF,
    /** Works within the transaction of the calling thread, or without one if there is none. */
    OPTIONAL,
    /** Works within transactions only. */
    REQUIRED
}
