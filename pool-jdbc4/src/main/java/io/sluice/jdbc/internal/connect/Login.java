package io.sluice.jdbc.internal.connect;

import io.sluice.jdbc.Credentials;
import io.sluice.jdbc.CredentialsProvider;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.internal.config.Secrets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections with the current credentials. A provider is asked at each connect, and once
 * more when the database refuses its answer, which may have changed in between. Thread-safe.
 */
public final class Login {

    private final JdbcPoolConfig config;
    private final ConnectionSource source;

    public Login(JdbcPoolConfig config, ConnectionSource source) {
        this.config = config;
        this.source = source;
    }

    /** Opens a connection. What fails does not show the password, whatever the driver says. */
    public DriverSession connect() throws SQLException {
        Credentials credentials = credentials(config);
        try {
            return open(source, credentials, config);
        } catch (SQLException e) {
            Credentials others =
                    PermanentFailures.isAuthentication(e) ? othersThan(credentials, e) : null;
            if (others == null) {
                throw e;
            }
            return open(source, others, config);
        }
    }

    /** Opens a connection of a source, with the same promise. */
    static DriverSession open(
            ConnectionSource source, @Nullable Credentials credentials, JdbcPoolConfig config)
            throws SQLException {
        try {
            return source.open(credentials);
        } catch (SQLException e) {
            throw Secrets.cleared(e, secrets(credentials, config));
        } catch (RuntimeException e) {
            throw Secrets.cleared(e, secrets(credentials, config));
        }
    }

    private static List<String> secrets(@Nullable Credentials credentials, JdbcPoolConfig config) {
        List<String> secrets = new ArrayList<>();
        if (credentials != null && credentials.password() != null) {
            secrets.add(credentials.password());
        }
        config.dataSourceProperties()
                .forEach(
                        (name, value) -> {
                            if (Secrets.isSecret(name)) {
                                secrets.add(value);
                            }
                        });
        return secrets;
    }

    /** Returns the present credentials of a pool; null to leave them to the driver. */
    public static @Nullable Credentials credentials(JdbcPoolConfig config) throws SQLException {
        CredentialsProvider provider = config.credentialsProvider();
        if (provider == null) {
            return config.username() == null && config.password() == null
                    ? null
                    : new Credentials(config.username(), config.password());
        }
        Credentials provided = provider.credentials();
        if (provided == null) {
            throw SqlErrors.noCredentials(config.name(), provider.getClass());
        }
        return provided;
    }

    /**
     * Returns the provider's new answer; null if it is the same, which would be refused again and
     * may lock the user out.
     */
    private @Nullable Credentials othersThan(@Nullable Credentials refused, SQLException why) {
        if (config.credentialsProvider() == null) {
            return null;
        }
        try {
            Credentials now = credentials(config);
            return Objects.equals(now, refused) ? null : now;
        } catch (SQLException | RuntimeException e) { // the database's refusal matters more
            why.addSuppressed(e);
            return null;
        }
    }
}
