package io.sluice.jdbc.internal;

import io.sluice.jdbc.ConnectionCustomizer;
import io.sluice.jdbc.Credentials;
import io.sluice.jdbc.CredentialsProvider;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.ResourceFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Makes, validates and destroys the physical connections of one pool. Thread-safe. */
final class DriverConnectionFactory implements ResourceFactory<PhysicalConnection> {

    private final JdbcPoolConfig config;
    private final ConnectionSource source;
    private final PoolRules rules;
    private final ConnectionValidator validator;

    /** Whether connections of this class care about request boundaries. */
    private final ConcurrentHashMap<Class<?>, Boolean> boundaries = new ConcurrentHashMap<>();

    DriverConnectionFactory(JdbcPoolConfig config, ConnectionSource source, PoolRules rules) {
        this.config = config;
        this.source = source;
        this.rules = rules;
        this.validator = new ConnectionValidator(config);
    }

    @Override
    public PhysicalConnection create() throws SQLException {
        Connection connection = connect();
        try {
            ConnectionCustomizer customizer = config.connectionCustomizer();
            if (customizer != null) {
                customizer.customize(connection);
            }
            DirtyState state = DirtyState.prepare(connection, config);
            int kept = config.statementCacheSize();
            return new PhysicalConnection(
                    connection,
                    rules,
                    state,
                    boundaries.computeIfAbsent(
                            connection.getClass(), DriverConnectionFactory::knowsRequests),
                    kept == 0 ? null : new StatementCache(kept));
        } catch (Throwable e) { // half made, and nobody else knows of it
            closeAfter(connection, e);
            throw e;
        }
    }

    private Connection connect() throws SQLException {
        Credentials credentials = credentials();
        try {
            return source.connect(credentials);
        } catch (SQLException e) {
            throw Secrets.cleared(e); // some drivers say what they were given, URL and all
        }
    }

    private @Nullable Credentials credentials() throws SQLException {
        CredentialsProvider provider = config.credentialsProvider();
        if (provider != null) {
            Credentials provided = provider.credentials();
            if (provided == null) {
                throw SqlErrors.noCredentials(config.name(), provider.getClass());
            }
            return provided;
        }
        return config.username() == null && config.password() == null
                ? null
                : new Credentials(config.username(), config.password());
    }

    private static void closeAfter(Connection connection, Throwable failure) {
        try {
            connection.close();
        } catch (SQLException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * The methods of the interface do nothing; whether a driver has its own shows where they are
     * declared.
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

    @Override
    public void validate(PhysicalConnection resource) throws SQLException {
        validator.validate(resource);
    }

    @Override
    public void destroy(PhysicalConnection resource) throws SQLException {
        resource.forgetStatements();
        resource.connection().close();
    }

    @Override
    public void abort(PhysicalConnection resource) throws SQLException {
        resource.forgetStatements();
        resource.connection().abort(DirtyState.SAME_THREAD);
    }

    @Override
    public boolean isPermanent(Throwable failure) {
        return PermanentFailures.isPermanent(failure);
    }
}
