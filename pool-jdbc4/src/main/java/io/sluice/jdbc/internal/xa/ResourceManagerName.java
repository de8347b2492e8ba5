package io.sluice.jdbc.internal.xa;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.internal.config.Secrets;
import io.sluice.jdbc.internal.connect.SqlErrors;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;

/**
 * The name under which an open pool keeps its branches in doubt, and which no other open pool may
 * have. Otherwise branches that one pool's server does not list would be settled for another pool
 * of that name. A pool that is closed while connections wait for an outcome leaves its name to a
 * pool on the same database. Thread-safe.
 */
public final class ResourceManagerName {

    /**
     * The pool that has each name. Shared: concurrent map; put if absent, or in place of a closed
     * pool; removed with the same value. Partner: {@code hasLeftBranches}, {@code
     * InDoubtBranches.ALL}. Of two pools that open at once one has put itself.
     */
    private static final ConcurrentHashMap<String, ResourceManagerName> TAKEN =
            new ConcurrentHashMap<>();

    private final String name;

    /**
     * Identifies the database. Leaves out users and passwords, which may change. Where a given data
     * source object leads is unknown, so only the same object counts as the same database.
     */
    private final Map<String, Object> database;

    /**
     * Whether the closed pool has left branches; null while it is open. Shared: volatile, by the
     * close, before another can take the name; read by the thread that opens another. Partner:
     * {@code TAKEN}.
     */
    private volatile @Nullable BooleanSupplier hasLeftBranches;

    private ResourceManagerName(JdbcPoolConfig config) {
        this.name = config.name();
        this.database = new HashMap<>(config.dataSourceProperties());
        database.keySet()
                .removeIf(
                        key ->
                                Secrets.isSecret(key)
                                        || key.toLowerCase(Locale.ROOT).startsWith("user"));
        XADataSource given = config.xaDataSource();
        database.put("", given != null ? given : String.valueOf(config.xaDataSourceClassName()));
    }

    /**
     * Takes the name of a pool.
     *
     * @throws SQLException if another pool has it
     */
    public static ResourceManagerName take(JdbcPoolConfig config) throws SQLException {
        ResourceManagerName mine = new ResourceManagerName(config);
        while (true) { // again if another pool gives it back meanwhile
            ResourceManagerName other = TAKEN.putIfAbsent(mine.name, mine);
            if (other == null) {
                return mine;
            }
            BooleanSupplier left = other.hasLeftBranches;
            if (left == null) {
                throw SqlErrors.badSource(
                        mine.name,
                        "name is already used by an open pool with global transactions; set"
                                + " another name, or close the other pool first",
                        null);
            }
            if (left.getAsBoolean() && !other.database.equals(mine.database)) {
                throw SqlErrors.badSource(
                        mine.name,
                        "name was used by a pool that closed with branches in doubt and had"
                                + " other dataSourceProperties or another xaDataSource; use"
                                + " the same until recovery has completed the branches, or"
                                + " restart the process",
                        null);
            }
            if (TAKEN.replace(mine.name, other, mine)) {
                return mine;
            }
        }
    }

    /**
     * Gives the name back; further calls do not take it from its next owner.
     *
     * @param hasLeftBranches whether the closed pool has connections whose branches have not ended
     */
    public void giveBack(BooleanSupplier hasLeftBranches) {
        this.hasLeftBranches = hasLeftBranches;
        if (!hasLeftBranches.getAsBoolean()) {
            boolean ignored = TAKEN.remove(name, this);
        }
    }

    /** Whether the name of a configuration is taken by a pool on the same database. */
    static boolean isOnTheDatabaseOf(JdbcPoolConfig config) {
        ResourceManagerName taken = TAKEN.get(config.name());
        return taken != null && taken.database.equals(new ResourceManagerName(config).database);
    }
}
