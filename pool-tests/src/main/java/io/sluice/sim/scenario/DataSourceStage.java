package io.sluice.sim.scenario;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.tenant.TenantDataSource;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.SimDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.util.HashSet;
import java.util.Set;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** What the threads of a data source's scenario share, and know of each other. */
final class DataSourceStage {

    final Simulation simulation;
    final Dice dice;
    final JdbcPoolConfig config;
    final SimDatabase database;
    final SluiceDataSource source;

    /** All connections are for tenants, each of which has a schema; null if they are not. */
    @Nullable TenantDataSource tenants;

    /** Another pool on the same server, in the same transactions; null if there is none. */
    @Nullable SluiceDataSource second;

    @Nullable XAResource secondRecovery;

    /** Whether recovery passes by at another data source of the same name. */
    boolean hasNamesake;

    Habit habit = Habit.NONE;

    /** Whether second threads often come just when a lease ends. */
    boolean hurries;

    private final boolean isGoodDay;

    /** Whether leases may end by force from now on. */
    boolean isForced;

    /** Whether connections may be lost though nothing goes wrong. */
    boolean isDisturbed;

    /** Whether threads may stand still at any point. */
    boolean stalls;

    /** The threads that the operator has interrupted. */
    final Set<Thread> interrupted = new HashSet<>();

    /** Whether an acquire has succeeded. */
    boolean isStarted;

    /** Whether leases say no more what they do. */
    boolean isEnding;

    /** Whether the operator has done anything. */
    boolean isOperated;

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
    void checkRefusal(SQLException refusal) {
        String text = text(refusal);
        if (text.contains("interrupted") && !interrupted.contains(Thread.currentThread())) {
            fail("a thread is told of the interrupt of another: " + text);
        }
        if (refusal instanceof SQLNonTransientException
                && !isClosing
                && !text.contains("minSize is ") // after a resize
                && !database.hasRefusedForGood()) {
            fail("a failure that may pass is told as one for good: " + text);
        }
        if (text.contains("null")) {
            fail("a failure without a text is told as null: " + text);
        }
        if (text.contains(" could not be started: ") && !stalls) {
            database.pausesFrom(simulation.nanos());
        }
        for (Throwable e = refusal; e != null; e = e.getCause()) {
            if (e.toString().contains(SimDatabase.SECRET)) {
                simulation.fail("a failure shows a password: " + e.getMessage(), refusal);
            }
        }
    }

    /** What the log says is true, and shows no secret. */
    void checkLog(String text) {
        if (text.contains(SimDatabase.SECRET)) {
            fail("the log shows a password: " + text);
        }
        if (text.contains("returned with an open transaction")
                && !isEnding
                && !database.hasOpenTransaction()) {
            fail("the log tells of a transaction where there was none: " + text);
        }
    }

    /** Acquires a connection, of a tenant if there are any. */
    Connection acquire(String lease, Dice dice) throws SQLException {
        if (tenants == null) {
            return source.getConnection();
        }
        String tenant = dice.oneOf("main", "third");
        database.expectsSchema(lease, tenant);
        return tenants.getConnectionFor(tenant);
    }

    /** A new lease sees nothing of the one before. */
    void checkAtRest(Connection connection) throws SQLException {
        String found =
                (connection.getAutoCommit() == database.restsInTransactions
                                ? " another auto-commit"
                                : "")
                        + (connection.isReadOnly() ? " read-only" : "")
                        + (isOtherIsolation(connection) ? " another isolation" : "")
                        + (tenants != null || "main".equals(connection.getSchema())
                                ? ""
                                : " another schema")
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
