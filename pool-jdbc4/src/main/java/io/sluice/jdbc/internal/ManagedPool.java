package io.sluice.jdbc.internal;

import io.sluice.jdbc.EffectiveOption;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluicePoolMXBean;
import io.sluice.jdbc.internal.connect.JdbcLog;
import io.sluice.pool.DiscardReport;
import io.sluice.pool.FlushMode;
import io.sluice.pool.PoolCounters;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.jta.InDoubtBranches;
import io.sluice.pool.spi.DiscardReason;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanFeatureInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.jspecify.annotations.Nullable;

/**
 * The MBean of a pool. The only class that needs the module {@code java.management}; it is not
 * loaded unless an MBean is requested.
 */
final class ManagedPool extends StandardMBean implements SluicePoolMXBean, AutoCloseable {

    /**
     * The texts that tools show for attributes and operations; JMX itself would repeat the names.
     */
    private static final Map<String, String> DESCRIPTIONS =
            Map.ofEntries(
                    Map.entry("Name", "The name of the pool"),
                    Map.entry("Configuration", "One line for each option, without secrets"),
                    Map.entry("Warnings", "Likely mistakes in the configuration"),
                    Map.entry("Total", "Connections that exist"),
                    Map.entry("MinSize", "How many connections to keep when idle"),
                    Map.entry(
                            "MaxSize",
                            "The maximum number of connections, including those"
                                    + " being created"),
                    Map.entry("Creating", "Connections that are being created"),
                    Map.entry("Available", "Idle connections"),
                    Map.entry("Accessible", "Connections that the application has open"),
                    Map.entry(
                            "Inaccessible",
                            "Connections that are closed but still belong to a transaction"),
                    Map.entry(
                            "Reserved",
                            "Connections that the pool is resetting, validating or closing"),
                    Map.entry("Waiting", "Threads and requests that wait for a connection"),
                    Map.entry("Acquired", "Leases of connections that have begun"),
                    Map.entry("TimedOut", "Acquires that have timed out"),
                    Map.entry("Refused", "Acquires refused because too many were waiting"),
                    Map.entry("Created", "Connections that were made and joined the pool"),
                    Map.entry("CreationsFailed", "Attempts to connect that have failed"),
                    Map.entry("Discarded", "Connections that left the pool, for each reason"),
                    Map.entry(
                            "Times",
                            "How long waits, leases and the creation of connections have taken"),
                    Map.entry("Sizing", "How large a pool the load has needed so far, and advice"),
                    Map.entry(
                            "RecentDiscards",
                            "The last connections that left the pool: when, why, which one"),
                    Map.entry(
                            "InDoubt",
                            "Branches whose transaction has ended and whose outcome the"
                                    + " server has not confirmed"),
                    Map.entry("Suspended", "Whether the pool is suspended"),
                    Map.entry(
                            "leases",
                            "The connections in use: thread, time, and what the thread executes"),
                    Map.entry("flush", "Closes connections; returns the result so far"),
                    Map.entry(
                            "flushWithin",
                            "Closes all connections by a deadline; returns the result"),
                    Map.entry("resize", "Changes the sizes of the pool while it runs"),
                    Map.entry("suspend", "Blocks new acquires until resume"),
                    Map.entry("resume", "Ends the suspension"),
                    Map.entry("mode", "Which connections and when: IDLE, GRACEFUL or IMMEDIATE"),
                    Map.entry(
                            "drainMillis", "How long connections may stay in use, in milliseconds"),
                    Map.entry("minSize", "How many connections to keep when idle"),
                    Map.entry(
                            "maxSize",
                            "The maximum number of connections, including those"
                                    + " being created"));

    /** The parameters of each operation that has any, in their order. */
    private static final Map<String, List<String>> PARAMETERS =
            Map.of(
                    "flush", List.of("mode"),
                    "flushWithin", List.of("drainMillis"),
                    "resize", List.of("minSize", "maxSize"));

    private final JdbcPoolConfig config;
    private final ResourcePool<?> pool;
    private final ObjectName objectName;

    private ManagedPool(JdbcPoolConfig config, ResourcePool<?> pool) throws JMException {
        super(SluicePoolMXBean.class, true);
        this.config = config;
        this.pool = pool;
        this.objectName =
                new ObjectName("io.sluice:type=Pool,name=" + ObjectName.quote(config.name()));
    }

    /** Registers a pool; logs a warning if that fails. */
    static AutoCloseable register(JdbcPoolConfig config, ResourcePool<?> pool) {
        try {
            ManagedPool managed = new ManagedPool(config, pool);
            server().registerMBean(managed, managed.objectName);
            return managed;
        } catch (InstanceAlreadyExistsException e) {
            JdbcLog.write(
                    Level.WARNING,
                    config.name(),
                    "the name of its MBean is already registered; give each pool a unique name",
                    null);
        } catch (JMException | RuntimeException e) {
            JdbcLog.write(Level.WARNING, config.name(), "its MBean could not be registered", e);
        }
        return () -> {};
    }

    @Override
    public void close() throws JMException {
        server().unregisterMBean(objectName);
    }

    private static MBeanServer server() {
        return ManagementFactory.getPlatformMBeanServer();
    }

    @Override
    protected String getDescription(MBeanInfo info) {
        return "The counts, the configuration and the operations of a Sluice connection pool";
    }

    @Override
    protected @Nullable String getDescription(MBeanFeatureInfo feature) {
        return DESCRIPTIONS.get(feature.getName());
    }

    @Override
    protected @Nullable String getDescription(
            MBeanOperationInfo operation, MBeanParameterInfo parameter, int sequence) {
        return DESCRIPTIONS.get(parameter(operation, sequence));
    }

    @Override
    protected @Nullable String getParameterName(
            MBeanOperationInfo operation, MBeanParameterInfo parameter, int sequence) {
        return parameter(operation, sequence);
    }

    private static String parameter(MBeanOperationInfo operation, int sequence) {
        return Objects.requireNonNull(PARAMETERS.get(operation.getName())).get(sequence);
    }

    @Override
    public String getName() {
        return config.name();
    }

    @Override
    public List<String> getConfiguration() {
        return config.options().stream().map(EffectiveOption::toString).toList();
    }

    @Override
    public List<String> getWarnings() {
        return config.warnings();
    }

    @Override
    public int getTotal() {
        return pool.snapshot().total();
    }

    @Override
    public int getMinSize() {
        return pool.snapshot().minSize();
    }

    @Override
    public int getMaxSize() {
        return pool.snapshot().maxSize();
    }

    @Override
    public int getCreating() {
        return pool.snapshot().creating();
    }

    @Override
    public int getAvailable() {
        return pool.snapshot().available();
    }

    @Override
    public int getAccessible() {
        return pool.snapshot().accessible();
    }

    @Override
    public int getInaccessible() {
        return pool.snapshot().inaccessible();
    }

    @Override
    public int getReserved() {
        return pool.snapshot().reserved();
    }

    @Override
    public int getWaiting() {
        return pool.snapshot().waiting();
    }

    private PoolCounters counters() {
        return pool.snapshot().counters();
    }

    @Override
    public long getAcquired() {
        return counters().acquired();
    }

    @Override
    public long getTimedOut() {
        return counters().timedOut();
    }

    @Override
    public long getRefused() {
        return counters().refused();
    }

    @Override
    public long getCreated() {
        return counters().created();
    }

    @Override
    public long getCreationsFailed() {
        return counters().creationsFailed();
    }

    @Override
    public Map<DiscardReason, Long> getDiscarded() {
        return counters().discarded();
    }

    @Override
    public Map<String, Times> getTimes() {
        return ManagedTimes.of(counters().times());
    }

    @Override
    public String getSizing() {
        return pool.sizing().toString();
    }

    @Override
    public List<String> getRecentDiscards() {
        return pool.recentDiscards().stream().map(DiscardReport::toString).toList();
    }

    @Override
    public List<Lease> leases() {
        return pool.leases().stream().<Lease>map(ManagedLease::new).toList();
    }

    @Override
    public List<String> getInDoubt() {
        return InDoubtBranches.of(config.name());
    }

    @Override
    public boolean isSuspended() {
        return pool.isSuspended();
    }

    @Override
    public String flush(FlushMode mode) {
        return pool.flush(mode).toString();
    }

    @Override
    public String flushWithin(long drainMillis) {
        return pool.flush(Duration.ofMillis(drainMillis)).toString();
    }

    @Override
    public void resize(int minSize, int maxSize) {
        pool.resize(minSize, maxSize);
    }

    @Override
    public void suspend() {
        pool.suspend();
    }

    @Override
    public void resume() {
        pool.resume();
    }
}
