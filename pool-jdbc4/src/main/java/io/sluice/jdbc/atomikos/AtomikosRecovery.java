package io.sluice.jdbc.atomikos;

import com.atomikos.datasource.xa.XATransactionalResource;
import com.atomikos.icatch.config.Configuration;
import com.atomikos.recovery.PendingTransactionRecord;
import io.sluice.pool.spi.PooledXaResource;
import java.util.Collection;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** A pool as a resource of Atomikos. */
public final class AtomikosRecovery extends XATransactionalResource {

    private final @Nullable XAResource resource;

    private AtomikosRecovery(String name, @Nullable XAResource resource) {
        super(name);
        this.resource = resource;
    }

    /**
     * Registers a pool, so that Atomikos enlists its connections and recovers it.
     *
     * @param name of the pool
     * @param resource opens and closes the connections it needs by itself; null if there is nothing
     *     to recover
     * @return takes it out again
     */
    public static AutoCloseable register(String name, @Nullable XAResource resource) {
        AtomikosRecovery registered = new AtomikosRecovery(name, resource);
        Configuration.addResource(registered);
        return () -> {
            // By now it may be that of another pool of the same name: some close twice.
            if (Configuration.getResource(name) == registered) {
                Configuration.removeResource(name);
            }
        };
    }

    @Override
    protected @Nullable XAResource refreshXAConnection() {
        return resource;
    }

    /** Says whether all is done: a resource that does not say so keeps others from recovery. */
    @Override
    public boolean recover(
            long start,
            Collection<PendingTransactionRecord> committing,
            Collection<PendingTransactionRecord> foreign) {
        return resource == null || super.recover(start, committing, foreign);
    }

    /** By the name of the pool: to ask the driver would take a connection. */
    @Override
    public boolean usesXAResource(XAResource enlisted) {
        return enlisted instanceof PooledXaResource pooled
                && pooled.resourceManagerName().equals(getName());
    }
}
