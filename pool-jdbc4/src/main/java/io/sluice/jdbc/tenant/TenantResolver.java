package io.sluice.jdbc.tenant;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Tells the tenant of the calling thread, for example from the request that it serves. Called at
 * each {@link TenantDataSource#getConnection()}, on the calling thread; must be thread-safe.
 */
@FunctionalInterface
public interface TenantResolver {

    /**
     * Returns the name of the schema, catalog or role of the present tenant. It must be one that
     * the application knows, not text from a client: the name decides what a connection may see.
     *
     * @return the name; null or empty if there is no tenant, which fails the {@code getConnection}
     * @throws SQLException if the tenant cannot be found out; {@code getConnection} throws it
     */
    @Nullable String currentTenant() throws SQLException;
}
