package io.sluice.sim.world;

import java.nio.charset.StandardCharsets;
import javax.transaction.xa.Xid;

/**
 * A branch of a simulated transaction.
 *
 * @param transaction the name of its transaction
 * @param branch its number there
 */
record SimXid(String transaction, int branch) implements Xid {

    @Override
    public int getFormatId() {
        return 27;
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return transaction.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] getBranchQualifier() {
        return new byte[] {(byte) branch};
    }

    /** Returns the name of the transaction of a branch, whatever object stands for it. */
    static String transactionOf(Xid xid) {
        return new String(xid.getGlobalTransactionId(), StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return transaction + "/" + branch;
    }
}
