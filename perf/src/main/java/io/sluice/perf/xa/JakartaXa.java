package io.sluice.perf.xa;

import jakarta.transaction.TransactionManager;
import java.util.List;
import javax.sql.DataSource;

/**
 * Pools with a Jakarta transaction manager.
 *
 * @param manager begins and commits
 * @param sources one for each database
 */
record JakartaXa(TransactionManager manager, List<DataSource> sources) implements OpenXa {

    @Override
    public DataSource source(int database) {
        return sources.get(database);
    }

    @Override
    public void begin() throws Exception {
        manager.begin();
    }

    @Override
    public void commit() throws Exception {
        manager.commit();
    }
}
