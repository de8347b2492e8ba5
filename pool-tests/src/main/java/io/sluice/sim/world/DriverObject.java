package io.sluice.sim.world;

import java.sql.SQLException;

/** What an application can do with an object of the driver, beside its pool. */
public interface DriverObject {

    /** Changes the schema, or the most rows of a statement, and says nothing of it. */
    void change() throws SQLException;

    /** Works after its lease, unless the connection has another by now. */
    void workLate();

    /** Does nothing that counts. */
    void look() throws SQLException;
}
