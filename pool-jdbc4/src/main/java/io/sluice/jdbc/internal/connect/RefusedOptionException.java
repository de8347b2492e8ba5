package io.sluice.jdbc.internal.connect;

import java.sql.SQLException;

/** Reports that a driver or a database refused the value of an option; has their state and code. */
final class RefusedOptionException extends SQLException {

    private static final long serialVersionUID = 1;

    private final SQLException refusal;

    RefusedOptionException(String message, SQLException refusal) {
        super(message, refusal.getSQLState(), refusal.getErrorCode(), refusal);
        this.refusal = refusal;
    }

    /** Returns what the driver threw. */
    SQLException refusal() {
        return refusal;
    }
}
