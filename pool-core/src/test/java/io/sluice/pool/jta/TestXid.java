package io.sluice.pool.jta;

import javax.transaction.xa.Xid;

/** An xid whose global part and branch are one byte each; another object may be the same xid. */
final class TestXid implements Xid {

    private final byte global;
    private final byte branch;

    TestXid(int global, int branch) {
        this.global = (byte) global;
        this.branch = (byte) branch;
    }

    @Override
    public int getFormatId() {
        return 0x51;
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return new byte[] {global};
    }

    @Override
    public byte[] getBranchQualifier() {
        return new byte[] {branch};
    }
}
