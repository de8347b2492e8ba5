package io.sluice.jdbc.internal;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * That of MariaDB's driver:
 *
 * <ul>
 *   <li>Errors that are none of XA have no code, among them that the server is lost. What becomes
 *       of those is said for any driver.
 *   <li>It says of all sessions with the same settings that they are the same, upon which a manager
 *       has one join the branch of the other; the server refuses that.
 * </ul>
 *
 * <p>That nobody but the session that has prepared a branch may end it is seen to where others try,
 * in {@link SettlingXaResource}.
 */
final class MariaDbXaResource extends TranslatingXaResource {

    MariaDbXaResource(XAResource driver) {
        super(driver);
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
    public boolean isSameRM(XAResource other) {
        return driver == (other instanceof TranslatingXaResource ours ? ours.driver : other);
    }
}
