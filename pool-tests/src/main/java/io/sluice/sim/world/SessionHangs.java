package io.sluice.sim.world;

import io.sluice.sim.scheduler.Simulation;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Calls of a session that hang, and the cancels that end them, or hang themselves. */
final class SessionHangs {

    /** What runs for so long is known to all that would cancel it. */
    private static final long LONG_HANG = Duration.ofMillis(500).toNanos();

    private static final long LONGEST_CANCEL = Duration.ofSeconds(10).toNanos();

    /** The same where no thread stalls, unless a branch that ends has more patience. */
    private static final long LONG_CANCEL = Duration.ofSeconds(2).toNanos();

    private static final Duration SLOW_CLOSE = Duration.ofSeconds(5);

    private static final Duration LONGEST_HANG = Duration.ofSeconds(20);

    private final SimSession session;
    private final SimDatabase database;
    private final Simulation simulation;

    private boolean isHalfClosed;

    /** Whether the pool validates it. */
    private boolean isValidated;

    /** Since when the statement hangs that runs; and how many cancels were tried before. */
    private long hangsSince = Long.MAX_VALUE;

    private int triedBefore;

    /** Since when a cancel of the pool hangs. */
    private long cancelledSince = Long.MAX_VALUE;

    /** How many cancels were tried. */
    private int tried;

    /** How many cancels have arrived. */
    private int cancels;

    SessionHangs(SimSession session) {
        this.session = session;
        this.database = session.database();
        this.simulation = database.simulation;
    }

    /** Until the connection is aborted, the time limit of the network is over, or a while. */
    void hang() {
        simulation.note(session + " hangs");
        long nanos = database.dice.nanosUpTo(LONGEST_HANG);
        int limitMillis = session.attributes.networkMillis();
        long limitNanos = limitMillis == 0 ? nanos : Duration.ofMillis(limitMillis).toNanos();
        int before = cancels;
        simulation.await(
                () -> session.end.isAborted() || (!session.isInXa() && cancels > before),
                Math.min(nanos, limitNanos));
        database.doubted();
        if (limitNanos < nanos && cancels == before) {
            session.end.kill();
        }
    }

    void mayHang() {
        if (database.dice.oneIn(database.faults().hangs())) {
            hang();
        }
    }

    /** A validation may hang. */
    void mayHangInValidation() {
        boolean wasKilled = session.end.isKilled();
        isValidated = database.leaseOfCaller() == null;
        mayHang();
        answersNothing();
        if (isValidated && !wasKilled && session.end.isKilled()) {
            session.end.ranOutOfTime();
        }
        isValidated = false;
    }

    /** A statement may hang until it is cancelled. */
    void mayHangInStatement() throws SQLException {
        if (database.dice.oneIn(database.faults().hangs())) {
            int before = cancels;
            hangsSince = simulation.nanos();
            triedBefore = tried;
            hang();
            hangsSince = Long.MAX_VALUE;
            if (cancels > before && !session.end.isAborted()) {
                throw new SQLException("the statement was cancelled", "57014");
            }
        }
    }

    void mayBeHalfClosed() {
        isHalfClosed |= database.dice.oneIn(database.faults().halfClosed());
    }

    /** What is half closed hangs until some time limit is over, and is lost then. */
    void answersNothing() {
        if (isHalfClosed) {
            hang();
            session.end.kill();
        }
    }

    /** To close a statement may take long. */
    void closesSlowly() {
        if (!session.isGlobal()
                && !database.isLastResource
                && database.isBad(database.faults().closeHangs())) {
            session.leases.occupy(database.more.nanosUpTo(SLOW_CLOSE));
        }
    }

    /** The pool has the server stop whatever it does. */
    void cancelAll() {
        if (isValidated) {
            session.fail("is told to cancel what hangs, and that is a validation");
        }
        cancel(/* of= */ null);
    }

    /** Takes some time, as another connection to the server does. */
    void cancel(@Nullable String of) {
        tried++;
        simulation.sleep(database.dice.someNanos(10));
        if (database.isBad(database.faults().closeHangs()) && !session.end.isAborted()) {
            hangInCancel();
        }
        cancels++;
        session.leases.checkCancelled(of);
    }

    /** A pool that takes a connection away waits for its cancel a second at most. */
    private void hangInCancel() {
        simulation.note(session + " hangs in a cancel");
        if (Thread.currentThread().getName().startsWith("sluice-")) {
            cancelledSince = simulation.nanos();
        }
        session.end.awaitAbort(LONGEST_HANG.toNanos());
        if (!session.end.isCut() && hangsInCancelForLong()) {
            session.fail("is not taken away, since a cancel hangs");
        }
        cancelledSince = Long.MAX_VALUE;
    }

    private boolean hangsInCancelForLong() {
        boolean isStalled = simulation.stalledUntil() >= cancelledSince;
        long longest = Math.max(LONG_CANCEL, database.patience.toNanos());
        return simulation.nanos() - (isStalled ? LONGEST_CANCEL : longest) > cancelledSince;
    }

    /** The pool takes the connection away: it has tried to cancel what runs, without waiting. */
    void checkAborted() {
        if (hangsInCancelForLong()) {
            session.fail("is aborted late, since a cancel hangs");
        }
        if ((session.branch() != null || database.plan.canCancel)
                && tried == triedBefore
                && simulation.nanos() - LONG_HANG > hangsSince
                && !session.end.isKilled()) {
            session.fail(
                    "is aborted, and its server goes on with a statement that nothing has"
                            + " cancelled");
        }
    }
}
