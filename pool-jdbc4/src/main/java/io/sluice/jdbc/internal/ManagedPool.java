package io.sluice.jdbc.internal;

import io.sluice.jdbc.EffectiveOption;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluicePoolMXBean;
import io.sluice.pool.FlushMode;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.jta.InDoubtBranches;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * A pool as management tools see it. The only class that needs the module {@code java.management};
 * it is not touched unless an MBean is asked for.
 */
final class ManagedPool implements SluicePoolMXBean, AutoCloseable {

    private final JdbcPoolConfig config;
    private final ResourcePool<?> pool;
    private final ObjectName objectName;

    private ManagedPool(JdbcPoolConfig config, ResourcePool<?> pool) throws JMException {
        this.config = config;
        this.pool = pool;
        this.objectName =
                new ObjectName("io.sluice:type=Pool,name=" + ObjectName.quote(config.name()));
    }

    /** Registers a pool; logs a warning if that cannot be. */
    static AutoCloseable register(JdbcPoolConfig config, ResourcePool<?> pool) {
        try {
            ManagedPool managed = new ManagedPool(config, pool);
            server().registerMBean(managed, managed.objectName);
            return managed;
        } catch (InstanceAlreadyExistsException e) {
            PoolRules.LOG.log(
                    Level.WARNING,
                    "Pool "
                            + config.name()
                            + " is not shown as an MBean: there is one of that name; give each pool its own");
        } catch (JMException | RuntimeException e) {
            PoolRules.LOG.log(
                    Level.WARNING, "Pool " + config.name() + " is not shown as an MBean", e);
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
    public void suspend() {
        pool.suspend();
    }

    @Override
    public void resume() {
        pool.resume();
    }
}
