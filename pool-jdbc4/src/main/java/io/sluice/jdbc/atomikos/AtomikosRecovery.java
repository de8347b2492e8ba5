package io.sluice.jdbc.atomikos;

import com.atomikos.datasource.xa.XATransactionalResource;
import com.atomikos.icatch.config.Configuration;
import com.atomikos.recovery.PendingTransactionRecord;
import io.sluice.pool.spi.PooledXaResource;
import java.util.Collection;
import java.util.function.BooleanSupplier;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A pool as a resource of Atomikos. It stays there when the pool is closed and has left branches,
 * until they have ended or a pool of its name is opened, which takes its place: after a pass in
 * which every resource that is there has said that it is done, Atomikos forgets what it has decided
 * of all transactions whose time-out is over.
 */
public final class AtomikosRecovery extends XATransactionalResource {

    /**
     * Not the monitor of the resource, which Atomikos holds while it asks here for what to connect
     * with: taking a resource out of Atomikos takes the monitors of resources, this one's too, so
     * nothing that is called under them may take this lock. Nor is a resource added to Atomikos
     * under it: whoever shuts Atomikos down keeps others from that, and waits for a pass, which
     * takes this lock.
     */
    private final Object lock = new Object();

    /**
     * The pool that it is for. Volatile, written under the lock by who opens one; read without it
     * by a pass, and by who asks Atomikos whether two resources are the same.
     */
    private volatile Pool pool;

    /** Whether the pool is closed, and this here for what it has left. Guarded by the lock. */
    private boolean closed;

    /** Whether it was taken out of Atomikos, which is for good. Guarded by the lock. */
    private boolean removed;

    /** Each is one opening of a pool: compared by identity. */
    private static final class Pool {

        final @Nullable XAResource resource;
        private final BooleanSupplier hasLeftBranches;

        Pool(@Nullable XAResource resource, BooleanSupplier hasLeftBranches) {
            this.resource = resource;
            this.hasLeftBranches = hasLeftBranches;
        }

        /** Never where there is nothing to recover, whatever connections are left. */
        boolean hasLeftBranches() {
            return resource != null && hasLeftBranches.getAsBoolean();
        }
    }

    private AtomikosRecovery(String name, Pool pool) {
        super(name);
        this.pool = pool;
    }

    /**
     * Registers a pool, so that Atomikos enlists its connections and recovers it.
     *
     * @param name of the pool
     * @param resource opens and closes the connections it needs by itself, also when the pool is
     *     closed; null if there is nothing to recover
     * @param hasLeftBranches whether the pool, when it is closed, or one of its name before it has
     *     connections whose branches have not ended; must not wait
     * @return takes it out again, at once or when its branches have ended
     * @throws IllegalStateException if Atomikos has another resource of that name
     */
    public static AutoCloseable register(
            String name, @Nullable XAResource resource, BooleanSupplier hasLeftBranches) {
        Pool pool = new Pool(resource, hasLeftBranches);
        if (Configuration.getResource(name) instanceof AtomikosRecovery left
                && left.isTakenOverBy(pool)) {
            return () -> left.close(pool);
        }
        AtomikosRecovery registered = new AtomikosRecovery(name, pool);
        Configuration.addResource(registered);
        return () -> registered.close(pool);
    }

    /** Without a moment in which the name is missing: a pass may begin in it. */
    private boolean isTakenOverBy(Pool next) {
        synchronized (lock) {
            boolean ignored = removeIfDone();
            if (!closed || removed || next.resource == null) {
                return false;
            }
            pool = next;
            closed = false;
            return true;
        }
    }

    /** Some close twice: by then it may be another pool's. */
    private void close(Pool which) {
        synchronized (lock) {
            closed |= pool == which;
        }
        boolean ignored = removeIfDone();
    }

    /** Says whether it is taken out of Atomikos, now or before. */
    private boolean removeIfDone() {
        synchronized (lock) {
            if (closed && !removed && !pool.hasLeftBranches()) {
                removed = true;
                if (Configuration.getResource(getName()) == this) {
                    Configuration.removeResource(getName());
                }
            }
            return removed;
        }
    }

    @Override
    protected @Nullable XAResource refreshXAConnection() {
        return pool.resource;
    }

    /** What Atomikos has may be of a pool that is closed, with credentials of then. */
    @Override
    protected boolean needsRefresh() {
        return xares_ != pool.resource;
    }

    /** Says whether all is done: a resource that does not say so keeps others from recovery. */
    @Override
    public boolean recover(
            long start,
            Collection<PendingTransactionRecord> committing,
            Collection<PendingTransactionRecord> foreign) {
        if (removeIfDone()) {
            return true; // a pass that had begun before: the server may not even answer any more
        }
        return pool.resource == null || super.recover(start, committing, foreign);
    }

    /** By the name of the pool: to ask the driver would take a connection. */
    @Override
    public boolean usesXAResource(XAResource enlisted) {
        return enlisted instanceof PooledXaResource pooled
                && pooled.resourceManagerName().equals(getName());
    }
}
