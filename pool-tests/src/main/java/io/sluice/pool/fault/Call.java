package io.sluice.pool.fault;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What became of one call of a caller. Immutable; times are those of {@link System#nanoTime}.
 *
 * @param caller the number of the caller, from 0
 * @param begun when it asked for a connection
 * @param answered when it had the connection, or the error instead
 * @param ended when it had closed the connection
 * @param served whether it was given a connection
 * @param wrong whether the reply was not what it had asked for
 * @param failure what it was told instead, or null
 */
public record Call(
        int caller,
        long begun,
        long answered,
        long ended,
        boolean served,
        boolean wrong,
        @Nullable Exception failure) {

    /** Whether it had its connection, its work was done, and the reply was right. */
    public boolean isGood() {
        return failure == null && !wrong;
    }

    /** Whether it was given an error instead of a connection. */
    public boolean isRefused() {
        return !served;
    }

    /** Whether its connection failed under it. */
    public boolean isBroken() {
        return served && failure != null;
    }

    /** The state of the error, or "none". */
    public String state() {
        String state = failure instanceof SQLException e ? e.getSQLState() : null;
        return state == null ? "none" : state;
    }

    /** By how many nanoseconds it had its answer later than after so many; negative if in time. */
    public long lateBy(long limitNanos) {
        return answered - begun - limitNanos;
    }
}
