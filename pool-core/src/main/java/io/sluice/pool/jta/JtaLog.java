package io.sluice.pool.jta;

import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** The log of this package. */
final class JtaLog {

    private static final System.Logger LOG = System.getLogger("io.sluice.pool.jta");

    private JtaLog() {}

    /** A transaction goes on without its log, if the logger fails or the text finds no memory. */
    private static void log(Level level, String text, Object branch, @Nullable Throwable failure) {
        try {
            LOG.log(level, text.formatted(branch), failure);
        } catch (Throwable e) {
            // The manager gets the failure itself from the branch.
        }
    }

    static void abortFailed(BranchLease branch, Exception failure) {
        log(Level.WARNING, "%s: its connection could not be aborted", branch, failure);
    }

    static void releaseFailed(BranchLease branch, Throwable failure) {
        log(
                Level.ERROR,
                "%s has ended, but its connection could not be returned; flush or close the pool"
                        + " to remove it",
                branch,
                failure);
    }

    static void forgetFailed(BranchLease branch, Throwable failure) {
        log(
                Level.WARNING,
                "%s: the server failed to forget its heuristic decision",
                branch,
                failure);
    }

    static void inDoubt(BranchLease branch) {
        log(
                Level.WARNING,
                branch.mayBeClosed()
                        ? "%s is in doubt: the server has not confirmed the outcome; its connection"
                                + " is closed, and recovery completes the branch"
                        : "%s is in doubt: the server has not confirmed the outcome; its connection"
                                + " stays open and counts as inaccessible until the branch is"
                                + " committed, rolled back or forgotten",
                branch,
                branch.participant.failure());
    }

    static void takenAway(BranchLease branch) {
        log(
                Level.WARNING,
                "%s may still exist on the server, and its connection is being aborted; recovery"
                        + " completes the branch",
                branch,
                branch.participant.failure());
    }

    /** Not for a superclass: checking that would load Jakarta's classes, which may be missing. */
    static void settled(BranchXaResource branch) {
        log(Level.INFO, "%s is settled", branch, null);
    }
}
