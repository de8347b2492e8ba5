package org.mariadb.jdbc;

import io.sluice.pool.jta.InDoubtBranches;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A server and the sessions of its driver that answer as MariaDB 10.11 and its Connector/J 3.5.8
 * do, as far as it was tried: a branch belongs to its session until that is closed. Any session may
 * list prepared branches, none may join one, and an error outside XA has no code. In the driver's
 * package, by which it is known.
 */
public final class FakeMariaDb {

    private static final class Branch {

        final Xid xid;
        Session session;
        boolean prepared;

        Branch(Xid xid, Session session) {
            this.xid = xid;
            this.session = session;
        }
    }

    private final Map<String, Branch> branches = new LinkedHashMap<>();

    /** What was committed, as text. */
    public final List<String> committed = new ArrayList<>();

    /** What was rolled back. */
    public final List<String> rolledBack = new ArrayList<>();

    /** What the next statement fails with, if it is not null. */
    public SQLException failure;

    /** The same for the next list of what is prepared. */
    public SQLException listFailure;

    public Session open() {
        return new Session();
    }

    /** One session, by the resource that the driver gives out for it. */
    public final class Session implements XAResource {

        private boolean closed;

        private Session() {}

        /** Prepared branches stay, and belong to no session. */
        public void close() {
            closed = true;
            branches.values().removeIf(branch -> branch.session == this && !branch.prepared);
            branches.values().stream()
                    .filter(branch -> branch.session == this)
                    .forEach(branch -> branch.session = null);
        }

        private void statement() throws XAException {
            SQLException failed =
                    closed ? new SQLException("Connection is closed", "08000", 1220) : failure;
            failure = null;
            if (failed != null) {
                throw error(0, failed);
            }
        }

        private XAException error(int code, SQLException cause) {
            XAException error = new XAException(cause.getMessage());
            error.errorCode = code;
            error.initCause(cause);
            return error;
        }

        private Branch branch(Xid xid) throws XAException {
            Branch branch = branches.get(InDoubtBranches.text(xid));
            boolean mine = branch != null && (branch.session == this || branch.session == null);
            if (!mine) {
                throw error(
                        XAException.XAER_NOTA,
                        new SQLException("XAER_NOTA: Unknown XID", "XAE04", 1397));
            }
            return branch;
        }

        @Override
        public void start(Xid xid, int flags) throws XAException {
            statement();
            if (flags == TMJOIN) {
                throw error(
                        XAException.XAER_INVAL,
                        new SQLException("XAER_INVAL: Invalid arguments", "XAE05", 1398));
            }
            if (branches.putIfAbsent(InDoubtBranches.text(xid), new Branch(xid, this)) != null) {
                throw error(
                        XAException.XAER_DUPID,
                        new SQLException("XAER_DUPID: The XID already exists", "XAE08", 1440));
            }
        }

        @Override
        public void end(Xid xid, int flags) throws XAException {
            statement();
            branch(xid);
        }

        @Override
        public int prepare(Xid xid) throws XAException {
            statement();
            branch(xid).prepared = true;
            return XA_OK;
        }

        @Override
        public void commit(Xid xid, boolean onePhase) throws XAException {
            statement();
            ended(branch(xid), committed);
        }

        @Override
        public void rollback(Xid xid) throws XAException {
            statement();
            ended(branch(xid), rolledBack);
        }

        private void ended(Branch branch, List<String> how) {
            String name = InDoubtBranches.text(branch.xid);
            branches.remove(name);
            how.add(name);
        }

        @Override
        public void forget(Xid xid) {}

        @Override
        public Xid[] recover(int flag) throws XAException {
            failure = listFailure;
            listFailure = null;
            statement();
            return branches.values().stream()
                    .filter(branch -> branch.prepared)
                    .map(branch -> branch.xid)
                    .toArray(Xid[]::new);
        }

        @Override
        public boolean isSameRM(XAResource other) {
            return other instanceof Session;
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
}
