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
 * The XA resource of a recovery session. When it ends a branch, it releases the pool's connection
 * that waits for it, and logs the outcome.
 *
 * <p>Some servers, such as MariaDB, let only the session that prepared a branch end it, as long as
 * that session is open. To others they deny that the branch exists, although they list it. A
 * manager would take the branch for ended, and a commit would be lost. A branch that is denied and
 * listed is therefore ended on the connection that waits for it; without such a connection it
 * counts as still prepared.
 *
 * <p>Some drivers, such as PostgreSQL's, list only the user's own branches, as if these were all.
 * Managers take what is not listed for ended, and forget what they decided. A scan therefore fails
 * if it leaves out a branch that is in doubt here.
 */
final class SettlingXaResource extends TranslatingXaResource {

    private static final int WHOLE_SCAN = TMSTARTRSCAN | TMENDRSCAN;

    private final JdbcPoolConfig config;
    private final String poolName;
    private final TranslatingXaResource inner;

    /** Null where the session is not an open pool's. */
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
     * A branch that a whole scan does not list is no longer in doubt. The server has ended it and
     * the answer was lost, or it never had it.
     */
    @Override
    public Xid[] recover(int flag) throws XAException {
        List<String> before = inDoubt(); // first: later ones may be prepared after the scan
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
     * A pass may outlive the pool; then the branches may be those of the next pool of that name. If
     * that pool is on the same database, all of them are settled here, otherwise none. It takes the
     * name before it has branches, so the owner of the name is read last.
     */
    private List<String> inDoubt() {
        List<String> inDoubt = InDoubtBranches.of(poolName);
        return managerName == null || ResourceManagerName.isOnTheDatabaseOf(config)
                ? inDoubt
                : List.of();
    }

    /**
     * A session without a pool may lead elsewhere than the pool of its name. Checked after the
     * branches in doubt were read: a pool that has some leaves its name to no pool elsewhere.
     */
    private boolean isOfTheSameDatabase() {
        return managerName != null || ResourceManagerName.isOnTheDatabaseOf(config);
    }

    /** Called after the scan, when branches that another pass has ended since are gone. */
    private void checkUnlisted(List<String> before, Xid[] listed) throws XAException {
        Set<String> unlisted = new LinkedHashSet<>(before);
        for (Xid xid : listed) {
            unlisted.remove(InDoubtBranches.text(xid));
        }
        String doubt = unlisted.isEmpty() ? null : inner.doubtAbout(poolName, unlisted);
        if (doubt != null) {
            throw refused(XAException.XAER_RMFAIL, doubt); // the manager then keeps its decision
        }
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        complete(xid, /* commit= */ true, onePhase);
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        complete(xid, /* commit= */ false, /* onePhase= */ false);
    }

    /** Ends a branch here or, if another session holds it, on the connection that waits for it. */
    private void complete(Xid xid, boolean commit, boolean onePhase) throws XAException {
        boolean held = false;
        try {
            if (commit) {
                super.commit(xid, onePhase);
            } else {
                super.rollback(xid);
            }
        } catch (XAException e) {
            held = isHeld(xid, e);
            if (!held) {
                throw noticed(xid, e);
            }
            if (!(commit ? InDoubtBranches.commit(xid) : InDoubtBranches.rollback(xid))) {
                throw held(xid, e);
            }
        }
        tell(commit ? "committed" : "rolled back", xid);
        if (!held) { // else its own connection has settled it
            InDoubtBranches.settled(poolName, xid);
        }
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

    /** Whether another session holds the branch, which the server does not report. */
    private boolean isHeld(Xid xid, XAException failure) throws XAException {
        return failure.errorCode == XAException.XAER_NOTA && isListed(xid);
    }

    private XAException held(Xid xid, XAException denial) {
        XAException held =
                refused(
                        XAException.XAER_RMFAIL, // still prepared: the manager retries
                        "Pool "
                                + poolName
                                + ": the server lists branch "
                                + InDoubtBranches.text(xid)
                                + " as prepared, but only the session that prepared it can"
                                + " complete it; recovery retries, or kill that session on"
                                + " the server");
        held.initCause(denial);
        return held;
    }

    private XAException noticed(Xid xid, XAException failure) {
        if (failure.errorCode == XAException.XAER_NOTA && isOfTheSameDatabase()) {
            InDoubtBranches.settled(poolName, xid); // it was settled before
        }
        return failure;
    }

    private void tell(String what, Xid xid) {
        JdbcLog.write(
                Level.INFO,
                poolName,
                "recovery has " + what + " branch " + InDoubtBranches.text(xid),
                null);
    }
}
