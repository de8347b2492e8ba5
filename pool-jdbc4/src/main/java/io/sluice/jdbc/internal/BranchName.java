package io.sluice.jdbc.internal;

import java.sql.SQLException;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The name of an open pool under which its branches in doubt are kept, which is its alone: what one
 * pool's server does not list would otherwise settle the branches of another of that name.
 * Thread-safe.
 */
final class BranchName {

    /** Who has each name. Concurrent: of two pools that open at once one has put itself. */
    private static final ConcurrentHashMap<String, BranchName> TAKEN = new ConcurrentHashMap<>();

    private final String name;

    private BranchName(String name) {
        this.name = name;
    }

    /**
     * Takes the name of a pool.
     *
     * @throws SQLException if another open pool has it
     */
    static BranchName take(String pool) throws SQLException {
        BranchName mine = new BranchName(pool);
        if (TAKEN.putIfAbsent(pool, mine) != null) {
            throw SqlErrors.badSource(
                    pool,
                    "name is that of another open pool that takes part in global transactions;"
                            + " expected one of its own, since branches in doubt are kept by it: set"
                            + " another name, or close the other pool first",
                    null);
        }
        return mine;
    }

    /** Gives it back; further calls take it from nobody who has it then. */
    void giveBack() {
        boolean ignored = TAKEN.remove(name, this);
    }
}
