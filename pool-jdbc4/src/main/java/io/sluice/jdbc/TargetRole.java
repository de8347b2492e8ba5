package io.sluice.jdbc;

/** The role that the server of a connection must have. */
public enum TargetRole {
    /** Any server; the pool does not ask. */
    ANY,
    /** A server that accepts writes. */
    PRIMARY,
    /** A server that follows a primary. */
    STANDBY,
    /** A standby; a primary while no standby can be reached. */
    PREFER_STANDBY
}
