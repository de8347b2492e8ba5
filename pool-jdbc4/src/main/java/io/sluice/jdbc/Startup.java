package io.sluice.jdbc;

/** What a pool does about its database when it starts. */
public enum Startup {
    /** Makes one connection before the first is given out, and does not start if it cannot. */
    FAIL,
    /** Makes one connection before the first is given out, and logs a warning if it cannot. */
    WARN,
    /** Makes no connection before the first is requested. */
    LAZY
}
