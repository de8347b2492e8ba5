package io.sluice.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** A connection as PostgreSQL's driver has them: its server can be told to stop what it does. */
public final class CancellingConnection extends BareConnection {

    /** Asks the server. */
    interface Cancel {
        void ask() throws SQLException;
    }

    private final Cancel cancel;

    CancellingConnection(Connection target, Cancel cancel) {
        super(target);
        this.cancel = cancel;
    }

    /** By the name that it has there. */
    public void cancelQuery() throws SQLException {
        cancel.ask();
    }
}
