package io.sluice.jdbc.internal.xa;

import io.sluice.jdbc.JdbcPoolConfig;
import javax.transaction.xa.XAResource;

/** What a pool puts before a driver's resource, for tests that stand between the two. */
public final class Translation {

    private Translation() {}

    /** Returns a resource that answers as the specification says. */
    public static XAResource of(XAResource driver) {
        return XaVendors.translated(driver, null);
    }

    /** Returns that of a session of recovery. */
    public static XAResource recovering(JdbcPoolConfig config, XAResource driver) {
        return new SettlingXaResource(config, XaVendors.translated(driver, null), null);
    }
}
