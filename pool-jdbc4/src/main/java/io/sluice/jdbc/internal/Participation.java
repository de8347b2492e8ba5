package io.sluice.jdbc.internal;

import io.sluice.jdbc.handle.ConnectionHandle;
import io.sluice.pool.spi.Gate;
import io.sluice.pool.spi.TransactionContext;
import java.sql.SQLException;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * What one physical connection does in global transactions, in one after the other: its handles
 * there, several at a time as the transaction shares the connection, and what they leave to clean
 * up at its end. Thread-safe.
 */
final class Participation {

    /** In {@link #left}: something was run. No attribute has this bit. */
    private static final int RAN = 1 << 30;

    private final String poolName;
    private final XAResource resource;
    private final boolean lastResource;
    private final TransactionContext transactions;
    private final Gate gate = new Gate();

    /** Handles that are open. Whoever takes one out has closed it. */
    private final Set<ConnectionHandle> open = ConcurrentHashMap.newKeySet();

    /** Handles that were closed when nothing could be done any more; cleaned at the end. */
    private final Queue<ConnectionHandle> uncleaned = new ConcurrentLinkedQueue<>();

    /** What closed handles have changed and done. Atomic updates; read by who ends the lease. */
    private final AtomicInteger left = new AtomicInteger();

    /** Which transaction the connection is in. Volatile: set by who enlists. */
    private volatile @Nullable Object transaction;

    /**
     * Makes that of one connection.
     *
     * @param resource its own; what it answers is what the specification says
     * @param lastResource whether it cannot be prepared
     */
    Participation(
            String poolName,
            XAResource resource,
            boolean lastResource,
            TransactionContext transactions) {
        this.poolName = poolName;
        this.resource = resource;
        this.lastResource = lastResource;
        this.transactions = transactions;
    }

    String poolName() {
        return poolName;
    }

    XAResource resource() {
        return resource;
    }

    boolean isLastResource() {
        return lastResource;
    }

    Gate gate() {
        return gate;
    }

    /** The connection is about to be enlisted in the transaction of this thread. */
    void enlisting() {
        left.set(0);
        transaction = transactions.identity();
    }

    boolean owns(long stamp) {
        return gate.isFor(stamp);
    }

    ConnectionHandle opened(ConnectionHandle handle) {
        open.add(handle);
        return handle;
    }

    /**
     * Closes a handle; what it has open is closed too, unless the branch is being ended.
     *
     * @return false if it was closed already
     * @throws SQLException the first failure of the driver's; the handle is closed all the same
     */
    boolean close(ConnectionHandle handle) throws SQLException {
        if (!open.remove(handle)) {
            return false;
        }
        leaves(handle);
        if (handle.hasOpenChildren()) {
            if (!gate.enter(handle.stamp())) {
                uncleaned.add(handle);
                return true;
            }
            try {
                handle.closeChildren();
            } finally {
                gate.leave(handle.stamp());
            }
        }
        return true;
    }

    private void leaves(ConnectionHandle handle) {
        int bits = (handle.changes() & (RAN - 1)) | (handle.ran() ? RAN : 0);
        int ignored = left.getAndUpdate(was -> was | bits);
    }

    /** Asks what runs to give up. */
    void cancel() {
        open.forEach(ConnectionHandle::cancelStatements);
        uncleaned.forEach(ConnectionHandle::cancelStatements);
    }

    /** The transaction is over and every handle closed: closes what they left open. */
    void closeChildren() throws SQLException {
        for (ConnectionHandle next = uncleaned.poll(); next != null; next = uncleaned.poll()) {
            leaves(next);
            next.closeChildren();
        }
    }

    /** The attributes that were changed in the transaction, a bit each. */
    int changes() {
        return left.get() & ~RAN;
    }

    boolean ran() {
        return (left.get() & RAN) != 0;
    }

    /** The connection is at rest. */
    void over() {
        transaction = null;
        gate.clear();
    }

    /**
     * Refuses a handle whose transaction is not that of this thread, and one that is in none while
     * the thread is in one.
     */
    void check(long stamp) throws SQLException {
        Object current = transactions.identity();
        if (gate.isFor(stamp)) {
            if (current == null || !current.equals(transaction)) {
                throw SqlErrors.otherTransaction();
            }
        } else if (current != null) {
            throw SqlErrors.acquiredBefore();
        }
    }
}
