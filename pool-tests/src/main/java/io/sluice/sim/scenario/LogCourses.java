package io.sluice.sim.scenario;

import io.sluice.pool.spi.DiscardReason;
import io.sluice.sim.scenario.CourseStage.Lease;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.DatabaseFaults;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.SimDatabase;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanFeatureInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerDelegate;
import javax.management.NotificationListener;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;

/** The log always fails, and something else with it; or an opening does. What an MBean shows. */
final class LogCourses {

    private static final String NAME = "course with an MBean";

    private LogCourses() {}

    private static void failsFromNowOn(Simulation simulation) {
        simulation.readLog(
                text -> {
                    throw new IllegalStateException("the log fails");
                });
    }

    /** What a lease leaves costs no connection, whatever becomes of the report. */
    static void dirtyReturns(Simulation simulation, Dice dice) throws SQLException {
        SimDatabase database = CourseStage.database(simulation, dice);
        CourseStage stage =
                new CourseStage(
                        simulation,
                        dice,
                        database,
                        CourseStage.draft(database).reportDirtyReturns(true));
        failsFromNowOn(simulation);
        for (int i = 0; i < 4; i++) {
            Lease lease = stage.begin();
            switch (dice.from(1, 3)) {
                case 1 -> lease.connection().setReadOnly(true);
                case 2 -> {
                    lease.connection().setAutoCommit(false);
                    stage.work(lease);
                }
                default -> {
                    Statement ignored = lease.connection().createStatement();
                }
            }
            stage.end(lease);
        }
        long lost =
                stage.source
                        .snapshot()
                        .counters()
                        .discarded()
                        .getOrDefault(DiscardReason.BROKEN, 0L);
        stage.require(lost == 0, lost + " connections are lost, since the log fails");
        stage.close();
    }

    /** A classifier fails as well, when a lease ends. */
    static void classifier(Simulation simulation, Dice dice) throws SQLException {
        SimDatabase database = CourseStage.database(simulation, dice);
        CourseStage stage =
                new CourseStage(
                        simulation,
                        dice,
                        database,
                        CourseStage.draft(database).fatalErrorClassifier(new SimClassifier()));
        failsFromNowOn(simulation);
        for (int i = 0; i < 3; i++) {
            Lease lease = stage.begin();
            lease.connection().setReadOnly(true);
            database.misbehaves(new DatabaseFaults(0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0));
            stage.end(lease);
            database.behave();
        }
        stage.close();
    }

    /** Another has taken the MBean away; the pool closes all the same. */
    static void missingBean(Simulation simulation, Dice dice) throws SQLException, JMException {
        SimDatabase database = CourseStage.database(simulation, dice);
        CourseStage stage = withBean(simulation, dice, database);
        Lease lease = stage.begin();
        stage.end(lease);
        ManagementFactory.getPlatformMBeanServer().unregisterMBean(name());
        failsFromNowOn(simulation);
        try {
            stage.close();
        } catch (IllegalStateException e) {
            simulation.fail("a pool without its MBean does not close: " + e.getMessage(), e);
        }
    }

    /** An opening that fails leaves nothing open. */
    static void failedOpening(Simulation simulation, Dice dice) throws SQLException, JMException {
        SimDatabase database = CourseStage.database(simulation, dice);
        CourseStage stage = withBean(simulation, dice, database);
        Thread opening = Thread.currentThread();
        NotificationListener failing =
                (notification, handback) -> {
                    if (Thread.currentThread() == opening) {
                        simulation.await(database::isAnyOpen, Duration.ofSeconds(1).toNanos());
                        throw new InternalError("of a listener, on purpose");
                    }
                };
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        server.addNotificationListener(MBeanServerDelegate.DELEGATE_NAME, failing, null, null);
        try (Connection connection = stage.source.getConnection()) {
            simulation.fail("opens without its MBean: " + connection, new Throwable("here"));
        } catch (InternalError e) {
            simulation.note("does not open: " + e.getMessage());
        } finally {
            server.removeNotificationListener(MBeanServerDelegate.DELEGATE_NAME, failing);
            removeBean();
        }
        stage.close();
    }

    /** All that tools show of an MBean says what it is. */
    static void describedBean(Simulation simulation, Dice dice) throws SQLException, JMException {
        SimDatabase database = CourseStage.database(simulation, dice);
        CourseStage stage = withBean(simulation, dice, database);
        stage.end(stage.begin());
        MBeanInfo info = ManagementFactory.getPlatformMBeanServer().getMBeanInfo(name());
        List<String> parameters = new ArrayList<>();
        for (MBeanOperationInfo operation : info.getOperations()) {
            checkDescribed(stage, operation);
            for (MBeanParameterInfo parameter : operation.getSignature()) {
                checkDescribed(stage, parameter);
                parameters.add(operation.getName() + " " + parameter.getName());
            }
        }
        Stream.of(info.getAttributes()).forEach(attribute -> checkDescribed(stage, attribute));
        stage.require(
                parameters.containsAll(
                        List.of(
                                "flush mode",
                                "flushWithin drainMillis",
                                "resize minSize",
                                "resize maxSize")),
                "the parameters of the MBean are shown as " + parameters);
        stage.close();
    }

    private static void checkDescribed(CourseStage stage, MBeanFeatureInfo feature) {
        String text = feature.getDescription();
        stage.require(
                text != null && !text.isBlank() && !text.equals(feature.getName()),
                "the MBean does not say what " + feature.getName() + " is");
    }

    private static CourseStage withBean(Simulation simulation, Dice dice, SimDatabase database)
            throws JMException {
        removeBean();
        return new CourseStage(
                simulation,
                dice,
                database,
                CourseStage.draft(database).name(NAME).minSize(1).registerMbean(true));
    }

    /** Of a simulation that has failed, one may be left. */
    private static void removeBean() throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        try {
            if (server.isRegistered(name())) {
                server.unregisterMBean(name());
            }
        } catch (RuntimeMBeanException ignored) {
            // It was half registered, and is gone now.
        }
    }

    private static ObjectName name() throws JMException {
        return new ObjectName("io.sluice:type=Pool,name=" + ObjectName.quote(NAME));
    }
}
