package io.sluice.jdbc.internal.config;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.util.Properties;
import java.util.logging.Logger;

/** A driver that refuses to connect, and tells the URL and all properties. */
final class TalkativeDriver implements Driver {

    static final String URL = "jdbc:bad:";

    @Override
    public Connection connect(String url, Properties info) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        throw new SQLInvalidAuthorizationSpecException(
                "cannot connect to " + url + " with " + info, "28000");
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
