package io.sluice.jdbc.internal;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.pool.jta.InDoubtBranches;
import java.sql.SQLException;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The name under which the branches in doubt of an open pool are kept, which is its alone: what one
 * pool's server does not list would otherwise settle the branches of another of that name. A pool
 * that is closed with branches in doubt leaves its name to one on the same database. Thread-safe.
 */
final class ResourceManagerName {

    /** Who has each name. Concurrent: of two pools that open at once one has put itself. */
    private static final ConcurrentHashMap<String, ResourceManagerName> TAKEN =
            new ConcurrentHashMap<>();

    private final JdbcPoolConfig config;

    /** Volatile: written by who closes the pool, read by who opens another of its name. */
    private volatile boolean closed;

    private ResourceManagerName(JdbcPoolConfig config) {
        this.config = config;
    }

    /**
     * Takes the name of a pool.
     *
     * @throws SQLException if another pool has it
     */
    static ResourceManagerName take(JdbcPoolConfig config) throws SQLException {
        String name = config.name();
        ResourceManagerName mine = new ResourceManagerName(config);
        ResourceManagerName other = TAKEN.putIfAbsent(name, mine);
        if (other == null || (other.isLeftTo(config) && TAKEN.replace(name, other, mine))) {
            return mine;
        }
        throw SqlErrors.badSource(
                name,
                other.closed
                        ? "name is that of a pool that was closed with branches in doubt on another"
                                + " database; expected one of its own, or that database, since"
                                + " branches in doubt are kept by it: set another name, or let"
                                + " recovery end them first"
                        : "name is that of another open pool that takes part in global transactions;"
                                + " expected one of its own, since branches in doubt are kept by it:"
                                + " set another name, or close the other pool first",
                null);
    }

    private boolean isLeftTo(JdbcPoolConfig other) {
        return closed
                && (InDoubtBranches.of(config.name()).isEmpty()
                        || (Objects.equals(
                                        config.xaDataSourceClassName(),
                                        other.xaDataSourceClassName())
                                && config.dataSourceProperties()
                                        .equals(other.dataSourceProperties())));
    }

    /** Gives it back; further calls take it from nobody who has it then. */
    void giveBack() {
        closed = true;
        if (InDoubtBranches.of(config.name()).isEmpty()) {
            boolean ignored = TAKEN.remove(config.name(), this);
        }
    }
}
