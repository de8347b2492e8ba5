package io.sluice.jdbc.internal.xa;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.Transactions;
import io.sluice.jdbc.atomikos.AtomikosRecovery;
import io.sluice.jdbc.internal.connect.ConnectionSource;
import io.sluice.jdbc.internal.connect.SqlErrors;
import io.sluice.jdbc.internal.connect.XaSource;
import io.sluice.jdbc.narayana.NarayanaRecovery;
import io.sluice.pool.spi.RecoverySource;
import java.sql.SQLException;
import java.util.function.BooleanSupplier;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** Connects a pool with the recovery of its transaction manager. */
public final class Recovery {

    private Recovery() {}

    /**
     * Returns the source of sessions for a manager that is not known here.
     *
     * @throws IllegalStateException if the connections of the pool take part in no global
     *     transactions
     * @throws SQLException if a configured class or object is unavailable
     */
    public static RecoverySource source(JdbcPoolConfig config) throws SQLException {
        boolean xa = config.xaDataSource() != null || config.xaDataSourceClassName() != null;
        if (!xa || config.transactions() == Transactions.OFF) {
            throw new IllegalStateException(
                    "pool "
                            + config.name()
                            + " does not take part in global transactions; set"
                            + " xaDataSourceClassName or xaDataSource, and remove"
                            + " transactions=off");
        }
        return new XaRecoverySource(config, XaSource.of(config), null);
    }

    /**
     * Returns an XA resource that opens and closes a session for each call.
     *
     * @throws IllegalStateException as {@link #source}
     * @throws SQLException as {@link #source}
     */
    public static XAResource resource(JdbcPoolConfig config) throws SQLException {
        return new RecoveryXaResource(source(config));
    }

    /**
     * Registers a pool with the recovery of a manager that is known here.
     *
     * @param managerName the name by which the pool has its branches; null if it has none
     * @param hasLeftBranches whether the closed pool, or one of its name before it, has connections
     *     whose branches have not ended
     * @return removes the registration; null if there is none
     * @throws SQLException if the registration fails
     */
    public static @Nullable AutoCloseable register(
            JdbcPoolConfig config,
            ConnectionSource source,
            @Nullable ResourceManagerName managerName,
            BooleanSupplier hasLeftBranches)
            throws SQLException {
        KnownManager manager = KnownManager.named(config.transactionManager());
        if (manager == null || config.transactions() == Transactions.OFF) {
            return null;
        }
        XAResource resource =
                source instanceof XaSource xaSource
                        ? new RecoveryXaResource(
                                new XaRecoverySource(config, xaSource, managerName))
                        : null; // last resources leave nothing to recover
        try {
            return switch (manager) {
                case NARAYANA -> resource == null ? null : NarayanaRecovery.register(resource);
                case ATOMIKOS ->
                        AtomikosRecovery.register(config.name(), resource, hasLeftBranches);
            };
        } catch (RuntimeException | LinkageError e) {
            throw SqlErrors.badSource(
                    config.name(),
                    "transactionManager is \""
                            + config.transactionManager()
                            + "\" and the pool could not be registered for its recovery; use"
                            + " a supported version of the manager, or set transactionContext ("
                            + e
                            + ")",
                    e);
        }
    }
}
