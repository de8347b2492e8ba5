package io.sluice.sim.scenario;

import io.sluice.jdbc.SluiceDataSource;
import io.sluice.pool.jta.InDoubtBranches;
import io.sluice.pool.jta.JtaTransactionContext;
import io.sluice.sim.world.DatabaseFaults;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.SimBranches;
import io.sluice.sim.world.SimDatabase;
import io.sluice.sim.world.SimTransactionManager;
import io.sluice.sim.world.XaFaults;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.transaction.xa.XAResource;

/** A data source of the same name, which leads to another server. */
final class Namesake {

    private final DataSourceStage stage;
    private final SimTransactionManager manager;
    private final Dice dice;
    private final SluiceDataSource source;

    private final XAResource recovery;

    Namesake(DataSourceStage stage, SimTransactionManager manager) throws SQLException {
        this.stage = stage;
        this.manager = manager;
        this.dice = stage.diceOf("namesake");
        SimDatabase elsewhere =
                new SimDatabase(
                        stage.simulation,
                        stage.diceOf("database of the namesake"),
                        DatabaseFaults.NONE,
                        Duration.ofSeconds(10),
                        /* hasRequests= */ false,
                        /* resetsSettings= */ false,
                        new SimBranches(
                                stage.simulation,
                                stage.diceOf("branches of the namesake"),
                                SimBranches.Kind.KEEPS,
                                XaFaults.NONE));
        this.source =
                new SluiceDataSource(
                        DataSourceScenario.settings(dice, Duration.ofSeconds(10))
                                .xaDataSource(elsewhere)
                                .transactionContext(new JtaTransactionContext(manager, manager))
                                .build());
        this.recovery = source.recoveryXaResource();
    }

    /** Recovery passes by here as well, and finds nothing. */
    void recoverNowAndThen() {
        int passes = dice.from(1, 8);
        for (int i = 0; i < passes; i++) {
            stage.simulation.sleep(dice.someNanos(1));
            manager.recoverElsewhere(recovery);
        }
    }

    /** The pool is closed, and leaves its name to no other server while branches are in doubt. */
    void checkName() {
        boolean wasInDoubt = isInDoubt();
        try (Connection connection = source.getConnection()) {
            stage.simulation.note("opens " + connection.isClosed());
            if (wasInDoubt && isInDoubt()) {
                stage.fail("a pool elsewhere takes the name of one that was closed in doubt");
            }
        } catch (SQLException e) {
            stage.simulation.note("does not open: " + DataSourceStage.text(e));
        }
        source.close(Duration.ZERO);
    }

    private static boolean isInDoubt() {
        return !InDoubtBranches.of("simulated").isEmpty();
    }
}
