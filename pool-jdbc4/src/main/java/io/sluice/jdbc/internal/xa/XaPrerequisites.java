package io.sluice.jdbc.internal.xa;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.internal.connect.JdbcLog;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.XAConnection;

/**
 * The check of what a server needs for XA. It runs on the first connection of a pool and logs what
 * is missing. Thread-safe.
 */
public final class XaPrerequisites {

    private final JdbcPoolConfig config;

    /**
     * Shared: atomic exchange by the first creator that comes by. Partner: none (the first one
     * checks).
     */
    private final AtomicBoolean checked = new AtomicBoolean();

    public XaPrerequisites(JdbcPoolConfig config) {
        this.config = config;
    }

    /** Checks the first connection that comes here; a new one, as it will be lent. */
    public void checkOnce(XAConnection session, Connection connection) {
        XaVendor.Prerequisites prerequisites = XaVendors.of(session).prerequisites();
        if (prerequisites == null || checked.getAndSet(true)) {
            return;
        }
        try {
            for (String missing : missingAtRest(prerequisites, connection)) {
                JdbcLog.write(Level.WARNING, missing, null); // the connection works without it
            }
        } catch (SQLException e) { // an unusable connection will show soon enough
            JdbcLog.write(
                    Level.DEBUG,
                    config.name(),
                    "could not check what the database needs for global transactions",
                    e);
        }
    }

    private List<String> missingAtRest(XaVendor.Prerequisites prerequisites, Connection connection)
            throws SQLException {
        try {
            return prerequisites.missing(config, connection);
        } finally {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        }
    }
}
