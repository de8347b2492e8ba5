package io.sluice.jdbc.internal.xa;

import java.sql.Connection;
import java.util.List;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** The databases with a class of their own for XA. A new one has to be named here only. */
public final class XaVendors {

    private static final List<XaVendor> KNOWN =
            List.of(PostgresXa.VENDOR, H2Xa.VENDOR, MySqlXa.VENDOR, DerbyXa.VENDOR);

    private static final XaVendor OTHER =
            new XaVendor(
                    List.of(),
                    (driver, connection) -> new TranslatingXaResource(driver),
                    false,
                    null);

    private XaVendors() {}

    /** Returns the vendor of an object of a driver. */
    static XaVendor of(Object driver) {
        String name = driver.getClass().getName();
        return KNOWN.stream().filter(vendor -> vendor.isOf(name)).findFirst().orElse(OTHER);
    }

    /**
     * Returns an XA resource that answers as the specification says.
     *
     * @param connection the connection of the same session; null where it is not {@linkplain
     *     XaVendor#needsConnection needed}
     */
    public static TranslatingXaResource translated(
            XAResource driver, @Nullable Connection connection) {
        return of(driver).translation().of(driver, connection);
    }
}
