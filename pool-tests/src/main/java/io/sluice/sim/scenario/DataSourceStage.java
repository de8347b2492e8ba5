package io.sluice.sim.scenario;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.SimDatabase;
import java.sql.Connection;
import java.sql.SQLException;

/** What the threads of a data source's scenario share, and know of each other. */
final class DataSourceStage {

    final Simulation simulation;
    final Dice dice;
    final JdbcPoolConfig config;
    final SimDatabase database;
    final SluiceDataSource source;

    private final boolean isGoodDay;

    /** Whether leases may end by force from now on. */
    boolean isForced;

    boolean isClosing;
    boolean isClosed;

    DataSourceStage(
            Simulation simulation,
            Dice dice,
            JdbcPoolConfig config,
            SimDatabase database,
            SluiceDataSource source) {
        this.simulation = simulation;
        this.dice = dice;
        this.config = config;
        this.database = database;
        this.source = source;
        this.isGoodDay = database.isGoodDay();
    }

    /** Returns dice of a part, the same whatever the other parts do. */
    Dice diceOf(String part) {
        return dice.with(simulation.chance(part));
    }

    boolean isGoodDay() {
        return isGoodDay;
    }

    /** Stacks further down differ from run to run. */
    static String text(Exception e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    /** A lease that works fails only where something is wrong. */
    void allowFailure(SQLException e) {
        simulation.note("fails: " + text(e));
        if (isGoodDay && !isForced) {
            simulation.fail("a call of a lease fails: " + e.getMessage(), e);
        }
    }

    /** What a caller is told of a failure shows no secret of its driver. */
    void checkRefusal(Throwable refusal) {
        for (Throwable e = refusal; e != null; e = e.getCause()) {
            if (e.toString().contains(SimDatabase.SECRET)) {
                simulation.fail("a failure shows a password: " + e.getMessage(), refusal);
            }
        }
    }

    /** A new lease sees nothing of the one before. */
    void checkAtRest(Connection connection) throws SQLException {
        String found =
                (connection.getAutoCommit() == database.restsInTransactions
                                ? " another auto-commit"
                                : "")
                        + (connection.isReadOnly() ? " read-only" : "")
                        + (isOtherIsolation(connection) ? " another isolation" : "")
                        + ("main".equals(connection.getSchema()) ? "" : " another schema")
                        + (connection.getWarnings() == null || database.kind.lacksClearWarnings()
                                ? ""
                                : " a warning");
        if (!found.isEmpty()) {
            fail("a new lease finds" + found);
        }
    }

    private static boolean isOtherIsolation(Connection connection) throws SQLException {
        return connection.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED;
    }

    /** Ends the simulation with a failure. */
    void fail(String what) {
        simulation.fail(what, new Throwable("here"));
    }
}
