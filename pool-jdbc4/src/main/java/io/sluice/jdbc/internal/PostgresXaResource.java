package io.sluice.jdbc.internal;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * That of PostgreSQL's driver:
 *
 * <ul>
 *   <li>On a read-only connection it prepares the transaction and then answers that nothing was to
 *       be prepared, so nobody would ever end it.
 *   <li>When the server is gone it reports an error of the statement, after which a manager tries
 *       again on the same connection.
 *   <li>When the server refuses to end what is prepared, to a role that must not for example, it
 *       says that the statement failed, which to a manager means that the branch is no more.
 *   <li>It refuses to forget; as there is nothing to forget, that is none of the manager's
 *       business.
 * </ul>
 */
final class PostgresXaResource extends TranslatingXaResource {

    PostgresXaResource(XAResource driver) {
        super(driver);
    }

    @Override
    XAException translated(XAException error) {
        return error.errorCode == XAException.XAER_RMERR && isLost(cause(error))
                ? with(XAException.XAER_RMFAIL, error)
                : error;
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        int vote = super.prepare(xid);
        if (vote == XA_RDONLY) {
            try {
                driver.commit(xid, /* onePhase= */ false);
            } catch (XAException e) {
                return XA_OK; // it is prepared: let the manager end it
            }
        }
        return vote;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        try {
            super.commit(xid, onePhase);
        } catch (XAException e) {
            throw onePhase ? e : stillPrepared(e);
        }
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        try {
            super.rollback(xid);
        } catch (XAException e) {
            throw stillPrepared(e); // one that is not prepared ends with its connection
        }
    }

    @Override
    public void forget(Xid xid) throws XAException {
        try {
            super.forget(xid);
        } catch (XAException e) {
            if (e.errorCode != XAException.XAER_NOTA) {
                throw e;
            }
        }
    }
}
