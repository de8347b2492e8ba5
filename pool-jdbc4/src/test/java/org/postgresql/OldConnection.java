package org.postgresql;

import io.sluice.jdbc.handle.DelegatingConnection;
import java.sql.Connection;
import java.sql.SQLException;

/** A connection of a version of the driver that does not tell the state of its transaction. */
public final class OldConnection extends DelegatingConnection {

    private final Connection target;

    public OldConnection(Connection target) {
        this.target = target;
    }

    @Override
    protected Connection delegate() {
        return target;
    }

    @Override
    protected SQLException failed(SQLException failure) {
        return failure;
    }
}
