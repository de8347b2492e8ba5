package io.sluice.jdbc.internal;

import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.internal.config.Secrets;
import io.sluice.jdbc.internal.connect.ConnectTimeouts;
import io.sluice.jdbc.internal.connect.ConnectionSetup;
import io.sluice.jdbc.internal.connect.ConnectionSource;
import io.sluice.jdbc.internal.connect.DriverGaps;
import io.sluice.jdbc.internal.connect.DriverGaps.Ability;
import io.sluice.jdbc.internal.connect.DriverSession;
import io.sluice.jdbc.internal.connect.Login;
import io.sluice.jdbc.internal.connect.NotValidException;
import io.sluice.jdbc.internal.connect.PermanentFailures;
import io.sluice.jdbc.internal.connect.PoolRules;
import io.sluice.jdbc.internal.connect.RequestBoundaries;
import io.sluice.jdbc.internal.connect.RestingState;
import io.sluice.jdbc.internal.connect.RoleSource;
import io.sluice.jdbc.internal.connect.SessionCloser;
import io.sluice.jdbc.internal.connect.StatementCache;
import io.sluice.jdbc.internal.xa.LastResourceXaResource;
import io.sluice.jdbc.internal.xa.TransactionWork;
import io.sluice.jdbc.internal.xa.XaPrerequisites;
import io.sluice.jdbc.internal.xa.XaVendors;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.NoTransactions;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import io.sluice.pool.spi.TransactionContext;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** Creates, validates and destroys the physical connections of one pool. Thread-safe. */
final class DriverConnectionFactory implements ResourceFactory<PhysicalConnection> {

    private static final Set<JdbcOption> SOURCES =
            EnumSet.of(
                    JdbcOption.URL,
                    JdbcOption.DATA_SOURCE_CLASS_NAME,
                    JdbcOption.XA_DATA_SOURCE_CLASS_NAME,
                    JdbcOption.DATA_SOURCE,
                    JdbcOption.XA_DATA_SOURCE);

    private final JdbcPoolConfig config;
    private final SessionCloser closer;
    private final Login login;
    private final PoolRules rules;
    private final TransactionContext transactions;
    private final DriverGaps gaps;
    private final ConnectionValidator validator;
    private final ConnectionSetup connectionSetup;
    private final XaPrerequisites xaPrerequisites;
    private final ConnectionAborter aborter;

    /** Whether the driver limits reads until the connection is made. */
    private final boolean limitsReads;

    /**
     * What connections of this class do at request boundaries; empty if they have none. Shared:
     * concurrent map, by creators. Partner: none (creators that try at once find the same).
     */
    private final ConcurrentHashMap<Class<?>, Optional<RequestBoundaries>> boundaries =
            new ConcurrentHashMap<>();

    DriverConnectionFactory(
            JdbcPoolConfig config,
            ConnectionSource source,
            PoolRules rules,
            TransactionContext transactions,
            Ticker ticker) {
        this.config = config;
        this.closer = new SessionCloser(config, ticker);
        this.login = new Login(config, RoleSource.of(config, source, closer));
        this.rules = rules;
        this.transactions = transactions;
        this.gaps = new DriverGaps(config, rules);
        this.validator = new ConnectionValidator(config, gaps);
        this.connectionSetup = new ConnectionSetup(config);
        this.xaPrerequisites = new XaPrerequisites(config);
        this.limitsReads = ConnectTimeouts.limitsReads(config);
        this.aborter = new ConnectionAborter(config.closeTimeout(), ticker);
    }

    @Override
    public String noun() {
        return "connection";
    }

    /** Removes secrets from failures: some drivers and customizers repeat the whole URL in them. */
    @Override
    public PhysicalConnection create() throws SQLException {
        try {
            return prepared(login.connect());
        } catch (SQLException e) {
            throw Secrets.cleared(e);
        } catch (RuntimeException e) {
            throw Secrets.cleared(e);
        }
    }

    private PhysicalConnection prepared(DriverSession session) throws SQLException {
        Connection connection = session.connection();
        try {
            if (limitsReads) {
                connection.setNetworkTimeout(RestingState.SAME_THREAD, 0);
            }
            boolean fresh = connection.getAutoCommit();
            RestingState state = connectionSetup.prepare(connection);
            validator.tryOut(connection, state.autoCommit());
            if (session.xa() != null && transactions != NoTransactions.INSTANCE) {
                xaPrerequisites.checkOnce(session.xa(), connection);
            }
            int kept = config.statementCacheSize();
            return new PhysicalConnection(
                    session,
                    transactionWork(session),
                    rules,
                    state,
                    boundaries(session, fresh, state),
                    gaps.can(connection, Ability.CLEAR_WARNINGS),
                    kept == 0 ? null : new StatementCache(kept));
        } catch (Throwable e) { // no other code knows the half-made session
            Throwable closing = closer.close(session);
            if (closing != null && closing != e) { // some drivers throw the same again
                e.addSuppressed(closing);
            }
            throw e;
        }
    }

    /** Determined on the first connection of each class; on several if they come at once. */
    private @Nullable RequestBoundaries boundaries(
            DriverSession session, boolean fresh, RestingState state) throws SQLException {
        Class<?> type = behindProxy(session);
        Optional<RequestBoundaries> known = boundaries.get(type);
        if (known == null) {
            known =
                    knowsRequests(type)
                            ? triedBoundaries(session.connection(), fresh, state)
                            : Optional.empty();
            boundaries.put(type, known);
        }
        return known.orElse(null);
    }

    /** Empty if the driver declares the boundaries but does not support them. */
    private Optional<RequestBoundaries> triedBoundaries(
            Connection connection, boolean fresh, RestingState state) throws SQLException {
        try {
            return Optional.of(
                    RequestBoundaries.of(
                            rules.poolName(), connection, connectionSetup, fresh, state));
        } catch (SQLFeatureNotSupportedException
                | UnsupportedOperationException
                | IncompatibleClassChangeError e) {
            connection.setAutoCommit(state.autoCommit());
            return Optional.empty();
        }
    }

    private @Nullable TransactionWork transactionWork(DriverSession session) throws SQLException {
        String name = config.name();
        Connection connection = session.connection();
        if (transactions == NoTransactions.INSTANCE) {
            return null;
        }
        if (session.xa() == null) {
            XAResource local = new LastResourceXaResource(name, connection);
            return new TransactionWork(name, local, /* lastResource= */ true, transactions);
        }
        XAResource driver = session.xa().getXAResource();
        return new TransactionWork(
                name,
                XaVendors.translated(driver, connection),
                /* lastResource= */ false,
                transactions);
    }

    /**
     * Some drivers put a reflective proxy before the connections of their XA sessions. If the proxy
     * does not reveal what is behind it, only the interface is known.
     */
    private static Class<?> behindProxy(DriverSession session) {
        Connection connection = session.connection();
        Class<?> type = connection.getClass();
        if (session.xa() == null || !Proxy.isProxyClass(type)) {
            return type;
        }
        try {
            Class<?> behind = connection.unwrap(Connection.class).getClass();
            return Proxy.isProxyClass(behind) ? Connection.class : behind;
        } catch (SQLException | RuntimeException | LinkageError e) { // a driver may throw anything
            return Connection.class;
        }
    }

    /**
     * The methods of the interface do nothing; where they are declared shows whether a driver has
     * its own.
     */
    static boolean knowsRequests(Class<?> type) {
        try {
            return type.getMethod("beginRequest").getDeclaringClass() != Connection.class
                    || type.getMethod("endRequest").getDeclaringClass() != Connection.class;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    @Override
    public void joined(PhysicalConnection resource, Holder<PhysicalConnection> holder) {
        resource.joined(holder);
    }

    /** Removes secrets from failures, as {@link #create}: callers are told them as well. */
    @Override
    public void validate(PhysicalConnection resource, Duration limit) throws SQLException {
        resource.withPool(true);
        try {
            validator.validate(resource, limit);
        } catch (SQLException failure) {
            throw Secrets.cleared(failure);
        } catch (RuntimeException failure) {
            throw Secrets.cleared(failure);
        } finally {
            resource.withPool(false);
        }
    }

    /** As for an error of an application: what is fatal may have hit all connections. */
    @Override
    public boolean mayConcernOthers(Throwable failure) {
        return failure instanceof NotValidException
                || (failure instanceof SQLException e && rules.isFatal(e));
    }

    // Removes secrets from failures, as create: the log and the reports show these.

    @Override
    public void transactionEnded(PhysicalConnection resource) throws SQLException {
        try {
            resource.transactionEnded();
        } catch (SQLException failure) {
            throw Secrets.cleared(failure);
        } catch (RuntimeException failure) {
            throw Secrets.cleared(failure);
        }
    }

    @Override
    public void destroy(PhysicalConnection resource) throws SQLException {
        try {
            end(resource);
        } catch (SQLException failure) {
            throw Secrets.cleared(failure);
        } catch (RuntimeException failure) {
            throw Secrets.cleared(failure);
        }
    }

    private static void end(PhysicalConnection resource) throws SQLException {
        try {
            resource.runAtEnd();
        } finally {
            resource.withPool(true);
            resource.forgetStatements();
            resource.session().close();
        }
    }

    @Override
    public void abort(PhysicalConnection resource) throws SQLException {
        try {
            aborter.abort(resource);
        } catch (SQLException failure) {
            throw Secrets.cleared(failure);
        } catch (RuntimeException failure) {
            throw Secrets.cleared(failure);
        }
    }

    @Override
    public boolean isPermanent(Throwable failure) {
        return PermanentFailures.isPermanent(failure);
    }

    @Override
    public boolean acquiresBy(String className) {
        return className.equals("io.sluice.jdbc.SluiceDataSource")
                || className.startsWith("io.sluice.jdbc.internal.");
    }

    /** The source of the connections, without secrets. */
    @Override
    public String toString() {
        return config.options().stream()
                .filter(option -> SOURCES.contains(option.option()) && !option.value().isEmpty())
                .map(option -> option.option() + " " + option.value())
                .collect(Collectors.joining(", "));
    }
}
