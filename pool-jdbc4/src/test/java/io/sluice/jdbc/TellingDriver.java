package io.sluice.jdbc;

import io.sluice.jdbc.internal.config.TestSecret;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Connects, or refuses and says what it was told to connect with. Thread-safe. */
final class TellingDriver implements Driver {

    private static final String URL = "jdbc:telling://db/orders";

    private final RecordingDatabase database = new RecordingDatabase();

    /** The state of its refusals; null if it connects. Volatile; set by a test. */
    private volatile @Nullable String refusal;

    /** Of the last connect. Volatile; set by a creator. */
    private volatile String url = URL;

    /** Refuses from now on, with an SQLState. */
    void refuse(String state) {
        refusal = state;
    }

    /** Fails from now on where its connections are used, and tells their URL. */
    void lose() {
        SQLException failure = new SQLException("lost " + url, "08006");
        database.onThrow("execute", failure);
        database.onThrow("close", failure);
    }

    /** Returns options that have a password in every place where one may be. */
    static JdbcPoolConfig.Builder config(String name, TestSecret secret) {
        String text = secret.text();
        boolean fitsUrl = TestSecret.without("&;)").contains(secret);
        return JdbcPoolConfig.builder()
                .name(name)
                .url(URL + "?user=app&sslPassword=" + (fitsUrl ? text : "x"))
                .username("app")
                .password(text)
                .dataSourceProperties(Map.of("trustStorePassword", text, "apiKey", text))
                .maxSize(1)
                .acquireTimeout(Duration.ofMillis(500))
                .leakThreshold(Duration.ofMillis(20))
                .reportDirtyReturns(true)
                .registerMbean(true);
    }

    @Override
    public @Nullable Connection connect(String url, Properties info) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        this.url = url;
        String state = refusal;
        if (state == null) {
            return database.getConnection();
        }
        String all = "cannot connect to " + url + " with " + info;
        String password = info.getProperty("password");
        SQLException failure =
                new SQLException(all, state, new IllegalStateException("app/" + password));
        failure.addSuppressed(new IllegalArgumentException("login \"" + password + "\""));
        failure.setNextException(new SQLException(password + " is refused", "28000"));
        throw failure;
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith(URL);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }
}
