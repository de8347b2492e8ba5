package io.sluice.jdbc.internal.xa;

import java.util.List;
import javax.transaction.xa.XAResource;

/**
 * XA on Derby. The driver claims that every session of a database may join the branch of another.
 * The join then waits until the other session has ended its part, which happens only at the end of
 * the transaction.
 */
final class DerbyXa extends TranslatingXaResource {

    static final XaVendor VENDOR =
            new XaVendor(
                    List.of("org.apache.derby."),
                    (driver, connection) -> new DerbyXa(driver),
                    /* needsConnection= */ false,
                    /* prerequisites= */ null);

    private DerbyXa(XAResource driver) {
        super(driver);
    }

    @Override
    boolean preparedOutlivesClose() {
        return true;
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return isItself(other);
    }
}
