package io.sluice.sim.scenario;

import io.sluice.jdbc.Credentials;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.pool.jta.JtaTransactionContext;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.sim.invariant.BranchInvariants;
import io.sluice.sim.invariant.DataSourceInvariants;
import io.sluice.sim.scheduler.Scenario;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.DatabaseFaults;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.SimBranches;
import io.sluice.sim.world.SimDatabase;
import io.sluice.sim.world.SimTransactionManager;
import io.sluice.sim.world.SimVendor;
import io.sluice.sim.world.XaFaults;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * The life of a data source in global transactions: threads work in them, and outside; time limits
 * end some; recovery passes by; the operator does what it does to any data source. Then every
 * branch must be ended as its transaction was.
 */
public final class TransactionScenario implements Scenario {

    private static final String RECOVERY = "recovery";

    /** So many passes, once the database behaves, complete what is left. */
    private static final int MOST_PASSES = 20;

    private static final long PAUSE_NANOS = Duration.ofSeconds(10).toNanos();

    @Override
    public void run(Simulation simulation) throws Exception {
        BranchInvariants.forgetOtherRuns();
        Dice dice = new Dice(simulation.chance("all"));
        SimTransactionManager manager = new SimTransactionManager(simulation);
        boolean isBadDay = dice.oneIn(2);
        SimBranches branches =
                new SimBranches(
                        simulation,
                        dice.with(simulation.chance("branches")),
                        dice.oneOf(SimBranches.Kind.values()),
                        isBadDay ? XaFaults.of(dice, simulation::has) : XaFaults.NONE);
        drawVendor(simulation, branches);
        DataSourceStage stage = open(simulation, dice, isBadDay, branches, manager);
        readLog(stage);
        DataSourceInvariants pool =
                new DataSourceInvariants(simulation, stage.source, stage.database);
        BranchInvariants invariants = new BranchInvariants(simulation, branches, manager);
        boolean isLast = stage.database.isLastResource;
        XAResource recovery = isLast ? null : stage.source.recoveryXaResource();
        if (dice.oneIn(4) && simulation.has("stalls")) {
            simulation.stall(0.02, dice.oneOfMillis(1, 50, 3_000).toNanos());
        }
        List<SimThread> actors = new ArrayList<>();
        int workers = dice.from(2, 4);
        for (int i = 1; i <= workers; i++) {
            String name = "worker-" + i;
            if (simulation.has(name)) {
                actors.add(simulation.start(name, new TransactionWorker(stage, manager, name)));
            }
        }
        DataSourceScenario.startOperator(stage, actors);
        if (recovery != null && simulation.has(RECOVERY)) {
            actors.add(
                    simulation.start(RECOVERY, () -> recoverNowAndThen(stage, manager, recovery)));
        }
        Namesake namesake = null;
        if (!isLast && stage.diceOf("namesakes").oneIn(3) && simulation.has("namesake")) {
            namesake = new Namesake(stage, manager);
            stage.hasNamesake = true;
            actors.add(simulation.start("namesake", namesake::recoverNowAndThen));
        }
        if (dice.oneIn(4) && simulation.has("closesEarly")) {
            simulation.sleep(dice.someNanos(1));
            DataSourceScenario.close(stage);
        }
        actors.forEach(simulation::join);
        simulation.stall(0, 0);
        if (namesake != null && stage.isClosed) {
            namesake.checkName();
        }
        stage.database.behave();
        for (int i = 0; i < MOST_PASSES && !invariants.isAllEnded(); i++) {
            simulation.sleep(PAUSE_NANOS);
            recover(stage, manager, recovery);
        }
        if (stage.second != null) {
            stage.second.close(Duration.ZERO);
        }
        invariants.checkEnded();
        if (!stage.isClosed) {
            DataSourceScenario.checkWhole(stage);
            pool.checkAtRest();
            checkRolledBackServes(stage, branches);
            DataSourceScenario.close(stage);
        }
        pool.checkClosed();
        DataSourceScenario.checkRefuses(stage);
        BranchRounds.run(simulation);
        RecoveryCourse.run(simulation);
        PooledBranchCourses.run(simulation);
    }

    private static DataSourceStage open(
            Simulation simulation,
            Dice dice,
            boolean isBadDay,
            SimBranches branches,
            SimTransactionManager manager)
            throws SQLException {
        Duration connectTimeout = dice.oneOfMillis(20, 1_000, 10_000);
        Dice ofLast = new Dice(simulation.chance("last resource"));
        boolean isLast = ofLast.oneIn(6) && simulation.has("last");
        SimDatabase database =
                new SimDatabase(
                        simulation,
                        dice.with(simulation.chance("database")),
                        isBadDay ? DatabaseFaults.of(dice, simulation::has) : DatabaseFaults.NONE,
                        connectTimeout,
                        /* hasRequests= */ dice.oneIn(3),
                        /* resetsSettings= */ false,
                        isLast ? null : branches);
        database.isLastResource = isLast;
        database.refusesCommits = isLast ? ofLast.oneOf(0, 2, 5) : 0;
        database.vendor = branches.vendor();
        database.patience = dice.oneOfMillis(100, 1_000, 5_000);
        JtaTransactionContext context =
                new JtaTransactionContext(manager, manager).patience(database.patience);
        JdbcPoolConfig.Builder draft =
                DataSourceScenario.settings(dice, connectTimeout).transactionContext(context);
        draft =
                isLast
                        ? draft.dataSource(database).lastResource(true)
                        : draft.xaDataSource(database);
        if (!isLast && new Dice(simulation.chance("credentials")).oneIn(4)) {
            database.wantsUser = true;
            draft.credentialsProvider(() -> new Credentials("app", SimDatabase.SECRET));
        }
        JdbcPoolConfig config = draft.build();
        simulation.note(config + ", " + database.faults() + ", " + branches);
        DataSourceStage stage =
                new DataSourceStage(
                        simulation, dice, config, database, new SluiceDataSource(config));
        Dice ofSecond = new Dice(simulation.chance("second pool"));
        if (!isLast && !branches.mayHide() && ofSecond.oneIn(4) && simulation.has("second pool")) {
            stage.second = new SluiceDataSource(draft.name("second").build());
            stage.secondRecovery = stage.second.recoveryXaResource();
        }
        return stage;
    }

    /** Draws whose driver it is, and whether its user of recovery may see all branches. */
    private static void drawVendor(Simulation simulation, SimBranches branches) {
        Dice dice = new Dice(simulation.chance("vendors"));
        if (dice.oneIn(2) && simulation.has("vendor")) {
            branches.isOf(dice.oneOf(SimVendor.values()), dice.oneOf(0, 2, 5));
        }
    }

    /** The log reminds of what is in doubt once a minute at most. */
    private static void readLog(DataSourceStage stage) {
        Dice dice = stage.diceOf("log");
        if (dice.oneIn(2)) {
            stage.simulation.readLog(new ReminderChecks(stage)::read);
        }
    }

    /** What the server has only rolled back, and the driver too, costs no connection. */
    private static void checkRolledBackServes(DataSourceStage stage, SimBranches branches) {
        boolean serves =
                !stage.database.hasRefusedRollback()
                        && (stage.database.isLastResource || branches.rollsBackWhatIsRefused());
        long lost =
                stage.source
                        .snapshot()
                        .counters()
                        .discarded()
                        .getOrDefault(DiscardReason.ROLLED_BACK, 0L);
        if (serves && lost > 0) {
            stage.fail(lost + " connections are lost, since they were rolled back");
        }
    }

    private static void recover(
            DataSourceStage stage, SimTransactionManager manager, @Nullable XAResource recovery) {
        if (recovery != null) {
            manager.recover(recovery);
        }
        if (stage.secondRecovery != null) {
            manager.recover(stage.secondRecovery);
        }
    }

    private static void recoverNowAndThen(
            DataSourceStage stage, SimTransactionManager manager, XAResource recovery) {
        Dice dice = stage.diceOf(RECOVERY);
        int passes = dice.from(0, 6);
        for (int i = 1; i <= passes; i++) {
            stage.simulation.sleep(dice.someNanos(1));
            if (stage.simulation.has(RECOVERY + "." + i)) {
                recover(stage, manager, recovery);
            }
        }
    }
}
