package io.sluice.pool.jta;

import java.lang.System.Logger.Level;

/** What this package tells the log. */
final class JtaLog {

    private static final System.Logger LOG = System.getLogger("io.sluice.pool.jta");

    private JtaLog() {}

    static void abortFailed(BranchXaResource branch, Exception failure) {
        LOG.log(Level.WARNING, branch + ": its connection could not be aborted", failure);
    }

    static void forgetFailed(BranchXaResource branch, Exception failure) {
        LOG.log(
                Level.WARNING,
                branch + ": the server was to forget what it decided by itself, and failed",
                failure);
    }

    static void inDoubt(BranchXaResource branch) {
        LOG.log(
                Level.WARNING,
                branch
                        + " is in doubt: its transaction is over and the server has not confirmed the"
                        + " outcome; the connection stays open and counts as inaccessible until the"
                        + " branch is committed, rolled back or forgotten",
                branch.participant.failure());
    }

    static void takenAway(BranchXaResource branch) {
        LOG.log(
                Level.WARNING,
                branch
                        + " may be kept by the server, and its connection is being ended by force:"
                        + " recovery has to end the branch");
    }

    static void settled(BranchXaResource branch) {
        LOG.log(Level.INFO, branch + " is settled");
    }
}
