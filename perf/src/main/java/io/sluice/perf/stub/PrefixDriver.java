package io.sluice.perf.stub;

import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;

/** A driver for all URLs with a prefix, without properties and without a log. */
abstract class PrefixDriver implements Driver {

    private final String prefix;

    PrefixDriver(String prefix) {
        this.prefix = prefix;
    }

    @Override
    public final boolean acceptsURL(String url) {
        return url.startsWith(prefix);
    }

    @Override
    public final DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public final int getMajorVersion() {
        return 1;
    }

    @Override
    public final int getMinorVersion() {
        return 0;
    }

    @Override
    public final boolean jdbcCompliant() {
        return false;
    }

    @Override
    public final Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("the driver of " + prefix + " does not log");
    }
}
