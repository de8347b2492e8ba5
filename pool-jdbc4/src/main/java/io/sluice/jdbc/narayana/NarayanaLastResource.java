package io.sluice.jdbc.narayana;

import com.arjuna.ats.jta.resources.LastResourceCommitOptimisation;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** A resource that Narayana commits last and in one phase, after it has prepared the others. */
public final class NarayanaLastResource implements LastResourceCommitOptimisation {

    private final XAResource resource;

    /** Marks a resource; all calls are passed on to it. */
    public NarayanaLastResource(XAResource resource) {
        this.resource = resource;
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        resource.start(xid, flags);
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        resource.end(xid, flags);
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        return resource.prepare(xid);
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        resource.commit(xid, onePhase);
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        resource.rollback(xid);
    }

    @Override
    public void forget(Xid xid) throws XAException {
        resource.forget(xid);
    }

    @Override
    public Xid[] recover(int flag) throws XAException {
        return resource.recover(flag);
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return other == this;
    }

    @Override
    public int getTransactionTimeout() throws XAException {
        return resource.getTransactionTimeout();
    }

    @Override
    public boolean setTransactionTimeout(int seconds) throws XAException {
        return resource.setTransactionTimeout(seconds);
    }

    /** The text of the resource, since managers print it in their messages. */
    @Override
    public String toString() {
        return resource.toString();
    }
}
