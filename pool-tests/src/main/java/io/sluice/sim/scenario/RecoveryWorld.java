package io.sluice.sim.scenario;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.Startup;
import io.sluice.pool.jta.InDoubtBranches;
import io.sluice.pool.jta.JtaTransactionContext;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.DatabaseFaults;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.SimBranches;
import io.sluice.sim.world.SimDatabase;
import io.sluice.sim.world.SimVendor;
import io.sluice.sim.world.XaFaults;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A data source with a server that does what a course says, and a manager whose one thread does so
 * as well.
 */
final class RecoveryWorld {

    static final String POOL = "course";

    private static final Duration LONG = Duration.ofSeconds(30);

    interface Call {
        void run() throws XAException;
    }

    final Simulation simulation;
    final Dice dice;
    final SimBranches branches;
    final SimDatabase database;
    final JdbcPoolConfig config;
    final SluiceDataSource source;
    private final Thread manager = Thread.currentThread();
    private @Nullable LoneTransaction current;

    RecoveryWorld(
            Simulation simulation, Dice dice, SimVendor vendor, SimBranches.Kind kind, int hides) {
        this(simulation, dice, vendor, kind, hides, /* isLastResource= */ false);
    }

    RecoveryWorld(
            Simulation simulation,
            Dice dice,
            SimVendor vendor,
            SimBranches.Kind kind,
            int hides,
            boolean isLastResource) {
        this.simulation = simulation;
        this.dice = dice;
        this.branches = new SimBranches(simulation, dice, kind, XaFaults.NONE);
        branches.isOf(vendor, hides);
        this.database =
                new SimDatabase(
                        simulation,
                        dice,
                        DatabaseFaults.NONE,
                        LONG,
                        /* hasRequests= */ false,
                        /* resetsSettings= */ false,
                        isLastResource ? null : branches);
        database.vendor = vendor;
        database.isLastResource = isLastResource;
        JdbcPoolConfig.Builder draft =
                JdbcPoolConfig.builder()
                        .name(POOL)
                        .registerMbean(false)
                        .startup(Startup.LAZY)
                        .maxSize(2)
                        .minSize(0)
                        .acquireTimeout(LONG)
                        .connectTimeout(LONG)
                        .transactionContext(context());
        this.config =
                (isLastResource
                                ? draft.dataSource(database).lastResource(true)
                                : draft.xaDataSource(database))
                        .build();
        this.source = new SluiceDataSource(config);
        simulation.note("a course of " + branches);
    }

    private JtaTransactionContext context() {
        ClassLoader loader = RecoveryWorld.class.getClassLoader();
        TransactionManager asked =
                (TransactionManager)
                        Proxy.newProxyInstance(
                                loader,
                                new Class<?>[] {TransactionManager.class},
                                (self, method, none) ->
                                        Thread.currentThread() == manager ? current : null);
        TransactionSynchronizationRegistry registry =
                (TransactionSynchronizationRegistry)
                        Proxy.newProxyInstance(
                                loader,
                                new Class<?>[] {TransactionSynchronizationRegistry.class},
                                (self, method, none) -> null);
        return new JtaTransactionContext(asked, registry);
    }

    void fail(String what) {
        simulation.fail(what, new Throwable("here"));
    }

    void check(boolean isRight, String what) {
        if (!isRight) {
            fail(what);
        }
    }

    /** Works in a transaction of this number; returns it as its branch is about to end. */
    LoneTransaction work(int number) throws SQLException {
        LoneTransaction transaction = new LoneTransaction(number);
        String lease = Integer.toString(number);
        database.isGlobalFromNowOn(lease);
        database.mayCommit(lease);
        database.beginsAnew(lease);
        current = transaction;
        try (Connection connection = source.getConnection()) {
            Worker.execute(connection, "WORK " + lease);
        } finally {
            current = null;
            database.ended(lease);
        }
        return transaction;
    }

    static XAResource branch(LoneTransaction transaction) {
        XAResource branch = transaction.resource;
        if (branch == null) {
            throw new IllegalStateException("not enlisted");
        }
        return branch;
    }

    /** Returns the code that the manager is told; 0 if nothing has failed. */
    int told(String name, Call call) {
        int told = 0;
        try {
            call.run();
        } catch (XAException e) {
            told = e.errorCode;
            check(told != 0, "a manager is told an error without a code: " + e.getMessage());
        }
        simulation.note(name + " is told " + told);
        return told;
    }

    void end(LoneTransaction of) {
        int told = told("end", () -> branch(of).end(of.xid, XAResource.TMSUCCESS));
        check(told == 0, "a branch cannot be ended: " + told);
    }

    void prepare(LoneTransaction of) {
        int told = told("prepare", () -> check(branch(of).prepare(of.xid) == 0, "is read-only"));
        check(told == 0, "a branch cannot be prepared: " + told);
    }

    /** Returns a branch that is prepared, and whose transaction is over. */
    LoneTransaction leaveInDoubt(int number) throws SQLException {
        LoneTransaction transaction = work(number);
        end(transaction);
        prepare(transaction);
        transaction.announce(Status.STATUS_COMMITTED);
        checkInDoubt(transaction);
        return transaction;
    }

    static boolean isInDoubt(LoneTransaction one) {
        return InDoubtBranches.of(POOL).contains(InDoubtBranches.text(one.xid));
    }

    /** What is prepared, and not ended by its manager, is in doubt. */
    void checkInDoubt(LoneTransaction one) {
        if (branches.isPrepared(one.xid)) {
            check(isInDoubt(one), "a branch is prepared, over, and not in doubt: " + one.xid);
        }
    }

    /** One pass of recovery over what is there; returns whether the branch was listed. */
    boolean scan(XAResource recovery, LoneTransaction wanted) throws XAException {
        boolean isListed =
                Arrays.stream(recovery.recover(XAResource.TMSTARTRSCAN))
                        .anyMatch(
                                xid ->
                                        InDoubtBranches.text(xid)
                                                .equals(InDoubtBranches.text(wanted.xid)));
        int ignored = recovery.recover(XAResource.TMENDRSCAN).length;
        simulation.note("recovery lists it: " + isListed);
        return isListed;
    }

    /** Recovery ends the branch, as was decided, on whichever connection. */
    void complete(LoneTransaction one) throws SQLException, XAException {
        XAResource recovery = source.recoveryXaResource();
        check(scan(recovery, one), "recovery does not list what is prepared");
        boolean commits = dice.oneIn(2);
        int told =
                told(
                        "recovery",
                        () -> {
                            if (commits) {
                                recovery.commit(one.xid, /* onePhase= */ false);
                            } else {
                                recovery.rollback(one.xid);
                            }
                        });
        check(told == 0, "recovery cannot end what it lists: " + told);
        check(!branches.isPrepared(one.xid), "a branch has ended, and is prepared");
        check(branches.isCommitted(one.xid) == commits, "a branch has not ended as was decided");
        check(!isInDoubt(one), "a branch has ended, and is in doubt");
    }

    /** Nothing is left on the server, nor in doubt. */
    void close() {
        source.close(Duration.ZERO);
        simulation.sleep(LONG.toNanos());
        check(database.open() == 0, database.open() + " connections are left open");
        check(InDoubtBranches.of(POOL).isEmpty(), "something is in doubt for ever");
    }
}
