package io.sluice.jdbc.internal.connect;

import java.sql.SQLNonTransientConnectionException;

/** Says that a connection was asked and is lost, which no classifier of errors need be asked. */
public final class NotValidException extends SQLNonTransientConnectionException {

    private static final long serialVersionUID = 1;

    NotValidException(String message, String state) {
        super(message, state);
    }

    NotValidException(String message, String state, Throwable cause) {
        super(message, state, cause);
    }
}
