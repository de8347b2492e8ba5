package io.sluice.jdbc.internal.xa;

import io.sluice.jdbc.internal.connect.JdbcLog;
import io.sluice.pool.spi.RecoverySource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * The XA resource that a manager recovers with, as often as it likes. It opens a session for each
 * scan and for each other call, and closes it afterwards. Thread-safe.
 */
final class RecoveryXaResource implements XAResource {

    private final RecoverySource source;
    private final InDoubtReminder reminder;

    RecoveryXaResource(RecoverySource source) {
        this.source = source;
        this.reminder = new InDoubtReminder(source.name());
    }

    /** One call of the session's XA resource. */
    private interface Call {
        void on(XAResource resource) throws XAException;
    }

    /** The same, with an answer. */
    private interface Query<T> {
        T on(XAResource resource) throws XAException;
    }

    /** Returns everything at the beginning of a scan: not every manager signals its end. */
    @Override
    public Xid[] recover(int flag) throws XAException {
        if ((flag & TMSTARTRSCAN) == 0) {
            return new Xid[0];
        }
        reminder.tell();
        return inSession(resource -> resource.recover(TMSTARTRSCAN | TMENDRSCAN));
    }

    private <T> T inSession(Query<T> query) throws XAException {
        RecoverySource.Session session = source.open();
        try {
            return query.on(session.resource());
        } catch (RuntimeException | Error e) { // a driver may throw anything
            throw TranslatingXaResource.with(XAException.XAER_RMFAIL, e);
        } finally {
            close(session);
        }
    }

    /** Ignores failures: what was done in the session counts. */
    private void close(RecoverySource.Session session) {
        try {
            session.close();
        } catch (XAException | RuntimeException | Error e) { // a driver may throw anything
            JdbcLog.write(
                    System.Logger.Level.DEBUG,
                    source.name(),
                    "a connection of recovery could not be closed",
                    e);
        }
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        call(resource -> resource.commit(xid, onePhase));
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        call(resource -> resource.rollback(xid));
    }

    @Override
    public void forget(Xid xid) throws XAException {
        call(resource -> resource.forget(xid));
    }

    private void call(Call call) throws XAException {
        Object ignored =
                inSession(
                        resource -> {
                            call.on(resource);
                            return call;
                        });
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        throw refused("start");
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        throw refused("end");
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        throw refused("prepare");
    }

    private XAException refused(String call) {
        XAException refusal =
                new XAException(
                        "Pool "
                                + source.name()
                                + ": "
                                + call
                                + " is not possible on the XAResource for recovery; enlist a"
                                + " connection of the pool");
        refusal.errorCode = XAException.XAER_PROTO;
        return refusal;
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return other instanceof RecoveryXaResource ours && ours.source.name().equals(source.name());
    }

    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }

    @Override
    public String toString() {
        return "XAResource[recovery of pool " + source.name() + "]";
    }
}
