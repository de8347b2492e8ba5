package io.sluice.jdbc.internal.xa;

import javax.transaction.xa.XAResource;

/**
 * That of Derby's driver: it says of all sessions of a database that one may join the branch of
 * another, and the join then waits until the other has ended its part, which it does at the end of
 * the transaction only.
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
