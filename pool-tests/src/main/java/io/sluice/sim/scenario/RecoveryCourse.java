package io.sluice.sim.scenario;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.internal.xa.ResourceManagerName;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.SimBranches.Kind;
import io.sluice.sim.world.SimVendor;
import jakarta.transaction.Status;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/**
 * A branch in doubt, and recovery that is denied it, does not see it, leads elsewhere, or comes
 * after an administrator or a close of the pool; or a server whose answer to a prepare or a commit
 * says less than it seems.
 */
final class RecoveryCourse {

    /** The number of its first transaction; no other has it. */
    private static final int FIRST = 2_000;

    private static final long SOON_NANOS = Duration.ofSeconds(1).toNanos();

    private final Simulation simulation;
    private final Dice dice;

    private RecoveryCourse(Simulation simulation, Dice dice) {
        this.simulation = simulation;
        this.dice = dice;
    }

    static void run(Simulation simulation) throws SQLException, XAException {
        Dice dice = new Dice(simulation.chance("recovery course"));
        if (simulation.has("recovery course")) {
            new RecoveryCourse(simulation, dice).run();
        }
    }

    private void run() throws SQLException, XAException {
        switch (dice.from(1, 9)) {
            case 1 -> isDenied();
            case 2, 3 -> isNotShown();
            case 4 -> isElsewhere();
            case 5 -> isClosed();
            case 6 -> isRefused();
            case 7 -> hasNoAnswer();
            case 8 -> commitsWithoutAnswer();
            default -> isLastResource();
        }
    }

    private RecoveryWorld world(SimVendor vendor, Kind kind, int hides) {
        return new RecoveryWorld(simulation, dice, vendor, kind, hides);
    }

    private RecoveryWorld anyWorld() {
        return world(
                dice.oneIn(2) ? SimVendor.NONE : dice.oneOf(SimVendor.values()),
                dice.oneOf(Kind.values()),
                /* hides= */ 0);
    }

    /** Only its own session may end the branch; another transaction of its name follows. */
    private void isDenied() throws SQLException, XAException {
        RecoveryWorld world =
                world(
                        dice.oneOf(SimVendor.NONE, SimVendor.MYSQL, SimVendor.MARIADB),
                        Kind.HOLDS,
                        /* hides= */ 0);
        for (int i = 0; i < 2; i++) {
            world.complete(world.leaveInDoubt(FIRST));
        }
        world.close();
    }

    /** The user of recovery sees nothing, or is at a standby: no scan passes for a proof. */
    private void isNotShown() throws SQLException, XAException {
        RecoveryWorld world =
                world(dice.oneOf(SimVendor.POSTGRES, SimVendor.H2), Kind.KEEPS, /* hides= */ 1);
        LoneTransaction one = world.leaveInDoubt(FIRST);
        XAResource recovery = world.source.recoveryXaResource();
        for (int i = dice.from(2, 4); i > 0; i--) {
            try {
                world.check(
                        world.scan(recovery, one), "a scan leaves out a branch, and does not fail");
            } catch (XAException e) {
                simulation.note("a scan proves nothing: " + e.errorCode);
            }
            world.checkInDoubt(one);
        }
        world.branches.showAll();
        world.complete(one);
        world.close();
    }

    /** A data source of the same name leads to a server that knows of no such branch. */
    private void isElsewhere() throws SQLException, XAException {
        RecoveryWorld world = anyWorld();
        LoneTransaction one = world.leaveInDoubt(FIRST);
        RecoveryWorld other = anyWorld();
        XAResource recovery = other.source.recoveryXaResource();
        for (int i = dice.from(1, 3); i > 0; i--) {
            if (dice.oneIn(2)) {
                world.check(!other.scan(recovery, one), "a branch is listed elsewhere");
            } else {
                int ignored =
                        world.told(
                                "recovery elsewhere",
                                () -> {
                                    if (dice.oneIn(2)) {
                                        recovery.rollback(one.xid);
                                    } else {
                                        recovery.commit(one.xid, /* onePhase= */ false);
                                    }
                                });
            }
            world.checkInDoubt(one);
        }
        world.complete(one);
        world.close();
    }

    /**
     * The pool closes in doubt. It leaves its name to none on another server until the branch has
     * ended, of which a pass tells that its manager has kept.
     */
    private void isClosed() throws SQLException, XAException {
        RecoveryWorld world = anyWorld();
        LoneTransaction one = world.leaveInDoubt(FIRST);
        world.source.close(Duration.ZERO);
        world.checkInDoubt(one);
        RecoveryWorld other = anyWorld();
        boolean isPrepared = world.branches.isPrepared(one.xid);
        world.check(!opens(other) || !isPrepared, "a name is taken by a pool on another server");
        world.checkInDoubt(one);
        if (dice.oneIn(2)) {
            world.branches.rollBackByHand(one.xid);
            boolean ignored = world.scan(keptByManager(world.config), one);
            world.check(!RecoveryWorld.isInDoubt(one), "what has ended by hand is in doubt");
        } else if (isPrepared) {
            world.complete(one);
        }
        simulation.sleep(SOON_NANOS);
        world.check(opens(other), "a name is not free though nothing is in doubt");
        other.close();
        world.close();
    }

    private static boolean opens(RecoveryWorld other) {
        try (Connection connection = other.source.getConnection()) {
            return !connection.isClosed();
        } catch (SQLException e) {
            other.simulation.note("does not open: " + DataSourceStage.text(e));
            return false;
        }
    }

    /** Returns what a manager that Sluice knows has of a pool, which it keeps when that closes. */
    private static XAResource keptByManager(JdbcPoolConfig config) throws SQLException {
        return RegisteredRecovery.of(
                config, ResourceManagerName.take(config.toBuilder().name("another").build()));
    }

    /** PostgreSQL refuses to prepare: it is rolled back, and costs no connection. */
    private void isRefused() throws SQLException, XAException {
        RecoveryWorld world = world(SimVendor.POSTGRES, Kind.KEEPS, /* hides= */ 0);
        LoneTransaction one = world.work(FIRST);
        world.end(one);
        boolean isPrepared = dice.oneIn(2);
        boolean isKept = dice.oneIn(2);
        String call = isPrepared ? "prepare" : "commit";
        world.branches.script.refuse(
                call, dice.oneOf(XAException.XA_RBINTEGRITY, XAException.XA_RBDEADLOCK));
        if (isKept) {
            world.branches.script.refuse("rollback", XAException.XAER_RMERR);
        }
        XAResource branch = RecoveryWorld.branch(one);
        int told =
                world.told(
                        call,
                        () -> {
                            if (isPrepared) {
                                int ignored = branch.prepare(one.xid);
                            } else {
                                branch.commit(one.xid, /* onePhase= */ true);
                            }
                        });
        world.check(
                LoneConnection.isRollback(told),
                "a branch that its server has rolled back is told " + told);
        one.announce(Status.STATUS_ROLLEDBACK);
        long lost =
                world.source
                        .snapshot()
                        .counters()
                        .discarded()
                        .getOrDefault(DiscardReason.ROLLED_BACK, 0L);
        world.check(isKept || lost == 0, "a duplicate has cost a connection");
        LoneTransaction next = world.leaveInDoubt(FIRST + 1);
        world.complete(next);
        world.close();
    }

    /** The commit of a prepared branch has failed, on a connection that works. */
    private void hasNoAnswer() throws SQLException, XAException {
        RecoveryWorld world =
                dice.oneIn(2)
                        ? anyWorld()
                        : world(SimVendor.OLD_MYSQL, Kind.ROLLS_BACK, /* hides= */ 0);
        LoneTransaction one = world.work(FIRST);
        world.end(one);
        world.prepare(one);
        boolean isKnown =
                List.of(SimVendor.NONE, SimVendor.DERBY).contains(world.branches.vendor());
        world.branches.script.refuse(
                "commit", isKnown ? XAException.XAER_RMFAIL : XAException.XAER_RMERR);
        int told =
                world.told(
                        "commit",
                        () -> RecoveryWorld.branch(one).commit(one.xid, /* onePhase= */ false));
        world.check(
                told == XAException.XAER_RMFAIL, "what is prepared is told " + told + " for ever");
        one.announce(Status.STATUS_COMMITTED);
        simulation.sleep(SOON_NANOS);
        world.check(world.branches.isPrepared(one.xid), "what was prepared is lost");
        world.checkInDoubt(one);
        world.complete(one);
        world.close();
    }

    /** A commit in one phase is done, and fails without a code: it is not told as a rollback. */
    private void commitsWithoutAnswer() throws SQLException {
        RecoveryWorld world = anyWorld();
        LoneTransaction one = world.work(FIRST);
        world.end(one);
        world.branches.script.loseAnswer(
                "commit",
                dice.oneIn(3)
                        ? null
                        : dice.oneOf(
                                new SQLException("the answer was not understood"),
                                new SQLException("what became of it is unknown", "40003")));
        int told =
                world.told(
                        "commit",
                        () -> RecoveryWorld.branch(one).commit(one.xid, /* onePhase= */ true));
        boolean isRolledBack = LoneConnection.isRollback(told) || told == XAException.XAER_RMERR;
        world.check(
                !isRolledBack || !world.branches.isCommitted(one.xid),
                "what is committed is told as rolled back: " + told);
        one.announce(Status.STATUS_UNKNOWN);
        world.close();
    }

    /** Its commit is refused, or done and the connection lost with the answer. */
    private void isLastResource() throws SQLException {
        RecoveryWorld world =
                new RecoveryWorld(
                        simulation,
                        dice,
                        SimVendor.NONE,
                        Kind.KEEPS,
                        /* hides= */ 0,
                        /* isLastResource= */ true);
        world.database.refusesCommits = 1;
        LoneTransaction one = world.work(FIRST);
        world.end(one);
        int told =
                world.told(
                        "commit",
                        () -> RecoveryWorld.branch(one).commit(one.xid, /* onePhase= */ true));
        boolean isCommitted = world.database.isCommitted(Integer.toString(FIRST));
        world.check(
                !(isCommitted && LoneConnection.isRollback(told)),
                "a last resource is committed, and told as rolled back");
        world.check(told != 0 || isCommitted, "a last resource is not committed, and told as such");
        one.announce(isCommitted ? Status.STATUS_COMMITTED : Status.STATUS_ROLLEDBACK);
        world.close();
    }
}
