package io.sluice.perf.xa;

import javax.sql.DataSource;

/** A pool for each database, and the manager of their transactions. Thread-safe. */
public interface OpenXa {

    /** Opens the pools. Implemented by a class that is found by name. */
    interface Opener {

        /** Opens pools and manager as the settings say. */
        OpenXa open(XaSettings settings) throws Exception;
    }

    /** Returns the pool of a database. */
    DataSource source(int database);

    /** Begins a transaction on this thread. */
    void begin() throws Exception;

    /** Commits it. */
    void commit() throws Exception;
}
