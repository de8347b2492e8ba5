package io.sluice.jdbc.internal.xa;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.internal.connect.JdbcLog;
import io.sluice.pool.jta.InDoubtBranches;
import java.lang.System.Logger.Level;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * That of a session of recovery: what is ended here lets go of a connection of the pool that waits
 * for it, and is told to the log.
 *
 * <p>There are servers, MariaDB is one, that let nobody end a branch but the session that has
 * prepared it, as long as that is open, and tell others that there is no such branch, although they
 * list it. To a manager that would mean that it is ended, and a commit would be lost. So what is
 * denied and listed is ended on the connection that waits for it; and if none does, it is prepared
 * still.
 *
 * <p>There are drivers, PostgreSQL's is one, that list to a user what is his, as if that were all.
 * Managers take what is not listed for ended, and forget what was decided of it: such a scan fails,
 * if it leaves out what is in doubt here.
 */
final class SettlingXaResource extends TranslatingXaResource {

    private static final int WHOLE_SCAN = TMSTARTRSCAN | TMENDRSCAN;

    private final JdbcPoolConfig config;
    private final String poolName;
    private final TranslatingXaResource inner;

    /** Null where no open pool has the session. */
    private final @Nullable ResourceManagerName managerName;

    SettlingXaResource(
            JdbcPoolConfig config,
            TranslatingXaResource inner,
            @Nullable ResourceManagerName managerName) {
        super(inner);
        this.config = config;
        this.poolName = config.name();
        this.inner = inner;
        this.managerName = managerName;
    }

    /**
     * What a whole scan does not list is in doubt no more: the server has ended it and the answer
     * was lost, or it never had it.
     */
    @Override
    public Xid[] recover(int flag) throws XAException {
        List<String> before = inDoubt(); // what comes later may be prepared later
        Xid[] listed = super.recover(flag);
        if ((flag & TMSTARTRSCAN) != 0) {
            checkUnlisted(before, listed);
        }
        if ((flag & WHOLE_SCAN) == WHOLE_SCAN && isOfTheSameDatabase()) {
            InDoubtBranches.listed(poolName, before, listed);
        }
        return listed;
    }

    /**
     * A pass may outlive the pool. Then the branches may be those of the next pool of that name: if
     * it is on the same database, they are no others', if not, none of this one's. It takes the
     * name before it has any, so who has that is read last.
     */
    private List<String> inDoubt() {
        List<String> inDoubt = InDoubtBranches.of(poolName);
        return managerName == null || ResourceManagerName.isOnTheDatabaseOf(config)
                ? inDoubt
                : List.of();
    }

    /**
     * A session that no pool has may lead elsewhere than the pool of its name. Asked after what is
     * in doubt was read: a pool that has some leaves its name to nobody elsewhere.
     */
    private boolean isOfTheSameDatabase() {
        return managerName != null || ResourceManagerName.isOnTheDatabaseOf(config);
    }

    /** After the scan: what another pass has ended since is not there any more. */
    private void checkUnlisted(List<String> before, Xid[] listed) throws XAException {
        Set<String> unlisted = new LinkedHashSet<>(before);
        for (Xid xid : listed) {
            unlisted.remove(InDoubtBranches.text(xid));
        }
        String doubt = unlisted.isEmpty() ? null : inner.doubtAbout(poolName, unlisted);
        if (doubt != null) {
            XAException error = new XAException(doubt);
            error.errorCode = XAException.XAER_RMFAIL; // a manager keeps what it has decided
            throw error;
        }
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        try {
            super.commit(xid, onePhase);
        } catch (XAException e) {
            if (!isHeld(xid, e)) {
                throw noticed(xid, e);
            }
            if (!InDoubtBranches.commit(xid)) {
                throw held(xid, e);
            }
            tell("committed", xid);
            return; // its own connection has settled it
        }
        settled("committed", xid);
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        try {
            super.rollback(xid);
        } catch (XAException e) {
            if (!isHeld(xid, e)) {
                throw noticed(xid, e);
            }
            if (!InDoubtBranches.rollback(xid)) {
                throw held(xid, e);
            }
            tell("rolled back", xid);
            return; // its own connection has settled it
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
        if (isOfTheSameDatabase()) {
            InDoubtBranches.forgotten(poolName, xid);
        }
    }

    /** Whether another session has it, which is not said. */
    private boolean isHeld(Xid xid, XAException failure) throws XAException {
        return failure.errorCode == XAException.XAER_NOTA && isListed(xid);
    }

    private XAException held(Xid xid, XAException denial) {
        XAException held =
                new XAException(
                        "Pool "
                                + poolName
                                + ": the server lists branch "
                                + InDoubtBranches.text(xid)
                                + " as prepared and lets nobody end it but the session that has"
                                + " prepared it; expected that to be closed: recovery comes again, or"
                                + " end that session on the server");
        held.errorCode = XAException.XAER_RMFAIL; // it is prepared still: come again
        held.initCause(denial);
        return held;
    }

    private XAException noticed(Xid xid, XAException failure) {
        if (failure.errorCode == XAException.XAER_NOTA && isOfTheSameDatabase()) {
            InDoubtBranches.settled(poolName, xid); // somebody was here before
        }
        return failure;
    }

    private void settled(String what, Xid xid) {
        tell(what, xid);
        InDoubtBranches.settled(poolName, xid);
    }

    private void tell(String what, Xid xid) {
        JdbcLog.write(
                Level.INFO,
                "Pool "
                        + poolName
                        + ": recovery has "
                        + what
                        + " branch "
                        + InDoubtBranches.text(xid),
                null);
    }
}
