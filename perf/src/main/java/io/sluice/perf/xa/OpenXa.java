package io.sluice.perf.xa;

import io.sluice.perf.fork.FlightRecording.Work;
import jakarta.transaction.TransactionManager;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * A pool for each database, and the manager of their transactions. Thread-safe.
 *
 * @param sources the pools, in the order of the databases
 * @param begin begins a transaction on a thread
 * @param commit commits it
 */
record OpenXa(List<DataSource> sources, Work begin, Work commit) {

    /** Opens the pool of a database. */
    interface Opener {

        /**
         * Opens it.
         *
         * @param name a name that no other pool of the process has
         */
        DataSource open(XaSettings.Database database, String name) throws Exception;
    }

    /** Opens a pool for each database. */
    static OpenXa of(TransactionManager manager, XaSettings settings, Opener opener)
            throws Exception {
        return new OpenXa(sources(settings, opener), manager::begin, manager::commit);
    }

    /** Opens a pool for each database, and returns them. */
    static List<DataSource> sources(XaSettings settings, Opener opener) throws Exception {
        List<DataSource> sources = new ArrayList<>();
        for (XaSettings.Database database : settings.databases()) {
            sources.add(opener.open(database, "perf-" + sources.size()));
        }
        return sources;
    }
}
