package io.sluice.jdbc.internal.connect;

import io.sluice.jdbc.Credentials;
import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.TargetRole;
import io.sluice.jdbc.internal.config.Secrets;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.List;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** A source of connections that come from a driver, by URL. Immutable. */
final class DriverSource implements ConnectionSource {

    private final Driver driver;
    private final String url;
    private final Properties properties;

    /** The URL of each host; the URL itself unless the pool looks for a role. */
    private final List<String> hosts;

    private DriverSource(Driver driver, String url, List<String> hosts, Properties properties) {
        this.driver = driver;
        this.url = url;
        this.hosts = hosts;
        this.properties = properties;
    }

    static DriverSource of(String url, JdbcPoolConfig config) throws SQLException {
        Driver driver =
                config.driverClassName() == null
                        ? registered(config.name(), url)
                        : named(config, url);
        Properties properties = new Properties();
        properties.putAll(config.dataSourceProperties());
        List<String> hosts =
                config.targetRole() == TargetRole.ANY ? List.of(url) : HostList.urls(url);
        // All are tried within the time of one attempt.
        ConnectTimeouts.addTo(properties, url, config.connectTimeout().dividedBy(hosts.size()));
        return new DriverSource(driver, url, hosts, properties);
    }

    /** Returns a source for each host of the URL, in their order. */
    List<DriverSource> hosts() {
        return hosts.stream()
                .map(host -> new DriverSource(driver, host, List.of(host), properties))
                .toList();
    }

    /** The server, without secrets. */
    @Override
    public String toString() {
        return HostList.server(url);
    }

    @Override
    public Connection connect(@Nullable Credentials credentials) throws SQLException {
        Properties all = new Properties();
        all.putAll(properties);
        if (credentials != null) {
            if (credentials.username() != null) {
                all.setProperty("user", credentials.username());
            }
            if (credentials.password() != null) {
                all.setProperty("password", credentials.password());
            }
        }
        // Not through DriverManager, which would ask every driver, under its own rules.
        Connection connection = driver.connect(url, all);
        if (connection == null) {
            throw new PermanentFailures.SourceException(
                    driver.getClass().getName() + " does not accept " + Secrets.mask(url));
        }
        return connection;
    }

    private static Driver named(JdbcPoolConfig config, String url) throws SQLException {
        String className = config.driverClassName();
        Driver driver =
                NamedClass.create(config, JdbcOption.DRIVER_CLASS_NAME, className, Driver.class);
        if (!driver.acceptsURL(url)) {
            throw SqlErrors.badSource(
                    config.name(),
                    "driverClassName is \""
                            + className
                            + "\" and url is \""
                            + Secrets.mask(url)
                            + "\"; the driver does not accept this URL: correct one of them",
                    null);
        }
        return driver;
    }

    private static Driver registered(String pool, String url) throws SQLException {
        try {
            return DriverManager.getDriver(url);
        } catch (SQLException none) {
            Driver driver = visibleToCaller(url, none);
            if (driver != null) {
                return driver;
            }
            throw SqlErrors.badSource(
                    pool,
                    "url is \""
                            + Secrets.mask(url)
                            + "\" and no registered driver accepts it; add the driver's jar"
                            + " to the class path, correct the URL, or set driverClassName",
                    none);
        }
    }

    /**
     * Finds a driver that the application can see: DriverManager only shows drivers that our class
     * loader sees.
     *
     * @param none collects the failures of drivers that are present but cannot be asked: one of
     *     them may be the missing one
     */
    private static @Nullable Driver visibleToCaller(String url, SQLException none) {
        Iterator<Driver> drivers = ServiceLoader.load(Driver.class).iterator();
        String before = "";
        for (; ; ) {
            try {
                if (!drivers.hasNext()) {
                    return null;
                }
                Driver driver = drivers.next();
                if (accepts(driver, url, none)) {
                    return driver;
                }
            } catch (ServiceConfigurationError e) { // the next one may work
                none.addSuppressed(e);
                String text = e.toString();
                if (text.equals(before)) {
                    return null; // the same driver again: the loader gets no further
                }
                before = text;
            }
        }
    }

    private static boolean accepts(Driver driver, String url, SQLException none) {
        try {
            return driver.acceptsURL(url);
        } catch (SQLException | RuntimeException | LinkageError e) { // a driver may throw anything
            none.addSuppressed(Secrets.cleared(e));
        }
        return false;
    }
}
