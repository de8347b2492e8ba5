package io.sluice.sim.scenario;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.Startup;
import io.sluice.jdbc.internal.OpenPool;
import io.sluice.pool.FlushMode;
import io.sluice.pool.jta.InDoubtBranches;
import io.sluice.pool.jta.JtaTransactionContext;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.DatabaseFaults;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.SimBranches;
import io.sluice.sim.world.SimDatabase;
import io.sluice.sim.world.SimTransaction;
import io.sluice.sim.world.SimTransactionManager;
import io.sluice.sim.world.XaFaults;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import javax.transaction.xa.XAResource;

/** Short courses of a data source of its own in global transactions. Each seed follows one. */
final class PooledBranchCourses {

    private static final String NAME = "course";
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final long PAUSE_NANOS = Duration.ofSeconds(10).toNanos();
    private static final long LONG_NANOS = Duration.ofMinutes(10).toNanos();
    private static final int MOST_PASSES = 20;
    private static final XaFaults NO_COMMIT = new XaFaults(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);

    private final Simulation simulation;
    private final Dice dice;
    private final SimTransactionManager manager;
    private final SimBranches branches;
    private final SimDatabase database;
    private final SluiceDataSource source;
    private int transactions;

    /** How often the log has told of branches in doubt at a close. */
    private int told;

    private PooledBranchCourses(Simulation simulation, Dice dice, XaFaults faults) {
        this.simulation = simulation;
        this.dice = dice;
        this.manager = new SimTransactionManager(simulation);
        this.branches = branches("branches of the course", faults);
        this.database = database("database of the course", branches);
        JdbcPoolConfig.Builder draft = draft(database);
        if (dice.oneIn(2)) {
            draft.fatalErrorClassifier(error -> true);
        }
        this.source = new SluiceDataSource(draft.build());
        simulation.readLog(this::read);
    }

    static void run(Simulation simulation) throws SQLException {
        if (!simulation.has("course")) {
            return;
        }
        Dice dice = new Dice(simulation.chance("course"));
        switch (dice.from(1, 5)) {
            case 1 -> new PooledBranchCourses(simulation, dice, XaFaults.NONE).callsBesideEnd();
            case 2 -> new PooledBranchCourses(simulation, dice, XaFaults.NONE).takenAway();
            case 3 -> new PooledBranchCourses(simulation, dice, XaFaults.NONE).lostInPrepare();
            case 4 -> new PooledBranchCourses(simulation, dice, XaFaults.NONE).recoveryHangs();
            default -> new PooledBranchCourses(simulation, dice, NO_COMMIT).inDoubt();
        }
    }

    private SimBranches branches(String name, XaFaults faults) {
        return new SimBranches(
                simulation, dice.with(simulation.chance(name)), SimBranches.Kind.KEEPS, faults);
    }

    private SimDatabase database(String name, SimBranches of) {
        return new SimDatabase(
                simulation,
                dice.with(simulation.chance(name)),
                DatabaseFaults.NONE,
                CONNECT,
                /* hasRequests= */ false,
                /* resetsSettings= */ false,
                of);
    }

    private JdbcPoolConfig.Builder draft(SimDatabase to) {
        return CourseStage.options()
                .xaDataSource(to)
                .name(NAME)
                .transactionContext(new JtaTransactionContext(manager, manager));
    }

    private void read(String text) {
        if (text.contains("closed with branches in doubt")) {
            told++;
        }
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            simulation.fail(otherwise, new Throwable("here"));
        }
    }

    private SimTransaction begin() {
        String name = NAME + "-" + ++transactions;
        database.isGlobalFromNowOn(name);
        SimTransaction begun = manager.begin(dice.with(simulation.chance(name)), name);
        database.begins(name);
        return begun;
    }

    private void rollBack(SimTransaction transaction) {
        try {
            manager.rollback();
        } catch (IllegalStateException e) { // its time was over
            simulation.note("is over: " + e.getMessage());
        }
        simulation.await(transaction::isOver, LONG_NANOS);
        database.ended(transaction.name());
    }

    /** Calls that take time meet the end of the time of their transaction. */
    private void callsBesideEnd() {
        for (int i = 0; i < 3; i++) {
            SimTransaction transaction = begin();
            try (Connection connection = source.getConnection()) {
                checkReadOnly(connection);
                Worker.execute(connection, "WORK " + transaction.name());
                manager.expireAfter(transaction, dice.nanosUpTo(Duration.ofMillis(20)));
                DatabaseMetaData data = connection.getMetaData();
                PreparedStatement statement = connection.prepareStatement("WORK ?");
                for (int calls = 0; calls < 40; calls++) {
                    if (dice.oneIn(2)) {
                        data.getTables(null, null, "%", null);
                    } else {
                        statement.setAsciiStream(1, InputStream.nullInputStream(), 0);
                    }
                }
            } catch (SQLException e) {
                simulation.note("fails: " + DataSourceStage.text(e));
            }
            rollBack(transaction);
        }
        simulation.sleep(PAUSE_NANOS);
        close();
    }

    private void checkReadOnly(Connection connection) {
        try {
            connection.setReadOnly(true);
            require(false, "a branch is made read-only");
        } catch (SQLException e) {
            simulation.note("is refused: " + DataSourceStage.text(e));
        }
    }

    /** A statement hangs, and its connection is taken away; a cancel may hang as well. */
    private void takenAway() {
        for (int i = 0; i < 2; i++) {
            SimThread worker = simulation.start("course-" + i, this::hang);
            simulation.sleep(Duration.ofMillis(dice.from(600, 3_000)).toNanos());
            source.flush(FlushMode.IMMEDIATE);
            simulation.join(worker);
        }
        close();
    }

    private void hang() {
        SimTransaction transaction = begin();
        try (Connection connection = source.getConnection()) {
            int cancelHangs = dice.oneOf(0, 1);
            database.misbehaves(new DatabaseFaults(0, 0, 0, 1, 0, 0, 0, cancelHangs, 0, 0, 0));
            Worker.execute(connection, "WORK " + transaction.name());
        } catch (SQLException e) {
            simulation.note("fails: " + DataSourceStage.text(e));
        }
        database.behave();
        rollBack(transaction);
    }

    /** A pool is closed twice while a branch is in doubt; others of its name come after it. */
    private void inDoubt() throws SQLException {
        XAResource recovery = source.recoveryXaResource();
        SimTransaction transaction = begin();
        try (Connection connection = source.getConnection()) {
            Worker.execute(connection, "WORK " + transaction.name());
            connection.setCatalog("other"); // an error, which a classifier may take for the end
        } catch (SQLException e) {
            simulation.note("fails: " + DataSourceStage.text(e));
        }
        database.mayCommit(transaction.name());
        boolean isGood = transaction.canBeCommitted() && !transaction.isInOnePhase();
        commit(transaction);
        require(
                !isGood || transaction.isCommitted(),
                "is rolled back for an error, though its connection works");
        source.close(Duration.ZERO);
        source.close(Duration.ZERO);
        require(told <= 1, "the log tells " + told + " times of what one pool has left in doubt");
        openOthers();
        database.behave();
        recover(recovery);
        close();
    }

    /** A session that is lost as it prepares has rolled back, and holds no place. */
    private void lostInPrepare() throws SQLException {
        XAResource recovery = source.recoveryXaResource();
        for (int i = 0; i < 3; i++) {
            SimTransaction transaction = begin();
            try (Connection connection = source.getConnection()) {
                Worker.execute(connection, "WORK " + transaction.name());
            }
            database.mayCommit(transaction.name());
            branches.script.loseSession("prepare");
            commit(transaction);
            require(
                    !transaction.isRollbackRefused(),
                    "a rollback fails, which managers report, though there was no vote");
        }
        recover(recovery);
        close();
    }

    /** A manager that is in a pass of recovery, which hangs, keeps no close for long. */
    private void recoveryHangs() throws SQLException {
        Duration limit = dice.oneOfMillis(10, 1_000, 10_000);
        JdbcPoolConfig config = draft(database).closeTimeout(limit).build();
        OpenPool pool =
                RegisteredRecovery.openPool(
                        config, () -> simulation.sleep(dice.nanosUpTo(limit.multipliedBy(3))));
        long began = simulation.nanos();
        pool.close(Duration.ZERO);
        Duration took = Duration.ofNanos(simulation.nanos() - began);
        require(took.compareTo(limit.plus(MOMENT)) <= 0, "a close takes " + took);
        close();
    }

    private void commit(SimTransaction transaction) {
        try {
            manager.commit();
        } catch (RollbackException | SystemException | IllegalStateException e) {
            simulation.note("is not committed: " + e.getMessage());
        }
        database.ended(transaction.name());
    }

    private void recover(XAResource recovery) {
        for (int i = 0; i < MOST_PASSES && !branches.left().isEmpty(); i++) {
            simulation.sleep(PAUSE_NANOS);
            manager.recover(recovery);
        }
        require(branches.left().isEmpty(), "recovery leaves " + branches.left());
    }

    /** One does not start, which ends no recovery; then one is refused that leads elsewhere. */
    private void openOthers() throws SQLException {
        database.plan.isDown = true;
        tryToOpen(new SluiceDataSource(draft(database).startup(Startup.FAIL).build()));
        database.plan.isDown = false;
        SimDatabase elsewhere =
                database(
                        "another database of the course",
                        branches("branches of another course", XaFaults.NONE));
        boolean isInDoubt = !InDoubtBranches.of(NAME).isEmpty();
        boolean isOpen = tryToOpen(new SluiceDataSource(draft(elsewhere).build()));
        require(!isOpen || !isInDoubt, "a pool elsewhere takes the name of one in doubt");
    }

    private boolean tryToOpen(SluiceDataSource other) {
        try (Connection connection = other.getConnection()) {
            simulation.note("opens " + connection.isClosed());
            return true;
        } catch (SQLException e) {
            simulation.note("does not open: " + DataSourceStage.text(e));
            return false;
        } finally {
            other.close(Duration.ZERO);
        }
    }

    private void close() {
        source.close(Duration.ZERO);
        simulation.await(() -> database.open() == 0, LONG_NANOS);
        require(database.open() == 0, "a course leaves open " + database.open());
    }
}
