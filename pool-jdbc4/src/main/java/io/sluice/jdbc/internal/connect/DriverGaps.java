package io.sluice.jdbc.internal.connect;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.internal.config.Secrets;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The calls of the pool that a driver does not support. Each call is tried on a new connection,
 * which is known to work. A call that is refused there is unsupported, and the pool does without
 * it. A call that has worked once is supported; if it fails later, the connection has failed.
 * Thread-safe.
 */
public final class DriverGaps {

    /** What some drivers do not support. */
    public enum Ability {
        NETWORK_TIMEOUT,
        IS_VALID,
        QUERY_TIMEOUT,
        VALIDATION_QUERY,
        CLEAR_WARNINGS
    }

    /** A call that is tried. */
    public interface Trial {
        void run() throws SQLException;
    }

    private final String poolName;
    private final PoolRules rules;

    /**
     * For each class of connections, what has not worked yet. Shared: concurrent map of concurrent
     * sets, by creators and validating threads. Partner: none (a creator that misses a removal
     * tries the call once more).
     */
    private final ConcurrentHashMap<Class<?>, Set<Ability>> unproven = new ConcurrentHashMap<>();

    /**
     * What the log was told. Shared: concurrent set. Partner: none (the creator that adds an
     * ability writes the line).
     */
    private final Set<Ability> told = ConcurrentHashMap.newKeySet();

    public DriverGaps(JdbcPoolConfig config, PoolRules rules) {
        this.poolName = config.name();
        this.rules = rules;
    }

    /** Says whether connections of this class can do it, as far as is known. */
    public boolean can(Connection connection, Ability ability) {
        return !unproven(connection).contains(ability);
    }

    /**
     * Tries a call on a new connection, unless it has worked on another of its class.
     *
     * @return whether it was tried
     * @throws SQLException if the connection has failed, which says nothing about the driver
     */
    public boolean attempt(Connection connection, Ability ability, Trial trial)
            throws SQLException {
        Set<Ability> open = unproven(connection);
        if (!open.contains(ability)) {
            return false;
        }
        try {
            trial.run();
            open.remove(ability);
        } catch (SQLException | RuntimeException | LinkageError e) { // a driver may throw anything
            if (isFailure(e)) {
                throw e;
            }
            tell(ability, e);
        }
        return true;
    }

    private Set<Ability> unproven(Connection connection) {
        return unproven.computeIfAbsent(
                connection.getClass(),
                type -> {
                    Set<Ability> all = ConcurrentHashMap.newKeySet();
                    all.addAll(EnumSet.allOf(Ability.class));
                    return all;
                });
    }

    /** Says whether an error is about the connection, not about what the driver supports. */
    public boolean isFailure(Throwable e) {
        if (!(e instanceof SQLException error) || e instanceof SQLFeatureNotSupportedException) {
            return false;
        }
        return error instanceof NotValidException
                || error instanceof SQLTransientException
                || error instanceof SQLRecoverableException
                || error instanceof SQLNonTransientConnectionException
                || rules.isFatal(error);
    }

    private void tell(Ability ability, Throwable refusal) {
        if (!told.add(ability)) {
            return;
        }
        // No switch: its table is a class of its own, whose initialization may fail on a full heap.
        if (ability == Ability.NETWORK_TIMEOUT) {
            log(
                    Level.INFO,
                    "the driver cannot set a network time-out; validation is limited"
                            + " to whole seconds",
                    refusal);
        } else if (ability == Ability.IS_VALID) {
            log(
                    Level.WARNING,
                    "the driver's isValid failed; connections are reused without"
                            + " validation: set validationQuery",
                    refusal);
        } else if (ability == Ability.QUERY_TIMEOUT) {
            log(
                    Level.INFO,
                    "the driver cannot set a query time-out; a validation that takes too long"
                            + " is aborted by the pool",
                    refusal);
        } else if (ability == Ability.CLEAR_WARNINGS) {
            log(
                    Level.INFO,
                    "the driver cannot clear warnings; a connection may show those of earlier"
                            + " leases",
                    refusal);
        } // A validation query that fails is an error, and thrown.
    }

    private void log(Level level, String text, Throwable refusal) {
        String why = Secrets.mask(refusal.toString());
        JdbcLog.write(level, poolName, text + " (" + why + ")", null);
    }
}
