package io.sluice.sim.scenario;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.tenant.TenantDataSource;
import io.sluice.jdbc.tenant.TenantKind;
import io.sluice.pool.jta.JtaTransactionContext;
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
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Threads acquire and close where the stack ends, with and without global transactions. What fails
 * there may fail, but costs the pool nothing.
 */
public final class StackScenario implements Scenario {

    /** By then ticks have ended what only began to end. */
    private static final long TICKS_NANOS = Duration.ofSeconds(10).toNanos();

    private static final long LONG_NANOS = Duration.ofMinutes(2).toNanos();

    private static final int MOST_SALTS = 1 << 30;

    private @Nullable SimTransactionManager manager;

    /** Whether some methods take more stack than others. */
    private boolean variesFrames;

    /** What was closed before, and may be closed once more. */
    private final List<Connection> closed = new ArrayList<>();

    @Override
    public void run(Simulation simulation) throws Exception {
        Dice more = new Dice(simulation.chance("more"));
        if (more.oneIn(10)) {
            StackTransactions.run(simulation, more);
            return;
        }
        if (more.oneIn(10)) {
            StackCloses.run(simulation, more);
            return;
        }
        Dice dice = new Dice(simulation.chance("all"));
        if (dice.oneIn(2)) {
            manager = new SimTransactionManager(simulation);
        }
        DataSourceStage stage = open(simulation, dice);
        draw(stage, new Dice(simulation.chance("drivers")));
        DataSourceInvariants invariants =
                new DataSourceInvariants(simulation, stage.source, stage.database);
        List<SimThread> actors = new ArrayList<>();
        int workers = dice.from(1, 3);
        for (int i = 1; i <= workers; i++) {
            String name = "worker-" + i;
            if (simulation.has(name)) {
                actors.add(simulation.start(name, () -> use(stage, name)));
            }
        }
        actors.forEach(simulation::join);
        simulation.sleep(TICKS_NANOS);
        DataSourceScenario.checkWhole(stage);
        invariants.checkAtRest();
        DataSourceScenario.close(stage);
        invariants.checkClosed();
        DataSourceScenario.checkRefuses(stage);
    }

    private DataSourceStage open(Simulation simulation, Dice dice) {
        Duration connectTimeout = Duration.ofSeconds(10);
        SimTransactionManager transactions = manager;
        SimDatabase database =
                new SimDatabase(
                        simulation,
                        dice.with(simulation.chance("database")),
                        DatabaseFaults.NONE,
                        connectTimeout,
                        /* hasRequests= */ dice.oneIn(3),
                        /* resetsSettings= */ false,
                        transactions == null
                                ? null
                                : new SimBranches(
                                        simulation,
                                        dice.with(simulation.chance("branches")),
                                        dice.oneOf(SimBranches.Kind.values()),
                                        XaFaults.NONE));
        JdbcPoolConfig.Builder draft = DataSourceScenario.settings(dice, connectTimeout);
        JdbcPoolConfig config =
                transactions == null
                        ? draft.dataSource(database).build()
                        : draft.xaDataSource(database)
                                .transactionContext(
                                        new JtaTransactionContext(transactions, transactions))
                                .build();
        simulation.note(config.toString());
        return new DataSourceStage(
                simulation, dice, config, database, new SluiceDataSource(config));
    }

    /** Draws how much stack the driver needs, and whether all leases are of tenants. */
    private void draw(DataSourceStage stage, Dice dice) {
        if (dice.oneIn(3)) {
            stage.database.plan.driverFrames = dice.from(50, 150);
        }
        variesFrames = dice.oneIn(2);
        if (manager == null && dice.oneIn(3)) {
            stage.database.hasTenants = true;
            stage.tenants = new TenantDataSource(stage.source, TenantKind.SCHEMA, () -> "main");
        }
    }

    private void use(DataSourceStage stage, String name) {
        StackRequests requests = new StackRequests(stage, name);
        int rounds = stage.diceOf(name).from(1, 6);
        for (int i = 1; i <= rounds; i++) {
            String round = name + "." + i;
            if (stage.simulation.has(round)) {
                Dice dice = stage.diceOf(round);
                stage.simulation.sleep(dice.someNanos(1));
                if (manager != null && dice.oneIn(2)) {
                    transaction(stage, dice, round, manager);
                } else {
                    lease(stage, dice, round, () -> stage.database.ended(round));
                    requests.run();
                }
            }
        }
    }

    private void transaction(
            DataSourceStage stage, Dice dice, String round, SimTransactionManager manager) {
        stage.database.isGlobalFromNowOn(round);
        manager.begin(stage.diceOf(round + "/all"), round);
        stage.database.begins(round);
        int leases = dice.from(1, 2);
        for (int i = 0; i < leases; i++) {
            lease(stage, dice, round, () -> {}); // it ends with the transaction
        }
        if (stage.isStarted) {
            StackRequests.checkRefused(stage, manager);
        }
        try {
            if (dice.oneIn(3)) {
                manager.rollback();
            } else {
                manager.commit();
            }
        } catch (RollbackException | SystemException | IllegalStateException e) {
            stage.simulation.note("is not committed: " + DataSourceStage.text(e));
        }
        stage.database.ended(round);
    }

    private void lease(DataSourceStage stage, Dice dice, String lease, Runnable ended) {
        Connection[] acquired = new Connection[1];
        boolean[] asRequest = {false};
        atTheEnd(
                stage,
                dice,
                () -> {
                    asRequest[0] = stage.tenants == null && dice.oneIn(3);
                    acquired[0] = asRequest[0] ? request(stage) : stage.acquire(lease, dice);
                });
        Connection connection = acquired[0];
        stage.isStarted |= connection != null && !asRequest[0];
        if (connection == null) {
            return;
        }
        stage.database.begins(lease);
        try {
            Worker.execute(connection, "WORK " + lease);
        } catch (SQLException e) {
            stage.simulation.note("fails: " + DataSourceStage.text(e));
        }
        stage.simulation.sleep(dice.someNanos(20));
        ended.run();
        atTheEnd(stage, dice, connection::close);
        stage.simulation.sleep(dice.someNanos(1));
        try {
            connection.close(); // a call that found no stack at all has closed nothing
        } catch (SQLException e) {
            stage.simulation.note("fails: " + DataSourceStage.text(e));
        }
        closed.add(connection);
        for (int late = dice.from(0, 2); late > 0; late--) {
            atTheEnd(stage, dice, dice.oneOf(closed)::close);
        }
    }

    /** Waits where there is plenty of stack: what there is too little for is the request. */
    private static @Nullable Connection request(DataSourceStage stage) {
        CompletableFuture<Connection> request =
                stage.source.acquireAsync(stage.config.acquireTimeout(), Runnable::run);
        SimThread.withAllFrames(() -> stage.simulation.await(request::isDone, LONG_NANOS));
        if (!request.isDone()) {
            stage.fail("a request does not end");
        }
        return request.isCompletedExceptionally() ? null : request.join();
    }

    /** Mostly the stack ends soon; else it ends where a slow path or a start is not begun. */
    private void atTheEnd(DataSourceStage stage, Dice dice, SimThread.Step<SQLException> step) {
        int frames =
                switch (dice.from(1, 5)) {
                    case 1, 2 -> dice.from(0, 40);
                    case 3 -> dice.from(80, 140);
                    case 4 -> dice.from(0, 400);
                    default -> 10_000;
                };
        try {
            SimThread.withFrames(frames, variesFrames ? dice.from(1, MOST_SALTS) | 1 : 0, step);
        } catch (StackOverflowError e) {
            stage.simulation.note("finds the end of its stack, with " + frames + " frames");
        } catch (SQLException e) {
            stage.simulation.note("fails: " + DataSourceStage.text(e));
        }
    }
}
