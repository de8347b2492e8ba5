package io.sluice.sim.scenario;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.Startup;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.DatabaseFaults;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.SimDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;

/** The data source of a course, with one connection or a few, and its leases. */
final class CourseStage {

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final long LONG_NANOS = Duration.ofMinutes(10).toNanos();

    final Simulation simulation;
    final Dice dice;
    final SimDatabase database;
    final JdbcPoolConfig config;
    final SluiceDataSource source;
    private int leases;

    CourseStage(
            Simulation simulation, Dice dice, SimDatabase database, JdbcPoolConfig.Builder draft) {
        this.simulation = simulation;
        this.dice = dice;
        this.database = database;
        this.config = draft.build();
        this.source = new SluiceDataSource(config);
        database.idleLimit = config.validateAfterIdle();
    }

    static SimDatabase database(Simulation simulation, Dice dice) {
        return database(simulation, dice, /* hasRequests= */ false);
    }

    static SimDatabase database(Simulation simulation, Dice dice, boolean hasRequests) {
        return new SimDatabase(
                simulation,
                dice.with(simulation.chance("database of the course")),
                DatabaseFaults.NONE,
                CONNECT,
                hasRequests,
                /* resetsSettings= */ false,
                /* branches= */ null);
    }

    static JdbcPoolConfig.Builder draft(SimDatabase database) {
        return options().dataSource(database);
    }

    /** Returns options of a pool of one connection, which does nothing unasked. */
    static JdbcPoolConfig.Builder options() {
        return JdbcPoolConfig.builder()
                .name("course")
                .registerMbean(false)
                .startup(Startup.LAZY)
                .maxSize(1)
                .minSize(0)
                .acquireTimeout(Duration.ofSeconds(5))
                .connectTimeout(CONNECT)
                .closeTimeout(Duration.ofSeconds(10))
                .validateAfterIdle(Duration.ofMillis(500))
                .validationTimeout(Duration.ofSeconds(5))
                .idleTimeout(Duration.ZERO)
                .keepaliveInterval(Duration.ZERO);
    }

    interface Call {
        void make() throws SQLException;
    }

    record Lease(String name, Connection connection) {}

    /** Acquires a connection, and shows the driver which lease it is. */
    Lease begin() throws SQLException {
        String name = "course-" + ++leases;
        long since = simulation.nanos();
        Connection connection = source.getConnection();
        database.waitsSince(name, since);
        database.begins(name);
        boolean ignored = connection.isClosed();
        return new Lease(name, connection);
    }

    void end(Lease lease) throws SQLException {
        database.ended(lease.name);
        lease.connection.close();
    }

    void work(Lease lease) throws SQLException {
        Worker.execute(lease.connection, "WORK " + lease.name);
    }

    /** Executes a prepared statement, which may be kept. */
    void use(Lease lease, String sql) throws SQLException {
        try (PreparedStatement statement = lease.connection.prepareStatement(sql)) {
            statement.setString(1, lease.name);
            statement.execute();
        }
    }

    /** Starts a second thread of a lease; its failure ends the simulation, unless it may fail. */
    SimThread beside(Lease lease, boolean mayFail, Call call) {
        return simulation.start(
                lease.name + "-beside",
                () -> {
                    database.begins(lease.name);
                    try {
                        call.make();
                    } catch (SQLException e) {
                        simulation.note("fails: " + DataSourceStage.text(e));
                        if (!mayFail) {
                            simulation.fail("a call of a lease fails: " + e.getMessage(), e);
                        }
                    }
                });
    }

    /** Two threads of a lease each make a call at the same moment. */
    void byTwo(Lease lease, Call one, Call two) throws SQLException {
        SimThread other = beside(lease, /* mayFail= */ false, two);
        one.make();
        simulation.join(other);
    }

    void require(boolean holds, String otherwise) {
        if (!holds) {
            simulation.fail(otherwise, new Throwable("here"));
        }
    }

    /** Nothing is left open. */
    void close() {
        source.close(Duration.ZERO);
        simulation.await(() -> database.open() == 0, LONG_NANOS);
        require(database.open() == 0, "a course leaves open " + database.open());
    }
}
