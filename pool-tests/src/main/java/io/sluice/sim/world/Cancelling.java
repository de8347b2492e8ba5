package io.sluice.sim.world;

import java.sql.Connection;
import java.sql.SQLException;

/** A connection of a driver that can have its server stop whatever it does for it. */
public interface Cancelling extends Connection {

    /** By the name that it has in PostgreSQL's driver. */
    void cancelQuery() throws SQLException;
}
