package io.sluice.spring.boot;

import io.sluice.jdbc.SluicePool;
import io.sluice.pool.FlushReport;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.Lifecycle;

/**
 * Suspends the pools and closes their connections before a checkpoint, and resumes them after the
 * restore. When the application ends it does nothing, as beans may need connections until the pools
 * are closed. Thread-safe.
 */
final class SluiceCheckpointRestoreLifecycle implements Lifecycle {

    private static final Log LOG = LogFactory.getLog(SluiceCheckpointRestoreLifecycle.class);

    private final ConfigurableListableBeanFactory beans;
    private final ConfigurableApplicationContext context;
    private volatile boolean stopped;

    SluiceCheckpointRestoreLifecycle(
            ConfigurableListableBeanFactory beans, ConfigurableApplicationContext context) {
        this.beans = beans;
        this.context = context;
    }

    @Override
    public void stop() {
        if (!context.isClosed()) {
            stopped = true;
            PoolBeans.all(beans).forEach(SluiceCheckpointRestoreLifecycle::disconnect);
        }
    }

    private static void disconnect(SluicePool pool) {
        pool.suspend();
        FlushReport report = pool.flush(pool.configuration().closeTimeout());
        if (report.stillOut() + report.creating() > 0) {
            LOG.warn(
                    "Pool "
                            + pool.snapshot().name()
                            + " still has connections, which prevent a checkpoint: "
                            + report);
        }
    }

    @Override
    public void start() {
        PoolBeans.all(beans).forEach(SluicePool::resume);
        stopped = false;
    }

    @Override
    public boolean isRunning() {
        return !stopped;
    }
}
