package io.sluice.sim.world;

import io.sluice.sim.scheduler.Simulation;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a session ends: it is killed, aborted or closed, and says that it is lost. Notices when it is
 * used after that.
 */
final class SessionEnd {

    /** The pool aborts a close that hangs, long before this. */
    private static final long LONGEST_CLOSE = Duration.ofMinutes(5).toNanos();

    /** Longer than it takes a thread that is not stalled to note what it was told. */
    private static final long KNOWN_NANOS = Duration.ofMillis(1).toNanos();

    private final SimSession session;
    private final SimDatabase database;
    private final Simulation simulation;

    private boolean isKilled;
    private boolean isAborted;
    private boolean isClosed;

    /** What was told that the session is lost: a lease, or the pool. */
    private @Nullable String told;

    private long toldAt;

    /** Whether it has said in a lease that it is lost. */
    private boolean isFoundLost;

    private boolean hasRunOutOfTime;

    SessionEnd(SimSession session) {
        this.session = session;
        this.database = session.database();
        this.simulation = database.simulation;
    }

    boolean isKilled() {
        return isKilled;
    }

    boolean isAborted() {
        return isAborted;
    }

    /** Whether its server, or its pool, has cut it off. */
    boolean isCut() {
        return isKilled || isAborted;
    }

    /** Whether the server has ended it, or knows that its other end is gone. */
    boolean isGone() {
        return isCut() || isClosed;
    }

    /** Whether its driver says that it is closed. */
    boolean isToldClosed() {
        return isClosed || isAborted || isFoundClosed();
    }

    /** A driver that cannot validate knows at least of sessions that were killed. */
    private boolean isFoundClosed() {
        boolean isFound = database.kind.lacksIsValid() && isKilled;
        if (isFound) {
            tellLost();
        }
        return isFound;
    }

    /** A validation hung until its limit. Its caller may have had less time than it takes. */
    void ranOutOfTime() {
        hasRunOutOfTime = true;
    }

    void awaitAbort(long nanos) {
        simulation.await(() -> isAborted, nanos);
    }

    void checkCall(Thread caller, @Nullable String by) {
        if (isClosed && !isAborted) {
            session.fail("was closed and is used by " + caller.getName());
        }
        if (told != null && by != null && !told.equals(by)) {
            session.fail("has told " + told + " that it is lost, and serves " + by);
        }
    }

    void checkAlive() throws SQLException {
        if (isAborted) {
            throw new SQLException("the connection was aborted", "08003");
        }
        if (isKilled) {
            tellLost();
            throw new SQLException(database.told("the session was killed"), "57P01");
        }
    }

    /** Its server is no primary any more, which costs the lease its session. */
    void tellReadOnly(String by) {
        told = by;
        database.doubted(); // the pool counts that as a loss
        simulation.note(session + " says it is read-only");
    }

    void tellLost() {
        if (session.leases.served() != null && !isAborted && !hasRunOutOfTime) {
            if (!isFoundLost) { // to say it again is no other loss
                database.lost();
            }
            isFoundLost = true;
        } else {
            database.doubted();
        }
        database.refusesRollback(); // what was to be rolled back ends without an answer
        kill();
        String by = database.leaseOfCaller();
        told = by == null ? "the pool" : by;
        toldAt = simulation.nanos();
        simulation.note(session + " says it is lost");
    }

    /** Whether it has told so that it is lost that all threads of the pool have to know by now. */
    boolean isKnownToBeLost() {
        return told != null
                && simulation.nanos() - toldAt > KNOWN_NANOS
                && simulation.stalledUntil() < toldAt;
    }

    void kill() {
        isKilled = true;
        session.work.undo();
        SimBranch branch = session.branch();
        if (branch != null) {
            session.branches().lost(branch);
        }
    }

    void abort() {
        simulation.note(session + " is aborted");
        database.doubted(); // a call beside it may fail, which counts as a loss
        session.hangs.checkAborted();
        session.leases.checkAborted();
        endBranch();
        isAborted = true;
        database.refusesRollback();
        session.work.undo();
        if (!isClosed) {
            isClosed = true;
            database.closed(session);
        }
    }

    void close() throws SQLException {
        if (isClosed) {
            return;
        }
        session.leases.checkNotInUse();
        simulation.sleep(database.dice.someNanos(10));
        if (database.dice.oneIn(database.faults().closeHangs())) {
            simulation.note(session + " hangs in its close");
            awaitAbort(LONGEST_CLOSE);
            if (!isAborted && !session.isOfRecovery()) {
                session.fail("hangs in its close, and nothing aborts it");
            }
        }
        if (!isClosed) {
            isClosed = true;
            session.work.undo();
            endBranch();
            database.closed(session);
        }
        if (database.dice.oneIn(database.faults().closeFails())) {
            throw new SQLException(database.told("does not close"), "XX000");
        }
    }

    /** The pool ends the session. */
    private void endBranch() {
        SimBranch branch = session.branch();
        if (branch != null) {
            session.branches().closed(branch, session);
        }
    }
}
