package io.sluice.sim.scenario;

import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.DriverObject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** What a lease does beside plain statements, with all that JDBC has. */
final class Chores {

    /** With keys of their own in a cache. */
    private static final String[] PREPARED = {"WORK ?", "WORK ? again", "WORK ? at last"};

    private final DataSourceStage stage;
    private final Connection connection;
    private final String lease;
    private final Dice dice;

    /** An object of the driver, which works on after the lease. */
    private @Nullable DriverObject late;

    /** What is left open, and refuses after the end of the lease. */
    private final List<PreparedStatement> left = new ArrayList<>();

    /** Two threads have called at once. What is refused then may count as a change. */
    private boolean isByTwo;

    /** The pool closes its connection some time after the lease. */
    boolean hasAborted;

    Chores(DataSourceStage stage, Connection connection, String lease, Dice dice) {
        this.stage = stage;
        this.connection = connection;
        this.lease = lease;
        this.dice = dice;
    }

    private interface Call {
        void make() throws SQLException;
    }

    /** Whether the lease does one thing again and again. */
    boolean hasHabit() {
        return usual() > 0;
    }

    private int usual() {
        return switch (stage.habit) {
            case PREPARES -> 1;
            case PUTS_BACK -> 4;
            case SETS_CLIENT_INFO -> 6;
            case LENDS -> 8;
            case CLOSES_BY_TWO -> 11;
            case NONE, BEGINS_BY_TWO, HURRIES, ABORTS -> 0;
        };
    }

    void act() throws SQLException {
        int usual = usual();
        switch (usual > 0 && !dice.oneIn(8) ? usual : dice.from(1, 10)) {
            case 1, 2, 3 -> prepared();
            case 4, 5 -> putBack();
            case 6 -> setClientInfo();
            case 7 -> refused();
            case 8 -> lend();
            case 9 -> byTwo();
            case 11 -> closeByTwo();
            default -> checkValid();
        }
    }

    private void prepared() throws SQLException {
        if (dice.oneIn(stage.habit.prepares() ? 12 : 4)) {
            connection.setSchema("other");
        }
        String sql = dice.oneOf(PREPARED);
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setString(1, lease);
        if (dice.oneIn(3)) {
            statement.setMaxRows(7);
        }
        if (dice.oneIn(3)) {
            ResultSet rows = statement.executeQuery();
            if (dice.oneIn(2)) {
                rows.unwrap(DriverObject.class).change();
            }
        } else {
            statement.execute();
        }
        left.add(statement);
        if (!dice.oneIn(3)) {
            close(statement, sql);
        }
    }

    /** What the driver says of another statement is no concern of the one that closes this. */
    private void close(PreparedStatement statement, String sql) throws SQLException {
        try {
            statement.close();
        } catch (IllegalStateException e) { // of the driver
            stage.simulation.note(String.valueOf(e.getMessage()));
            if (!("does not close " + sql).equals(e.getMessage())) {
                stage.simulation.fail("the close of " + sql + " fails for another", e);
            }
        }
    }

    /** Each of these is a change that the lease itself takes back, or nearly. */
    private void putBack() throws SQLException {
        boolean isInTransaction = dice.oneIn(3);
        connection.setSchema("other");
        if (isInTransaction) {
            connection.setAutoCommit(false);
            Worker.execute(connection, "WORK " + lease);
        }
        connection.setSchema("main");
        if (dice.oneIn(3)) {
            Worker.execute(connection, "USE " + lease);
        }
        if (dice.oneIn(3)) {
            connection.unwrap(DriverObject.class).change();
        }
        if (dice.oneIn(2)) {
            connection.setHoldability(ResultSet.HOLD_CURSORS_OVER_COMMIT);
            connection.setHoldability(ResultSet.CLOSE_CURSORS_AT_COMMIT);
        }
        if (isInTransaction && dice.oneIn(2)) {
            connection.rollback();
        }
    }

    private void setClientInfo() throws SQLException {
        Properties several = new Properties();
        several.setProperty("application", lease);
        if (dice.oneIn(2)) {
            several.setProperty("refused", lease);
        }
        refuses(() -> connection.setClientInfo(several));
        refuses(() -> connection.setNetworkTimeout(Runnable::run, 60_000));
    }

    /** Setters that no driver here has. */
    private void refused() throws SQLException {
        refuses(() -> connection.setTypeMap(new HashMap<>()));
        refuses(() -> connection.setCatalog("other"));
    }

    private void refuses(Call call) throws SQLException {
        try {
            call.make();
        } catch (SQLFeatureNotSupportedException | LinkageError e) {
            stage.simulation.note("the driver cannot do that");
            stage.isDisturbed |= isByTwo;
        } catch (SQLException e) {
            if (!"0A000".equals(e.getSQLState())) {
                throw e;
            }
            stage.simulation.note("the driver refuses that");
            stage.isDisturbed |= isByTwo;
        }
    }

    /** The object of the driver is used during the lease only. */
    private void lend() throws SQLException {
        DriverObject lent = connection.unwrap(DriverObject.class);
        if (dice.oneIn(2)) {
            connection.setSchema("main");
            connection.setSchema("other");
            connection.setSchema("main");
            lent.change();
        } else {
            lent.look();
        }
        late = lent;
    }

    /** A lease does nothing but this. */
    void ask() throws SQLException {
        if (dice.oneIn(3)) {
            abort();
        } else {
            checkValid();
        }
    }

    /** That it is invalid then says nothing of the others. */
    void abort() throws SQLException {
        stage.isDisturbed = true;
        hasAborted = true;
        connection.abort(Runnable::run);
        checkValid();
    }

    private void checkValid() throws SQLException {
        refuses(
                () -> {
                    if (!connection.isValid(1)) {
                        stage.simulation.note("finds its connection invalid");
                    }
                });
    }

    /** A second thread of the lease does something at the same moment. */
    private void byTwo() throws SQLException {
        int first = dice.from(1, 4);
        byTwo(some(first), some(dice.oneIn(2) ? first : dice.from(1, 4)));
    }

    /** A lease begins with two calls at once. */
    void beginByTwo() throws SQLException {
        switch (dice.from(1, 3)) {
            case 1 -> byTwo(some(1), some(stage.habit == Habit.BEGINS_BY_TWO ? 3 : 1));
            case 2 -> byTwo(some(4), some(4));
            default -> byTwo(some(2), some(3));
        }
    }

    /** Two threads close a statement at the same moment. */
    private void closeByTwo() throws SQLException {
        String sql = dice.oneOf(PREPARED);
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setString(1, lease);
        statement.execute();
        byTwo(() -> close(statement, sql), () -> close(statement, sql));
    }

    private void byTwo(Call one, Call two) throws SQLException {
        isByTwo = true;
        SQLException[] failure = new SQLException[1];
        SimThread other =
                stage.simulation.start(
                        lease + "-other",
                        () -> {
                            stage.database.begins(lease);
                            try {
                                two.make();
                            } catch (SQLException e) {
                                failure[0] = e;
                            }
                        });
        try {
            one.make();
        } finally {
            stage.simulation.join(other);
        }
        if (failure[0] != null) {
            throw failure[0];
        }
    }

    private Call some(int which) {
        return switch (which) {
            case 1 -> () -> connection.setSchema("other");
            case 2 -> () -> connection.createStatement();
            case 3 -> () -> Worker.execute(connection, "WORK " + lease);
            default -> () -> connection.setHoldability(ResultSet.HOLD_CURSORS_OVER_COMMIT);
        };
    }

    /** A thread closes a prepared statement that another is executing. */
    void closeWhileExecuting() throws SQLException {
        PreparedStatement statement = connection.prepareStatement(PREPARED[0]);
        statement.setString(1, lease);
        SimThread other =
                stage.simulation.start(
                        lease + "-executes",
                        () -> {
                            stage.database.begins(lease);
                            try {
                                statement.execute();
                            } catch (SQLException e) {
                                stage.simulation.note("was closed meanwhile");
                            }
                        });
        try {
            stage.simulation.sleep(dice.someNanos(100));
            close(statement, PREPARED[0]);
            PreparedStatement again = connection.prepareStatement(PREPARED[0]);
            again.setString(1, lease);
            again.execute();
        } finally {
            stage.simulation.join(other);
        }
    }

    /** What the lease has left refuses, and asks the driver for nothing. */
    void checkOver() {
        if (late != null) {
            late.workLate();
        }
        for (Statement statement : left) {
            try {
                statement.setMaxRows(5);
                stage.fail("a statement works after its lease");
            } catch (SQLException e) {
                stage.simulation.note("the statement is closed");
            }
        }
    }

    /** Another thread makes a call just when the lease ends. */
    SimThread hurry() {
        boolean isAbort = dice.oneIn(2);
        hasAborted |= isAbort;
        Call late =
                isAbort
                        ? () -> connection.abort(Runnable::run)
                        : () -> connection.createStatement();
        stage.database.isHastyFromNowOn(lease);
        stage.database.validatesForLeases = false; // an abort beside a reset makes others suspect
        return stage.simulation.start(
                lease + "-hurries",
                () -> {
                    stage.database.begins(lease);
                    try {
                        late.make();
                    } catch (SQLException e) {
                        stage.simulation.note("comes too late");
                    }
                });
    }
}
