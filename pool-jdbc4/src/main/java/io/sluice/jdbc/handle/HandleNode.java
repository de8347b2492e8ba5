package io.sluice.jdbc.handle;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The base of every handle that can be closed and that others are opened from: a closed flag and a
 * list of the open children. The list consists of links inside the children, so that tracking
 * allocates nothing. The result of a query is in no list, see {@link StatementHandle#track}. The
 * class is above the delegating layer, which does not use it, because a class has one superclass.
 *
 * <p><b>Threads.</b> Two threads may use one connection. A child enters the list at its head, by
 * compare-and-set. A link leads to an older child, and only ever changes to skip closed ones, by
 * any thread and without a lock. A thread that walks the list therefore meets every open child, and
 * perhaps some closed ones. Closed children are skipped when the next child comes or, behind an
 * open one, when they are closed. A thread that walks a list and closes its children does both in
 * one walk, since a second walk may not meet what was closed.
 *
 * <p>A statement is closed by the thread that {@linkplain #claim claims} it; one claim succeeds.
 */
abstract class HandleNode {
    private static final VarHandle CLOSED;
    private static final VarHandle FIRST_CHILD;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            CLOSED = lookup.findVarHandle(HandleNode.class, "closed", boolean.class);
            FIRST_CHILD = lookup.findVarHandle(HandleNode.class, "firstChild", ChildNode.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * The child opened last, which may be closed. Shared: CAS and atomic exchange, release by
     * {@link #linkAlone}; volatile read. Partner: {@code closed}. A closing thread sets the flag
     * before it takes the list, and one that opens a child reads it after its CAS.
     */
    private volatile @Nullable ChildNode firstChild;

    /**
     * Only ever goes from false to true. Shared: of a connection plain, before the atomic access
     * that ends the lease; of a statement CAS; of a result set racy; plain read: each call looks
     * here twice or more, and an ordered access would make the compiler forget other fields.
     * Partner: {@code firstChild}, {@code StatementUse.executing}. Without an order between the two
     * threads, a handle closed by another may serve some calls more.
     */
    private boolean closed;

    final boolean isMarkedClosed() {
        return closed;
    }

    /** From here on, calls are refused. */
    final void markClosed() {
        closed = true;
    }

    /**
     * Marks this handle closed on behalf of the thread that closes it.
     *
     * @return false if it was marked before; then another thread does the rest
     */
    final boolean claim() {
        return !closed && CLOSED.compareAndSet(this, false, true);
    }

    /** Whether a child is open. */
    final boolean hasChildren() {
        return firstOpen(firstChild()) != null;
    }

    /** The child opened last, the start of the list; may be closed, as any child in the list. */
    final @Nullable ChildNode firstChild() {
        return firstChild;
    }

    /**
     * Adds a new child to the list. A thread that closes this handle sets the flag before it takes
     * the list. Either it finds the child there, or this thread sees the flag.
     *
     * <p>A closing thread that sees no child takes no list, and may have looked before its flag
     * became visible; then neither thread notices the other. Such a child still refuses calls,
     * since it checks the flag of the connection at each call.
     *
     * @return false if this handle is seen to be closed; then one of the two threads must claim the
     *     child
     */
    final boolean link(ChildNode child) {
        boolean linked;
        do {
            linked = linkBefore(firstChild(), child);
        } while (!linked);
        return !closed;
    }

    /** Adds a new child, unless another was added after {@code first} was read. */
    final boolean linkBefore(@Nullable ChildNode first, ChildNode child) {
        ChildNode open = firstOpen(first);
        if (open != child.next) { // a write of null would cost a barrier
            child.next = open;
        }
        return FIRST_CHILD.compareAndSet(this, first, child);
    }

    /**
     * Makes a child the only one in the list: it has ended all others, which are marked closed. If
     * another thread adds a child at the same moment, one of them may be lost.
     */
    final void linkAlone(ChildNode child) {
        FIRST_CHILD.setRelease(this, child);
    }

    /** Skips a child that is marked closed, unless the next child added will. */
    final void passOver(ChildNode child) {
        ChildNode first = firstChild();
        if (first != null && first != child) {
            passOverClosed(first);
        }
    }

    private static void passOverClosed(ChildNode first) {
        for (ChildNode child = first; child != null; child = child.next) {
            child.next = firstOpen(child.next);
        }
    }

    /**
     * Takes the whole list.
     *
     * @return the child opened last, or null; the others follow by {@link ChildNode#next}, and some
     *     may be closed
     */
    final @Nullable ChildNode takeChildren() {
        return (ChildNode) FIRST_CHILD.getAndSet(this, null);
    }

    private static @Nullable ChildNode firstOpen(@Nullable ChildNode from) {
        ChildNode child = from;
        while (child != null && child.isMarkedClosed()) {
            child = child.next;
        }
        return child;
    }

    /**
     * Describes a handle. Of the driver's object it shows only class and identity: its own text may
     * contain addresses, statements and passwords.
     */
    final String describe(Object delegate, boolean over) {
        return getClass().getSimpleName()
                + '@'
                + Integer.toHexString(System.identityHashCode(this))
                + (over ? "[closed, " : "[open, ")
                + delegate.getClass().getName()
                + '@'
                + Integer.toHexString(System.identityHashCode(delegate))
                + ']';
    }
}
