package io.sluice.sim.scenario;

import io.sluice.sim.world.Dice;
import io.sluice.sim.world.DriverObject;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** What a lease does in a global transaction beside plain statements; each reaches the driver. */
final class TransactionChores {

    private final DataSourceStage stage;
    private final String lease;
    private final Dice dice;

    TransactionChores(DataSourceStage stage, String lease, Dice dice) {
        this.stage = stage;
        this.lease = lease;
        this.dice = dice;
    }

    void act(Connection connection) throws SQLException {
        switch (dice.from(1, 6)) {
            case 1 -> connection.setNetworkTimeout(Runnable::run, 60_000);
            case 2 -> connection.unwrap(DriverObject.class).look();
            case 3 -> {
                ResultSet ignored = connection.getMetaData().getTables(null, null, "%", null);
            }
            case 4 -> {
                PreparedStatement statement = connection.prepareStatement("WORK ?");
                statement.setAsciiStream(1, InputStream.nullInputStream(), 0);
            }
            case 5 -> {
                boolean ignored = connection.createStatement().execute("HOLD " + lease);
            }
            default -> {
                for (int i = 0; i < 3; i++) {
                    stage.simulation.sleep(dice.someNanos(100));
                    connection.setNetworkTimeout(Runnable::run, 60_000 + i);
                }
            }
        }
    }

    /** What was left open gives no object of the driver away once its transaction is over. */
    void checkOver(Connection connection) {
        try {
            DriverObject ignored = connection.unwrap(DriverObject.class);
            stage.fail("an object of the driver is given away after the transaction");
        } catch (SQLException e) {
            stage.simulation.note("nothing is given away");
        }
    }

    /** The rows of a lease from before a transaction are not written in it. */
    void checkNotWritten(ResultSet before) {
        try {
            before.insertRow();
            stage.fail("a result set from before the transaction is written in it");
        } catch (SQLException e) {
            stage.simulation.note("a row is not written: " + DataSourceStage.text(e));
        }
    }
}
