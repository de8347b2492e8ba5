package io.sluice.jdbc.internal.xa;

import io.sluice.jdbc.handle.ConnectionHandle;
import io.sluice.jdbc.handle.ConnectionOwner;
import io.sluice.jdbc.internal.connect.SqlErrors;
import io.sluice.pool.spi.BranchGate;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.TransactionContext;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * The work of one physical connection in global transactions, one after the other. It has the
 * handles, several at a time since a transaction shares the connection, and what they leave to
 * clean up. Thread-safe.
 */
public final class TransactionWork {

    /** In {@link #left}: something was run. No attribute has this bit, nor the next one. */
    private static final int RAN = 1 << 30;

    /** In {@link #left}: there are {@link #uncleaned} handles. */
    private static final int UNCLEANED = 1 << 29;

    private static final VarHandle FIRST;
    private static final VarHandle OTHERS;
    private static final VarHandle UNCLEANED_HANDLES;
    private static final VarHandle LEFT;
    private static final VarHandle TRANSACTION;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            FIRST = lookup.findVarHandle(TransactionWork.class, "first", ConnectionHandle.class);
            OTHERS = lookup.findVarHandle(TransactionWork.class, "others", Set.class);
            UNCLEANED_HANDLES =
                    lookup.findVarHandle(TransactionWork.class, "uncleaned", Queue.class);
            LEFT = lookup.findVarHandle(TransactionWork.class, "left", int.class);
            TRANSACTION = lookup.findVarHandle(TransactionWork.class, "transaction", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final String poolName;
    private final XAResource resource;
    private final boolean lastResource;
    private final TransactionContext transactions;
    private final BranchGate gate = new BranchGate();

    /**
     * The id of the thread that enlists the connection, until it has made the first handle of the
     * lease; else 0. Shared: plain, by that thread; racy read by others. Partner: none (another
     * thread never finds its own id).
     */
    private long enlistedBy;

    /**
     * The first handle of the lease, from before its first statement is made until it is closed:
     * one that has none has nothing to cancel. Shared: release by the thread that makes that
     * statement; CAS to null by the closing thread; volatile read to cancel. Partner: {@code
     * BranchGate.word}. A thread that cancels has ended the gate; a thread seen inside noted the
     * handle before it entered.
     */
    private volatile @Nullable ConnectionHandle first;

    /**
     * The other handles that are open. Shared: CAS from null, once, to a concurrent set; volatile
     * read. Partner: {@code HotFields.word}. The thread that removes a handle has closed it, and
     * ends its share of the lease.
     */
    private volatile @Nullable Set<ConnectionHandle> others;

    /**
     * Handles that were closed when nothing could be done any more; cleaned at the end. Shared: CAS
     * from null, once, to a concurrent queue; read by the thread that ends the lease. Partner:
     * {@code left}, {@code HotFields.word}.
     */
    private volatile @Nullable Queue<ConnectionHandle> uncleaned;

    /**
     * What closed handles have changed and done. Shared: atomic updates by a closing thread, before
     * it ends its share; release to 0 by the enlisting thread; volatile read by the thread that
     * ends the lease. Partner: {@code HotFields.word}.
     */
    private volatile int left;

    /**
     * Which transaction the connection is in. Shared: release, by the enlisting thread before the
     * gate is opened, and by the thread that ends the lease after the gate was ended; volatile read
     * by statements. Partner: {@code BranchGate.word}.
     */
    private volatile @Nullable Object transaction;

    /**
     * Creates the work of one connection, which is in no transaction yet.
     *
     * @param resource its XA resource, which answers as the specification says
     * @param lastResource whether it cannot be prepared
     */
    public TransactionWork(
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

    public XAResource resource() {
        return resource;
    }

    public boolean isLastResource() {
        return lastResource;
    }

    public boolean preparedOutlivesClose() {
        return resource instanceof TranslatingXaResource translated
                && translated.preparedOutlivesClose();
    }

    /** A rollback that failed is noted on the refusal. */
    public boolean servesAfter(XAException refusal) {
        boolean rollsBack =
                lastResource
                        || (resource instanceof TranslatingXaResource translated
                                && translated.rollsBackWhatIsRefused());
        return rollsBack && refusal.getSuppressed().length == 0;
    }

    public BranchGate gate() {
        return gate;
    }

    /** The connection is about to be enlisted in a transaction. */
    public void enlisting(Object newTransaction) {
        LEFT.setRelease(this, 0);
        TRANSACTION.setRelease(this, newTransaction);
        enlistedBy = threadId();
    }

    @SuppressWarnings("deprecation") // Thread.threadId() is not in Java 17
    private static long threadId() {
        return Thread.currentThread().getId();
    }

    public boolean owns(long stamp) {
        return gate.isFor(stamp);
    }

    /** Makes the handle of a lease in the transaction, the first one or another that shares it. */
    public ConnectionHandle handle(ConnectionOwner owner, long stamp) {
        if (enlistedBy == threadId()) {
            enlistedBy = 0;
            return new ConnectionHandle(owner, stamp | Holder.FIRST);
        }
        ConnectionHandle handle = new ConnectionHandle(owner, stamp);
        others().add(handle);
        return handle;
    }

    private Set<ConnectionHandle> others() {
        Set<ConnectionHandle> present = others;
        if (present == null) {
            Set<ConnectionHandle> made = ConcurrentHashMap.newKeySet();
            boolean won = OTHERS.compareAndSet(this, null, made);
            present = won ? made : Objects.requireNonNull(others, "set once");
        }
        return present;
    }

    private Queue<ConnectionHandle> uncleaned() {
        Queue<ConnectionHandle> present = uncleaned;
        if (present == null) {
            Queue<ConnectionHandle> made = new ConcurrentLinkedQueue<>();
            boolean won = UNCLEANED_HANDLES.compareAndSet(this, null, made);
            present = won ? made : Objects.requireNonNull(uncleaned, "set once");
        }
        return present;
    }

    private static boolean isFirst(ConnectionHandle handle) {
        return (handle.stamp() & Holder.FIRST) != 0;
    }

    /** The handle is about to have its first statement. */
    public void opening(ConnectionHandle handle) {
        if (isFirst(handle) && owns(handle.stamp())) {
            FIRST.setRelease(this, handle);
        }
    }

    /**
     * Closes a handle, and what it has open unless the branch is being ended.
     *
     * @return false if it was closed already. For the first handle the holder decides that, so two
     *     threads that close it at once may both come here. Doing this twice, or after the lease,
     *     costs at most an unnecessary reset.
     * @throws SQLException the first failure of the driver; the handle is closed all the same
     */
    public boolean close(ConnectionHandle handle) throws SQLException {
        if (isFirst(handle)) {
            if (first == handle) {
                // If two threads close it, the later may come when the next lease has opened.
                FIRST.compareAndSet(this, handle, null);
            }
        } else if (!others().remove(handle)) {
            return false;
        }
        if (handle.untouched()) {
            return true;
        }
        leaves(handle);
        if (handle.hasOpenChildren()) {
            if (!gate.enter(handle.stamp())) {
                uncleaned().add(handle);
                leaves(UNCLEANED);
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

    /** An object of the driver is about to be given to the application. */
    public void lending() {
        if (resource instanceof TranslatingXaResource translated) {
            translated.lending();
        }
    }

    private void leaves(ConnectionHandle handle) {
        leaves((handle.changes() & (UNCLEANED - 1)) | (handle.ran() ? RAN : 0));
    }

    private void leaves(int bits) {
        if (bits != 0) {
            int ignored = (int) LEFT.getAndBitwiseOr(this, bits);
        }
    }

    /** Asks what runs to give up. */
    public void cancel() {
        ConnectionHandle opened = first;
        if (opened != null) {
            opened.cancelStatements();
        }
        cancel(others);
        cancel(uncleaned);
    }

    private static void cancel(@Nullable Collection<ConnectionHandle> handles) {
        if (handles != null) {
            handles.forEach(ConnectionHandle::cancelStatements);
        }
    }

    /** The transaction is over and every handle closed: closes what they left open. */
    public void closeChildren() throws SQLException {
        Queue<ConnectionHandle> handles = uncleaned;
        if (handles == null) {
            return;
        }
        for (ConnectionHandle next = handles.poll(); next != null; next = handles.poll()) {
            leaves(next);
            next.closeChildren();
        }
    }

    /** Whether no handle has run or changed anything, or left something open. */
    public boolean isClean() {
        return left == 0;
    }

    /** The attributes that were changed in the transaction, a bit each. */
    public int changes() {
        return left & ~(RAN | UNCLEANED);
    }

    public boolean ran() {
        return (left & RAN) != 0;
    }

    /** The connection is at rest. */
    public void over() {
        TRANSACTION.setRelease(this, null);
    }

    /**
     * Refuses a handle whose transaction is not that of this thread, and one without a transaction
     * while the thread is in one.
     */
    public void check(long stamp) throws SQLException {
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
