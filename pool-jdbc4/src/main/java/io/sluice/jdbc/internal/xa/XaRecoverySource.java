package io.sluice.jdbc.internal.xa;

import io.sluice.jdbc.Credentials;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.internal.config.Secrets;
import io.sluice.jdbc.internal.connect.ConnectTimeouts;
import io.sluice.jdbc.internal.connect.Login;
import io.sluice.jdbc.internal.connect.RestingState;
import io.sluice.jdbc.internal.connect.SqlErrors;
import io.sluice.jdbc.internal.connect.XaSource;
import io.sluice.pool.spi.RecoverySource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** Provides recovery sessions, with their own connections and, if configured, credentials. */
final class XaRecoverySource implements RecoverySource {

    private final JdbcPoolConfig config;
    private final XaSource source;

    /** Null where no open pool has these sessions. */
    private final @Nullable ResourceManagerName managerName;

    XaRecoverySource(
            JdbcPoolConfig config, XaSource source, @Nullable ResourceManagerName managerName) {
        this.config = config;
        this.source = source;
        this.managerName = managerName;
    }

    @Override
    public String name() {
        return config.name();
    }

    @Override
    public Session open() throws XAException {
        XAConnection xa = null;
        try {
            xa = source.openXa(credentials());
            XAResource driver = xa.getXAResource();
            TranslatingXaResource translated = XaVendors.translated(driver, connection(xa, driver));
            return new XaSession(xa, new SettlingXaResource(config, translated, managerName));
        } catch (SQLException | RuntimeException | Error e) { // a driver may throw anything
            closeAfter(e, xa);
            throw failed("cannot be reached for recovery", e);
        }
    }

    /**
     * Returns the connection of a session if it is needed; some drivers take one back when the next
     * is requested. The network time-out keeps a silent server from blocking the one thread that
     * recovers everything; without one, what limited the login is lifted.
     */
    private @Nullable Connection connection(XAConnection xa, XAResource driver)
            throws SQLException {
        Duration networkTimeout = config.networkTimeout();
        boolean limits = networkTimeout != null || ConnectTimeouts.limitsReads(config);
        if (!limits && !XaVendors.of(driver).needsConnection()) {
            return null;
        }
        Connection connection = xa.getConnection();
        if (limits) {
            connection.setNetworkTimeout(
                    RestingState.SAME_THREAD,
                    networkTimeout == null ? 0 : ConnectTimeouts.ceilMillis(networkTimeout));
        }
        return connection;
    }

    private static void closeAfter(Throwable failure, @Nullable XAConnection xa) {
        if (xa == null) {
            return;
        }
        try {
            xa.close();
        } catch (SQLException | RuntimeException | Error e) {
            if (e != failure) { // some drivers throw the same again
                failure.addSuppressed(e);
            }
        }
    }

    private @Nullable Credentials credentials() throws SQLException {
        return config.recoveryUsername() == null
                ? Login.credentials(config)
                : new Credentials(config.recoveryUsername(), config.recoveryPassword());
    }

    private XAException failed(String what, Throwable e) {
        Throwable cause = Secrets.cleared(e);
        XAException failure =
                new XAException(
                        "Pool " + config.name() + " " + what + ": " + SqlErrors.textOf(cause));
        failure.errorCode = XAException.XAER_RMFAIL;
        failure.initCause(cause);
        return failure;
    }

    private final class XaSession implements Session {

        private final XAConnection xa;
        private final XAResource resource;

        XaSession(XAConnection xa, XAResource resource) {
            this.xa = xa;
            this.resource = resource;
        }

        @Override
        public XAResource resource() {
            return resource;
        }

        @Override
        public void close() throws XAException {
            try {
                xa.close();
            } catch (SQLException | RuntimeException e) {
                throw failed("could not close a connection of recovery", e);
            }
        }
    }
}
