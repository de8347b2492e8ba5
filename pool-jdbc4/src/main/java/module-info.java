/**
 * The connection pool for JDBC.
 *
 * <p>{@code io.sluice.jdbc.internal} and the integrations with single transaction managers, {@code
 * io.sluice.jdbc.narayana} and {@code io.sluice.jdbc.atomikos}, are not exported. The option {@code
 * transactionManager} chooses an integration, so no application names its classes, whose API would
 * show types of managers that may be absent. Nor is {@code io.sluice.jdbc.cli}, the command line of
 * the jar, which alone needs the module {@code jdk.attach}, nor {@code io.sluice.jdbc.handle}:
 * applications use its classes through the interfaces of {@code java.sql}.
 */
@SuppressWarnings("requires-automatic") // of Micrometer, OpenTelemetry and Quartz
module io.sluice.jdbc {
    requires transitive java.sql;
    requires transitive io.sluice.pool;
    requires static java.management;
    requires static jdk.attach;
    requires static io.opentelemetry.api;
    requires static micrometer.core;
    requires static org.quartz;
    requires static transitive java.naming;
    requires static org.jspecify;

    exports io.sluice.jdbc;
    exports io.sluice.jdbc.jndi;
    exports io.sluice.jdbc.micrometer;
    exports io.sluice.jdbc.opentelemetry;
    exports io.sluice.jdbc.quartz;
    exports io.sluice.jdbc.routing;
    exports io.sluice.jdbc.tenant;

    uses java.sql.Driver;
}
