package io.sluice.jdbc.internal.connect;

import io.sluice.jdbc.FatalErrorClassifier;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.pool.ResourcePool;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What all physical connections of a pool have in common. Thread-safe. */
public final class PoolRules {

    private final String poolName;
    private final @Nullable String resetSql;
    private final boolean reportDirtyReturns;
    private final FatalErrorClassifier classifier;
    private final boolean wantsToWrite;

    /**
     * Set when the pool is open; a connection may be made before. Shared: volatile, once. Partner:
     * none (there is no lease before it is set).
     */
    private volatile @Nullable ResourcePool<?> pool;

    public PoolRules(JdbcPoolConfig config) {
        poolName = config.name();
        resetSql = config.resetSql();
        reportDirtyReturns = config.reportDirtyReturns();
        wantsToWrite = RoleCheck.wantsToWrite(config);
        classifier =
                Objects.requireNonNullElseGet(
                        config.fatalErrorClassifier(), FatalErrorClassifier::standard);
    }

    public void opened(ResourcePool<?> openedPool) {
        pool = openedPool;
    }

    public String poolName() {
        return poolName;
    }

    @Nullable public String resetSql() {
        return resetSql;
    }

    /** Whether leases that leave something to clean up are reported. */
    public boolean reportsDirtyReturns() {
        return reportDirtyReturns;
    }

    /**
     * Returns whether an error is fatal; a failing classifier counts as yes. Nothing that it or the
     * log throws goes further, since the caller has a lease to end.
     */
    public boolean isFatal(SQLException error) {
        try {
            return classifier.isFatal(
                    error instanceof RefusedOptionException refused ? refused.refusal() : error);
        } catch (Throwable e) { // an application's classifier may lack a driver's class
            JdbcLog.write(
                    System.Logger.Level.WARNING,
                    poolName,
                    "fatalErrorClassifier failed; the error counts as fatal",
                    e);
            return true;
        }
    }

    /**
     * Returns whether an error says that the server of a connection is no longer a primary, and the
     * pool wants one. A connection that the application has made read-only tells nothing.
     */
    public boolean hasLostRole(SQLException error, Connection connection) {
        if (!wantsToWrite || !KnownFatalErrors.isReadOnly(error)) {
            return false;
        }
        try {
            return !connection.isReadOnly();
        } catch (SQLException | RuntimeException e) { // a driver may throw anything
            return true;
        }
    }

    /**
     * Has all connections validated before their next use, since what broke one may have broken
     * all.
     */
    public void suspectAll() {
        ResourcePool<?> present = pool;
        if (present != null) {
            present.suspectAll();
        }
    }
}
