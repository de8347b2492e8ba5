package io.sluice.sim.scenario;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.internal.OpenPool;
import io.sluice.jdbc.internal.PhysicalConnection;
import io.sluice.jdbc.internal.connect.XaSource;
import io.sluice.jdbc.internal.xa.Recovery;
import io.sluice.jdbc.internal.xa.ResourceManagerName;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.spi.RecoverySource;
import java.lang.reflect.Constructor;
import java.sql.SQLException;
import java.util.List;
import javax.transaction.xa.XAResource;

/** What a pool registers with a manager that Sluice knows; those managers are not simulated. */
final class RegisteredRecovery {

    private RegisteredRecovery() {}

    /** Opens a pool that a manager has in its recovery until this is closed. */
    static OpenPool openPool(JdbcPoolConfig config, AutoCloseable registration)
            throws SQLException {
        ResourcePool<PhysicalConnection> pool = OpenPool.open(config, List.of()).pool();
        try {
            Constructor<OpenPool> constructor =
                    OpenPool.class.getDeclaredConstructor(
                            JdbcPoolConfig.class,
                            ResourcePool.class,
                            ResourceManagerName.class,
                            AutoCloseable.class,
                            AutoCloseable.class);
            constructor.setAccessible(true);
            return constructor.newInstance(config, pool, null, registration, null);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("what belongs to an open pool has changed", e);
        }
    }

    static XAResource of(JdbcPoolConfig config, ResourceManagerName name) throws SQLException {
        String where = Recovery.class.getPackageName();
        try {
            Constructor<?> source =
                    Class.forName(where + ".XaRecoverySource")
                            .getDeclaredConstructor(
                                    JdbcPoolConfig.class,
                                    XaSource.class,
                                    ResourceManagerName.class);
            Constructor<?> resource =
                    Class.forName(where + ".RecoveryXaResource")
                            .getDeclaredConstructor(RecoverySource.class);
            source.setAccessible(true);
            resource.setAccessible(true);
            return (XAResource)
                    resource.newInstance(source.newInstance(config, XaSource.of(config), name));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("what a pool registers has changed", e);
        }
    }
}
