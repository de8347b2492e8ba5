package io.sluice.jdbc.internal.connect;

import java.sql.SQLException;

/** Says that a driver or a database has refused what an option has; with their state and code. */
final class RefusedOptionException extends SQLException {

    private static final long serialVersionUID = 1;

    RefusedOptionException(String message, SQLException refusal) {
        super(message, refusal.getSQLState(), refusal.getErrorCode(), refusal);
    }
}
