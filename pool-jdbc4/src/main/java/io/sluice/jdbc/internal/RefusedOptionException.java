package io.sluice.jdbc.internal;

import io.sluice.jdbc.JdbcOption;
import java.sql.SQLException;

/** Names the option whose value a driver or a database has refused; with their state and code. */
final class RefusedOptionException extends SQLException {

    private static final long serialVersionUID = 1;

    RefusedOptionException(JdbcOption option, SQLException refusal) {
        super(
                option.key()
                        + " failed: "
                        + SqlErrors.textOf(refusal)
                        + "; see whether its value is right for this database",
                refusal.getSQLState(),
                refusal.getErrorCode(),
                refusal);
    }
}
