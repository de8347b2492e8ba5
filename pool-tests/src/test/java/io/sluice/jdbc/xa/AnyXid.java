package io.sluice.jdbc.xa;

import javax.transaction.xa.Xid;

/** A branch of an unknown manager. */
public final class AnyXid implements Xid {

    @Override
    public int getFormatId() {
        return 7;
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return new byte[] {1, 2, 3};
    }

    @Override
    public byte[] getBranchQualifier() {
        return new byte[] {4};
    }
}
