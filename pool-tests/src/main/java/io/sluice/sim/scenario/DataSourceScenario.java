package io.sluice.sim.scenario;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.Startup;
import io.sluice.jdbc.TargetRole;
import io.sluice.jdbc.tenant.TenantDataSource;
import io.sluice.jdbc.tenant.TenantKind;
import io.sluice.pool.FlushMode;
import io.sluice.pool.PoolException;
import io.sluice.sim.invariant.DataSourceInvariants;
import io.sluice.sim.scheduler.Scenario;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.DatabaseFaults;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.DriverKind;
import io.sluice.sim.world.SimDatabase;
import io.sluice.sim.world.SimVendor;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The life of a data source: threads work with its connections, and one flushes, resizes, and
 * restarts the database; then everything must be whole again; then it is closed.
 */
public final class DataSourceScenario implements Scenario {

    private static final String OPERATOR = "operator";

    /** Long enough, once the database behaves, for whatever hangs to be given up. */
    private static final long LONG_NANOS = Duration.ofMinutes(2).toNanos();

    private static final long SOON_NANOS = Duration.ofMillis(100).toNanos();

    @Override
    public void run(Simulation simulation) throws Exception {
        DataSourceStage stage = open(simulation);
        DataSourceInvariants invariants =
                new DataSourceInvariants(simulation, stage.source, stage.database);
        if (stage.dice.oneIn(4) && simulation.has("stalls")) {
            simulation.stall(0.02, stage.dice.oneOfMillis(1, 50, 3_000).toNanos());
            stage.stalls = true;
        }
        stage.database.knowsFreshness =
                !stage.stalls && stage.habit != Habit.HURRIES; // aborts concern others, or not
        stage.database.validatesForLeases =
                stage.isGoodDay() && !stage.stalls && stage.config.keepaliveInterval().isZero();
        Dice ofKind = stage.diceOf("uses");
        stage.hurries = ofKind.oneIn(8) || stage.habit == Habit.HURRIES;
        if (ofKind.oneIn(6) && simulation.has("tenants")) {
            stage.database.hasTenants = true;
            stage.tenants = new TenantDataSource(stage.source, TenantKind.SCHEMA, () -> "main");
        }
        readLog(stage);
        EarlyRequests early = new EarlyRequests(stage);
        Dice ofEarly = stage.diceOf("early");
        if (ofEarly.oneIn(6) && stage.tenants == null && simulation.has("early")) {
            early.make(ofEarly.from(2, 4));
        }
        List<SimThread> actors = new ArrayList<>();
        int workers = stage.dice.from(2, 5);
        for (int i = 1; i <= workers; i++) {
            String name = "worker-" + i;
            if (simulation.has(name)) {
                actors.add(simulation.start(name, new Worker(stage, name)));
            }
        }
        startOperator(stage, actors);
        if (stage.dice.oneIn(4) && simulation.has("closesEarly")) {
            simulation.sleep(stage.dice.someNanos(1));
            close(stage);
        }
        actors.forEach(simulation::join);
        early.check();
        simulation.stall(0, 0);
        stage.database.behave();
        if (!stage.isClosed) {
            checkWhole(stage);
            invariants.checkAtRest();
            if (stage.isGoodDay() && !stage.isForced && !stage.isDisturbed && !stage.stalls) {
                invariants.checkNothingLost();
            }
            close(stage);
        }
        invariants.checkClosed();
        checkRefuses(stage);
        DataSourceCourses.run(simulation);
    }

    /** The log fails now and then, and says nothing of leases that leave nothing. */
    private static void readLog(DataSourceStage stage) {
        Dice dice = stage.diceOf("log");
        int fails = dice.oneIn(3) && stage.simulation.has("logFails") ? dice.from(1, 4) : 0;
        boolean isRead = dice.oneIn(2);
        if (fails > 0 || isRead) {
            stage.simulation.readLog(
                    text -> {
                        stage.checkLog(text);
                        if (dice.oneIn(fails)) {
                            throw new IllegalStateException("the log fails");
                        }
                    });
        }
    }

    /** Starts a thread that operates the data source, and interrupts those that use it. */
    static void startOperator(DataSourceStage stage, List<SimThread> actors) {
        if (stage.simulation.has(OPERATOR)) {
            List<SimThread> users = List.copyOf(actors);
            actors.add(stage.simulation.start(OPERATOR, () -> operate(stage, users)));
        }
    }

    private static DataSourceStage open(Simulation simulation) {
        Dice dice = new Dice(simulation.chance("all"));
        Duration connectTimeout = dice.oneOfMillis(20, 1_000, 10_000);
        boolean resetsSettings = dice.oneIn(2);
        Habit habit = Habit.of(simulation);
        Dice ofHabit = new Dice(simulation.chance("needs of a habit"));
        SimDatabase database =
                new SimDatabase(
                        simulation,
                        dice.with(simulation.chance("database")),
                        dice.oneIn(2)
                                ? DatabaseFaults.NONE
                                : DatabaseFaults.of(dice, simulation::has),
                        connectTimeout,
                        dice.oneIn(3) || (habit.prepares() && ofHabit.oneIn(2)),
                        resetsSettings,
                        /* branches= */ null);
        JdbcPoolConfig.Builder config = settings(dice, connectTimeout).dataSource(database);
        drawDriver(simulation, database, config);
        if (resetsSettings) {
            config.resetSql("RESET");
        }
        habit.configure(config, ofHabit);
        if (habit.prepares() && ofHabit.oneIn(2)) {
            database.kind = database.kind.withEnds(/* resets= */ ofHabit.oneIn(2));
        }
        database.restsInTransactions |= habit == Habit.LENDS;
        if (habit == Habit.LENDS) {
            config.autoCommit(false);
        }
        database.wantsPrimary = dice.oneIn(2) && simulation.has("promotions");
        if (database.wantsPrimary) {
            config.targetRole(TargetRole.PRIMARY);
        }
        JdbcPoolConfig built = config.build();
        drawVendor(simulation, database);
        database.idleLimit = built.validateAfterIdle();
        simulation.note(
                built
                        + ", "
                        + database.faults()
                        + ", "
                        + database.kind
                        + " of "
                        + database.vendor
                        + ", "
                        + habit);
        DataSourceStage stage =
                new DataSourceStage(simulation, dice, built, database, new SluiceDataSource(built));
        stage.habit = habit;
        return stage;
    }

    /** Draws whether the driver is one of MySQL, by its name, and whether failures have a text. */
    private static void drawVendor(Simulation simulation, SimDatabase database) {
        Dice dice = new Dice(simulation.chance("vendors"));
        if (dice.oneIn(4) && !database.wantsPrimary && simulation.has("vendor")) {
            database.vendor = dice.oneOf(SimVendor.MYSQL, SimVendor.MARIADB);
        }
        database.failsWithoutText = dice.oneIn(4);
    }

    /** Draws what the driver is like, and how the data source has its connections. */
    private static void drawDriver(
            Simulation simulation, SimDatabase database, JdbcPoolConfig.Builder config) {
        Dice dice = new Dice(simulation.chance("drivers"));
        database.kind = DriverKind.of(dice, simulation::has);
        if (dice.oneIn(2)) {
            config.schema("main");
        } else if (database.kind.hasOtherSchema()) {
            config.initSql("INIT");
        }
        if (dice.oneIn(2)) {
            config.statementCacheSize(dice.from(1, 3));
        }
        config.reportDirtyReturns(dice.oneIn(4));
        if (dice.oneIn(4)) {
            config.fatalErrorClassifier(new SimClassifier());
        }
        database.restsInTransactions = dice.oneIn(4);
        if (database.restsInTransactions) {
            config.autoCommit(false);
        }
    }

    /** Draws what the options of a data source are, but for its connections. */
    static JdbcPoolConfig.Builder settings(Dice dice, Duration connectTimeout) {
        int maxSize = dice.from(1, 4);
        boolean livesLong = dice.oneIn(2);
        return JdbcPoolConfig.builder()
                .name("simulated")
                .registerMbean(false)
                .startup(dice.oneOf(Startup.FAIL, Startup.WARN, Startup.LAZY))
                .maxSize(maxSize)
                .minSize(dice.oneIn(2) ? 0 : dice.from(0, maxSize))
                .acquireTimeout(dice.oneOfMillis(20, 300, 5_000, 30_000))
                .connectTimeout(connectTimeout)
                .closeTimeout(dice.oneOfMillis(10, 1_000, 10_000))
                .validateAfterIdle(dice.oneOfMillis(0, 20, 500))
                .validationTimeout(dice.oneOfMillis(250, 1_000, 5_000))
                .idleTimeout(dice.oneOfMillis(0, 500, 600_000))
                .maxLifetime(dice.oneOfMillis(livesLong ? 1_800_000 : 1_000))
                .keepaliveInterval(dice.oneOfMillis(0, 500, livesLong ? 120_000 : 900));
    }

    private static void operate(DataSourceStage stage, List<SimThread> users) {
        Dice ofAll = stage.diceOf(OPERATOR);
        int rounds = ofAll.from(0, 6);
        for (int i = 1; i <= rounds; i++) {
            String round = OPERATOR + "." + i;
            if (stage.simulation.has(round)) {
                Dice dice = stage.diceOf(round);
                stage.simulation.sleep(dice.someNanos(1));
                tryToAct(stage, dice, users);
            }
        }
    }

    /** Of a start that fails, the operator may meet the pool, which is closed. */
    private static void tryToAct(DataSourceStage stage, Dice dice, List<SimThread> users) {
        stage.isOperated = true;
        try {
            act(stage, dice, users);
        } catch (PoolException | IllegalArgumentException | IllegalStateException e) {
            stage.simulation.note("is refused: " + e.getMessage());
        }
    }

    private static void act(DataSourceStage stage, Dice dice, List<SimThread> users) {
        stage.database.validatesForLeases = false;
        switch (dice.from(1, 7)) {
            case 1 -> {
                FlushMode mode = dice.oneOf(FlushMode.values());
                stage.simulation.note("flushes, " + mode);
                stage.isForced |= mode == FlushMode.IMMEDIATE;
                stage.source.flush(mode);
            }
            case 2 -> {
                stage.simulation.note("restarts the database");
                stage.isForced = true;
                stage.database.restart();
            }
            case 3 -> {
                int most = dice.from(1, 5);
                stage.simulation.note("resizes to " + most);
                stage.database.pausesNoMore();
                stage.source.resize(dice.from(0, most), most);
                stage.database.pausesNoMore(); // a start may have failed before the sizes were set
            }
            case 4, 5 -> {
                if (stage.database.wantsPrimary) {
                    stage.simulation.note("promotes another server");
                    stage.isForced = true;
                    stage.database.promoteAnother();
                }
            }
            case 6 -> {
                if (!users.isEmpty()) {
                    SimThread user = dice.oneOf(users);
                    stage.simulation.note("interrupts " + user.getName());
                    stage.isDisturbed = true;
                    stage.interrupted.add(user);
                    user.interrupt();
                }
            }
            default -> {
                stage.simulation.note("suspends");
                stage.source.suspend();
                stage.simulation.sleep(dice.someNanos(1));
                stage.source.resume();
            }
        }
    }

    /** A thread that asks for them gets as many connections as the pool may have, all at rest. */
    static void checkWhole(DataSourceStage stage) throws SQLException {
        int most = stage.source.snapshot().maxSize();
        stage.isEnding = true;
        stage.simulation.note("asks for all " + most);
        long end = stage.simulation.nanos() + LONG_NANOS;
        List<Connection> all = new ArrayList<>();
        while (all.size() < most) {
            Connection connection = null;
            try {
                connection = stage.acquire("check-" + all.size(), stage.dice);
                stage.checkAtRest(connection);
                Worker.execute(connection, "WORK check-" + all.size());
                all.add(connection);
            } catch (SQLException e) { // of the bad times before
                if (connection != null) {
                    connection.close();
                }
                stage.simulation.note("not yet: " + e.getMessage());
                stage.simulation.sleep(SOON_NANOS);
            }
            if (stage.simulation.nanos() >= end) {
                stage.fail("something is lost: " + all.size() + " of " + most + " can be acquired");
            }
        }
        for (int i = 0; i < most; i++) {
            stage.database.ended("check-" + i);
            all.get(i).close();
        }
    }

    static void close(DataSourceStage stage) {
        Duration drain = stage.dice.oneOfMillis(0, 10, 5_000);
        stage.simulation.note("closes within " + drain.toMillis() + " ms");
        stage.isForced = true;
        stage.isClosing = true;
        stage.source.close(drain);
        stage.isClosed = true;
        stage.simulation.note("has closed");
    }

    static void checkRefuses(DataSourceStage stage) {
        try {
            Connection connection = stage.source.getConnection();
            stage.fail("a closed data source has served " + connection);
        } catch (SQLException e) {
            stage.simulation.note("is refused: closed");
        }
    }
}
