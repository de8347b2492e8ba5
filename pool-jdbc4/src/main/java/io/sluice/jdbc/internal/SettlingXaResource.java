package io.sluice.jdbc.internal;

import io.sluice.pool.jta.InDoubtBranches;
import java.lang.System.Logger.Level;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * That of a session of recovery: what is ended here lets go of a connection of the pool that waits
 * for it, and is told to the log.
 */
final class SettlingXaResource extends TranslatingXaResource {

    private static final int WHOLE_SCAN = TMSTARTRSCAN | TMENDRSCAN;

    private final String poolName;

    SettlingXaResource(String poolName, XAResource translated) {
        super(translated);
        this.poolName = poolName;
    }

    /**
     * What a whole scan does not list is in doubt no more: the server has ended it and the answer
     * was lost, or it never had it.
     */
    @Override
    public Xid[] recover(int flag) throws XAException {
        List<String> before =
                InDoubtBranches.of(poolName); // what comes later may be prepared later
        Xid[] listed = super.recover(flag);
        if ((flag & WHOLE_SCAN) == WHOLE_SCAN) {
            InDoubtBranches.listed(poolName, before, listed);
        }
        return listed;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        try {
            super.commit(xid, onePhase);
        } catch (XAException e) {
            throw noticed(xid, e);
        }
        settled("committed", xid);
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        try {
            super.rollback(xid);
        } catch (XAException e) {
            throw noticed(xid, e);
        }
        settled("rolled back", xid);
    }

    @Override
    public void forget(Xid xid) throws XAException {
        try {
            super.forget(xid);
        } catch (XAException e) {
            throw noticed(xid, e);
        }
        InDoubtBranches.forgotten(poolName, xid);
    }

    private XAException noticed(Xid xid, XAException failure) {
        if (failure.errorCode == XAException.XAER_NOTA) {
            InDoubtBranches.settled(poolName, xid); // somebody was here before
        }
        return failure;
    }

    private void settled(String what, Xid xid) {
        PoolRules.LOG.log(
                Level.INFO,
                () ->
                        "Pool "
                                + poolName
                                + ": recovery has "
                                + what
                                + " branch "
                                + InDoubtBranches.text(xid));
        InDoubtBranches.settled(poolName, xid);
    }
}
