package io.sluice.sim.world;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The transaction of a session: whose work is open in it. Notices when what a lease has done is
 * committed by another, or done outside of its branch.
 */
final class SessionWork {

    /** What an object of the driver does after its branch. */
    private static final String LATE = "late work";

    private final SimSession session;
    private final SimDatabase database;

    /** The lease whose work is neither committed nor rolled back. */
    private @Nullable String uncommitted;

    /** Whether the lease has done anything since its last commit or rollback. */
    private boolean hasWorked;

    /** The same at its end. */
    private boolean leftWork;

    private boolean isNotRolledBack;

    /** Whether an object of the driver has worked after its lease. */
    private boolean hasLateWork;

    /** Whether an object of the driver was used in the branch, which may be used after it. */
    private boolean isLent;

    SessionWork(SimSession session) {
        this.session = session;
        this.database = session.database();
    }

    /** A lease makes its first call. */
    void begin() {
        hasWorked = false;
        leftWork = false;
    }

    /** A call came that may have done something. */
    void hasWorked() {
        hasWorked = true;
    }

    /** Work of a lease is open from now on. */
    void isBegun(@Nullable String by) {
        uncommitted = by;
    }

    /** Returns the lease whose work is open; null if none is. */
    @Nullable String uncommitted() {
        return uncommitted;
    }

    boolean isNotRolledBack() {
        return isNotRolledBack;
    }

    /** What a transaction does is in its branch, and nothing else is. */
    void add(String by) {
        SimBranch branch = session.branch();
        boolean isAutoCommit = session.attributes.isAutoCommit();
        if (branch != null) {
            if (branch.state != SimBranch.State.ACTIVE || !branch.transaction.equals(by)) {
                session.fail("works for " + by + " in a " + branch);
            }
            branch.hasWork = true;
            return;
        }
        if (isAutoCommit && database.isLastResource && database.isGlobal(by)) {
            session.fail("works for " + by + " in auto-commit mode");
        }
        if (database.isGlobal(by) && !database.isLastResource) {
            session.fail("works for " + by + " outside of its branch");
        }
        if (!isAutoCommit) {
            uncommitted = by;
        }
    }

    /** What was open is undone as the session ends. */
    void undo() {
        if (uncommitted != null) {
            database.hasUndone(uncommitted);
        }
        uncommitted = null;
    }

    /** A lease, or the pool at its end, commits or rolls back. */
    private void endsWork() {
        if (database.leaseOfCaller() == null) {
            leftWork |= hasWorked;
            database.rollsBack(leftWork);
        }
        hasWorked = false;
    }

    private void end(boolean isUndone) {
        session.attributes.endTransaction(isUndone);
        hasLateWork = false;
        if (isUndone) {
            undo();
        } else if (uncommitted != null) {
            database.hasCommitted(uncommitted);
        }
        uncommitted = null;
    }

    /** Someone asks for a commit. */
    void commitAsAsked() throws SQLException {
        endsWork();
        if (database.isLastResource && database.more.oneIn(database.refusesCommits)) {
            throw refusedCommit();
        }
        commit();
    }

    /** It is refused; or it was done, and the session is lost before its answer. */
    private SQLException refusedCommit() throws SQLException {
        if (database.more.oneIn(2)) {
            database.simulation.note(session + " refuses to commit");
            return new SQLException("a serialization failure", "40001");
        }
        database.simulation.note(session + " commits, and is lost before it can say so");
        commit();
        session.end.kill();
        return new SQLException("the commit is refused", "XX000");
    }

    void commit() {
        checkNoBranch("commit");
        if (hasLateWork && database.leaseOfCaller() == null && !database.hasTenants) {
            session.fail("commits what an object of its driver has left open");
        }
        if (uncommitted != null && !database.isWilling(uncommitted)) {
            session.fail("commits what " + uncommitted + " has not committed");
        }
        end(/* isUndone= */ false);
    }

    void rollBack() throws SQLException {
        if (session.attributes.isAutoCommit()
                && (session.isGlobal() || database.leaseOfCaller() == null)) {
            session.fail("is rolled back in auto-commit mode");
        }
        checkNoBranch("rollback");
        mayNotRollBack();
        endsWork();
        end(/* isUndone= */ true);
    }

    /** A session whose rollback has failed for the pool serves no more. */
    private void mayNotRollBack() throws SQLException {
        try {
            session.attributes.mayNotReset("rollback");
        } catch (SQLException e) {
            database.refusesRollback();
            isNotRolledBack |= database.isLastResource || database.leaseOfCaller() == null;
            throw e;
        }
    }

    private void checkNoBranch(String call) {
        SimBranch branch = session.branch();
        if (branch != null) {
            session.fail("is told to " + call + " within a " + branch);
        }
    }

    /** An object of the driver is given away. */
    void lend() {
        isLent |= session.branch() != null;
    }

    /** An object that was given away writes once more, after the branch. */
    void mayBeLate() {
        if (!isLent || session.branch() != null) {
            return;
        }
        isLent = false;
        if (session.attributes.isAutoCommit()) {
            session.fail("commits what an object of its driver writes after the branch");
        }
        uncommitted = LATE;
    }

    /** The driver does not leave auto-commit, so that no pool can undo what is late. */
    void cannotUndoLateWork() {
        isLent = false;
    }

    /** An object that was given away works while the session is at rest. */
    void workLate() {
        String by = database.leaseOfCaller();
        hasLateWork |=
                by != null
                        && by.equals(session.leases.served())
                        && !session.leases.isInUse()
                        && !session.attributes.isAutoCommit();
    }
}
