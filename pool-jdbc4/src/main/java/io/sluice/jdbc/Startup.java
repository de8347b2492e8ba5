package io.sluice.jdbc;

/** What a pool does about its database when it starts. */
public enum Startup {
    /** Makes one connection before the first is given out, and does not start if it cannot. */
    FAIL,
    /**
     * Makes {@code minSize} connections, at least one, before the first is given out. Does not
     * start if it cannot make one; logs a warning if the others take longer than {@code
     * acquireTimeout}.
     */
    FULL,
    /** Makes one connection before the first is given out, and logs a warning if it cannot. */
    WARN,
    /** Makes no connection before the first is requested. */
    LAZY
}
