package io.sluice.jdbc.internal.xa;

import javax.transaction.xa.XAResource;

/**
 * The XA resource of Derby's driver, corrected. The driver claims that every session of a database
 * may join the branch of another. The join then waits until the other session has ended its part,
 * which happens only at the end of the transaction.
 */
final class DerbyXaResource extends TranslatingXaResource {

    DerbyXaResource(XAResource driver) {
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
