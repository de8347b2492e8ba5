package io.sluice.jdbc.routing;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluicePool;
import io.sluice.jdbc.TargetRole;
import io.sluice.jdbc.Transactions;
import io.sluice.jdbc.internal.connect.SqlErrors;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A {@link DataSource} in front of two pools: a connection that is set to read-only comes from the
 * pool of standbys, any other from that of the primary. Thread-safe.
 *
 * <p>A connection is taken from its pool by the first call that needs it, usually the first
 * statement. {@link Connection#setReadOnly} counts before that; so a read-only transaction of
 * Spring, {@code @Transactional(readOnly = true)}, runs on a standby. The connection then stays
 * with its pool until it is closed. {@code getConnection} itself neither waits nor fails.
 *
 * <p>What happens without a standby, or if it lags, is up to the pool of standbys: with {@link
 * TargetRole#PREFER_STANDBY} it connects to the primary instead, with {@link TargetRole#STANDBY}
 * the first statement fails. Closing the pools is left to the caller.
 *
 * <pre>{@code
 * DataSource orders = new SluiceRouting(primary, standby);
 * }</pre>
 *
 * <p>It is not final, so that frameworks can make proxies of it.
 */
public class SluiceRouting implements DataSource {

    private final SluicePool primary;
    private final SluicePool standby;
    private final String name;

    /** Null if the mode depends on the global transaction. */
    private final @Nullable Boolean autoCommit;

    /**
     * Creates a data source in front of two pools, whose options must have been set.
     *
     * @param primary the pool for all other connections, started or not
     * @param standby the pool for connections that are set to read-only, started or not
     * @throws IllegalArgumentException if the options of a pool do not fit together, or the {@link
     *     JdbcPoolConfig#targetRole() roles} of the two are those of each other
     */
    public SluiceRouting(SluicePool primary, SluicePool standby) {
        JdbcPoolConfig writes = primary.configuration();
        JdbcPoolConfig reads = standby.configuration();
        if (writes.targetRole() == TargetRole.STANDBY
                || writes.targetRole() == TargetRole.PREFER_STANDBY
                || reads.targetRole() == TargetRole.PRIMARY) {
            throw new IllegalArgumentException(
                    "the pools of a SluiceRouting are swapped: targetRole is "
                            + writes.targetRole()
                            + " of the first, "
                            + writes.name()
                            + ", and "
                            + reads.targetRole()
                            + " of the second, "
                            + reads.name()
                            + "; name the pool of the primary first");
        }
        this.primary = primary;
        this.standby = standby;
        name = writes.name();
        autoCommit = isTransactional(writes) ? null : !Boolean.FALSE.equals(writes.autoCommit());
    }

    private static boolean isTransactional(JdbcPoolConfig config) {
        return config.transactions() != Transactions.OFF
                && (config.transactionManager() != null || config.transactionContext() != null);
    }

    /** Returns a connection that has not been taken from a pool yet. */
    @Override
    public Connection getConnection() {
        return new RoutedConnection(this);
    }

    /** Takes a connection from its pool. */
    Connection acquire(boolean readOnly) throws SQLException {
        return (readOnly ? standby : primary).getConnection();
    }

    /** Returns the mode of a new connection; null if its pool has to be asked. */
    @Nullable Boolean autoCommit() {
        return autoCommit;
    }

    SQLException closed() {
        return SqlErrors.closedHandle(name, "Connection");
    }

    /**
     * Always refused: each pool has one user.
     *
     * @throws SQLFeatureNotSupportedException always
     */
    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        throw SqlErrors.noUser("SluiceRouting");
    }

    /** Returns the pool of the primary for its interface, for example {@link SluicePool}. */
    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return type.isInstance(this)
                ? type.cast(this)
                : type.isInstance(primary) ? type.cast(primary) : primary.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this) || type.isInstance(primary) || primary.isWrapperFor(type);
    }

    @Override
    public @Nullable PrintWriter getLogWriter() throws SQLException {
        return primary.getLogWriter();
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter writer) throws SQLException {
        primary.setLogWriter(writer);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return primary.getLoginTimeout();
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        primary.setLoginTimeout(seconds);
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return primary.getParentLogger();
    }

    @Override
    public String toString() {
        return "SluiceRouting[" + primary + ", " + standby + "]";
    }
}
