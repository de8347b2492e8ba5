package io.sluice.jdbc;

import java.sql.ResultSet;

/** What happens to open result sets at a commit. */
public enum Holdability {
    /** {@link ResultSet#HOLD_CURSORS_OVER_COMMIT}. */
    HOLD_CURSORS_OVER_COMMIT(ResultSet.HOLD_CURSORS_OVER_COMMIT),
    /** {@link ResultSet#CLOSE_CURSORS_AT_COMMIT}. */
    CLOSE_CURSORS_AT_COMMIT(ResultSet.CLOSE_CURSORS_AT_COMMIT);

    private final int jdbcValue;

    Holdability(int jdbcValue) {
        this.jdbcValue = jdbcValue;
    }

    /** Returns the constant of {@link ResultSet}. */
    public int jdbcValue() {
        return jdbcValue;
    }
}
