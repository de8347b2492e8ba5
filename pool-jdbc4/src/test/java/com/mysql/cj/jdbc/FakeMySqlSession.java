package com.mysql.cj.jdbc;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A session of MySQL's Connector/J, which says of all sessions with the same URL that one may join
 * the branch of another. What stands behind refuses that. In the driver's package, by which it is
 * known.
 */
public final class FakeMySqlSession implements XAResource {

    private final XAResource server;

    public FakeMySqlSession(XAResource server) {
        this.server = server;
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        server.start(xid, flags);
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        server.end(xid, flags);
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        return server.prepare(xid);
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        server.commit(xid, onePhase);
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        server.rollback(xid);
    }

    @Override
    public void forget(Xid xid) throws XAException {
        server.forget(xid);
    }

    @Override
    public Xid[] recover(int flag) throws XAException {
        return server.recover(flag);
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return other instanceof FakeMySqlSession;
    }

    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }
}
