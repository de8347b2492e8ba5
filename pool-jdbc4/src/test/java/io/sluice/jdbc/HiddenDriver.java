package io.sluice.jdbc;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;

/** A driver that has registered nowhere, and fails to say whether it accepts some URLs. */
public final class HiddenDriver implements Driver {

    @Override
    public boolean acceptsURL(String url) {
        if (url.startsWith("jdbc:broken:")) {
            throw new IllegalStateException("at jdbc:broken://app:hidden@host/db");
        }
        return url.startsWith("jdbc:hidden:");
    }

    @Override
    public Connection connect(String url, Properties properties) throws SQLException {
        throw new SQLException("nobody connects here", "08001");
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
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
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }
}
