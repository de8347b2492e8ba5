package io.sluice.sim.scenario;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.pool.jta.JtaTransactionContext;
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
import io.sluice.sim.world.XaFaults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAResource;

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
        DataSourceStage stage = open(simulation, dice, isBadDay, branches, manager);
        DataSourceInvariants pool =
                new DataSourceInvariants(simulation, stage.source, stage.database);
        BranchInvariants invariants = new BranchInvariants(simulation, branches, manager);
        XAResource recovery = stage.source.recoveryXaResource();
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
        if (simulation.has(RECOVERY)) {
            actors.add(
                    simulation.start(RECOVERY, () -> recoverNowAndThen(stage, manager, recovery)));
        }
        if (dice.oneIn(4) && simulation.has("closesEarly")) {
            simulation.sleep(dice.someNanos(1));
            DataSourceScenario.close(stage);
        }
        actors.forEach(simulation::join);
        simulation.stall(0, 0);
        stage.database.behave();
        for (int i = 0; i < MOST_PASSES && !invariants.isAllEnded(); i++) {
            simulation.sleep(PAUSE_NANOS);
            manager.recover(recovery);
        }
        invariants.checkEnded();
        if (!stage.isClosed) {
            DataSourceScenario.checkWhole(stage);
            pool.checkAtRest();
            DataSourceScenario.close(stage);
        }
        pool.checkClosed();
        DataSourceScenario.checkRefuses(stage);
    }

    private static DataSourceStage open(
            Simulation simulation,
            Dice dice,
            boolean isBadDay,
            SimBranches branches,
            SimTransactionManager manager) {
        Duration connectTimeout = dice.oneOfMillis(20, 1_000, 10_000);
        SimDatabase database =
                new SimDatabase(
                        simulation,
                        dice.with(simulation.chance("database")),
                        isBadDay ? DatabaseFaults.of(dice, simulation::has) : DatabaseFaults.NONE,
                        connectTimeout,
                        /* hasRequests= */ dice.oneIn(3),
                        /* resetsSettings= */ false,
                        branches);
        JdbcPoolConfig config =
                DataSourceScenario.settings(dice, connectTimeout)
                        .xaDataSource(database)
                        .transactionContext(
                                new JtaTransactionContext(manager, manager)
                                        .patience(dice.oneOfMillis(100, 1_000, 5_000)))
                        .build();
        simulation.note(config + ", " + database.faults() + ", " + branches);
        return new DataSourceStage(
                simulation, dice, config, database, new SluiceDataSource(config));
    }

    private static void recoverNowAndThen(
            DataSourceStage stage, SimTransactionManager manager, XAResource recovery) {
        Dice dice = stage.diceOf(RECOVERY);
        int passes = dice.from(0, 6);
        for (int i = 1; i <= passes; i++) {
            stage.simulation.sleep(dice.someNanos(1));
            if (stage.simulation.has(RECOVERY + "." + i)) {
                manager.recover(recovery);
            }
        }
    }
}
