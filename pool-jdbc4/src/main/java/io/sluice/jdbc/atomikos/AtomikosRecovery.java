package io.sluice.jdbc.atomikos;

import com.atomikos.datasource.xa.XATransactionalResource;
import com.atomikos.icatch.config.Configuration;
import com.atomikos.recovery.PendingTransactionRecord;
import io.sluice.pool.spi.PooledXaResource;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A pool that is registered as a resource of Atomikos. A closed pool that has left branches stays
 * registered until they have ended or a new pool of its name takes its place. Otherwise Atomikos
 * would lose decisions: after a pass in which every registered resource reports success, it forgets
 * what it decided for all transactions whose time-out is over.
 */
public final class AtomikosRecovery extends XATransactionalResource {

    private static final VarHandle STATE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(AtomikosRecovery.class, "state", State.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * What it is at present. Shared: CAS, so that no lock is held while Atomikos takes those of its
     * tables and of resources; volatile read. Partner: none (a pool that opens takes what a closed
     * one has left, or finds it removed).
     */
    private volatile State state;

    /**
     * Shared: completed once, by the thread that has taken it out of Atomikos; joined, without a
     * lock, by one that opens a pool of its name. Partner: {@code state}.
     */
    private final CompletableFuture<Void> removal = new CompletableFuture<>();

    /**
     * The current pool, and what became of it.
     *
     * @param closed whether the pool is closed, and this stays for what it has left
     * @param removed whether it is removed from Atomikos for good, or about to be
     */
    private record State(Pool pool, boolean closed, boolean removed) {}

    /** One opening of a pool, compared by identity. */
    private static final class Pool {

        final @Nullable XAResource resource;
        private final BooleanSupplier hasLeftBranches;

        Pool(@Nullable XAResource resource, BooleanSupplier hasLeftBranches) {
            this.resource = resource;
            this.hasLeftBranches = hasLeftBranches;
        }

        /** Always false where there is nothing to recover, whatever connections are left. */
        boolean hasLeftBranches() {
            return resource != null && hasLeftBranches.getAsBoolean();
        }
    }

    private AtomikosRecovery(String name, Pool pool) {
        super(name);
        this.state = new State(pool, /* closed= */ false, /* removed= */ false);
    }

    /**
     * Registers a pool, so that Atomikos enlists its connections and recovers it.
     *
     * @param name the name of the pool
     * @param resource opens and closes the connections it needs by itself, also when the pool is
     *     closed; null if there is nothing to recover
     * @param hasLeftBranches whether the closed pool, or one of its name before it, has connections
     *     whose branches have not ended; must not block
     * @return removes the pool again, at once or when its branches have ended
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

    /** Never leaves a moment without the name, since a pass may begin in it. */
    private boolean isTakenOverBy(Pool next) {
        State open = new State(next, /* closed= */ false, /* removed= */ false);
        while (!removeIfDone()) {
            State now = state;
            if (!now.closed || next.resource == null) {
                return false;
            }
            if (!now.removed && STATE.compareAndSet(this, now, open)) {
                return true;
            }
        }
        removal.join(); // otherwise the name would still be taken
        return false;
    }

    /** Does nothing when called twice: the second time it may belong to another pool. */
    private void close(Pool which) {
        State now = state;
        while (now.pool == which
                && !now.closed
                && !STATE.compareAndSet(this, now, new State(which, true, now.removed))) {
            now = state;
        }
        boolean ignored = removeIfDone();
    }

    /** Returns whether it is removed from Atomikos, or about to be. */
    private boolean removeIfDone() {
        State now = state;
        while (now.closed && !now.removed && !now.pool.hasLeftBranches()) {
            if (STATE.compareAndSet(this, now, new State(now.pool, true, /* removed= */ true))) {
                remove();
            }
            now = state;
        }
        return now.removed;
    }

    private void remove() {
        try {
            if (Configuration.getResource(getName()) == this) {
                Configuration.removeResource(getName());
            }
        } finally {
            removal.complete(null);
        }
    }

    @Override
    protected @Nullable XAResource refreshXAConnection() {
        return state.pool.resource;
    }

    /** The resource that Atomikos has may be of a closed pool, with outdated credentials. */
    @Override
    protected boolean needsRefresh() {
        return xares_ != state.pool.resource;
    }

    /** Returns whether all is done: a resource that does not say so keeps others from recovery. */
    @Override
    public boolean recover(
            long start,
            Collection<PendingTransactionRecord> committing,
            Collection<PendingTransactionRecord> foreign) {
        if (removeIfDone()) {
            return true; // a pass that had begun before: the server may be gone
        }
        return state.pool.resource == null || super.recover(start, committing, foreign);
    }

    /** By the name of the pool: asking the driver would take a connection. */
    @Override
    public boolean usesXAResource(XAResource enlisted) {
        return enlisted instanceof PooledXaResource pooled
                && pooled.resourceManagerName().equals(getName());
    }
}
