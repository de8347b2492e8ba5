package io.sluice.jdbc.handle;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The root of every handle that can be closed and that others are opened from: a closed flag and a
 * list of the open children. The list is made of links inside the children, so that tracking
 * allocates nothing. It stands above the passing layer, which makes no use of it, because a class
 * has one superclass.
 *
 * <p><b>Threads.</b> Two threads on one connection happen. A child enters the list as its first, by
 * compare-and-set. A link leads to an older child, and is only ever changed to pass over closed
 * ones, by any thread and without a lock: whoever walks the list meets every child that is open,
 * and perhaps some that are not. Those are passed over when the next child comes, or, behind an
 * open one, when they are closed. A thread that walks a list and closes what it meets therefore
 * does both in one walk: what it has closed may not be met by a second one.
 *
 * <p>A statement is closed by who {@linkplain #claim claims} it, and one claim succeeds.
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
     * {@link #linkAlone}; acquire read to walk the list, plain read to compare. Partner: {@code
     * closed}. A closing thread sets the flag before it takes the list, and one that opens a child
     * reads it after its CAS.
     */
    private @Nullable ChildNode firstChild;

    /**
     * Only ever goes from false to true. Shared: release or CAS; plain read: each call looks here
     * twice or more, and an ordered read would make the compiler forget other fields. Partner:
     * {@code firstChild}, {@code StatementUse.executing}. Without an order between the two threads,
     * a handle closed by another may serve some calls more.
     */
    private boolean closed;

    final boolean isMarkedClosed() {
        return closed;
    }

    /** From here on, calls are refused. */
    final void markClosed() {
        CLOSED.setRelease(this, true);
    }

    /**
     * Marks this handle closed for the one who closes it.
     *
     * @return false if it was marked before; then somebody else sees to the rest
     */
    final boolean claim() {
        return !closed && CLOSED.compareAndSet(this, false, true);
    }

    /** Whether a child is open. */
    final boolean hasChildren() {
        return firstOpen(firstChild()) != null;
    }

    /** The child opened last, to walk the list from; may be closed, as all in the list may. */
    final @Nullable ChildNode firstChild() {
        return (ChildNode) FIRST_CHILD.getAcquire(this);
    }

    /**
     * Takes a new child into the list. Who closes this handle sets the flag before taking the list,
     * so who takes it finds the child there, or the flag is seen here. Who sees no child takes no
     * list, and can have looked before its flag was to be seen: then neither learns of the other.
     * Such a child refuses all the same, for it looks at the flag of the connection at each call.
     *
     * @return false if this handle is seen to be closed; then the child must be claimed, by one or
     *     the other
     */
    final boolean link(ChildNode child) {
        boolean linked;
        do {
            linked = linkBefore(firstChild(), child);
        } while (!linked);
        return !closed;
    }

    /** Takes a new child into the list, unless another has come since the first was read. */
    final boolean linkBefore(@Nullable ChildNode first, ChildNode child) {
        child.next = firstOpen(first);
        return FIRST_CHILD.compareAndSet(this, first, child);
    }

    /**
     * Takes in a child that has ended all others, which are marked closed: the list is this one
     * alone. If another thread takes in a child at the same moment, one of them may get lost.
     *
     * @return false if this handle is seen to be closed
     */
    final boolean linkAlone(ChildNode child) {
        FIRST_CHILD.setRelease(this, child);
        return !closed;
    }

    /** Passes over a child that is marked closed, unless the next one to come does. */
    final void passOver(ChildNode child) {
        if (firstChild != child) {
            passOverClosed();
        }
    }

    private void passOverClosed() {
        for (ChildNode child = firstChild(); child != null; child = child.next) {
            child.next = firstOpen(child.next);
        }
    }

    /**
     * Takes the list away.
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
     * What a handle says of itself. Of the driver's object only class and identity: its own text
     * may carry addresses, statements and passwords.
     */
    final String describe(Object delegate) {
        return getClass().getSimpleName()
                + '@'
                + Integer.toHexString(System.identityHashCode(this))
                + (isMarkedClosed() ? "[closed, " : "[open, ")
                + delegate.getClass().getName()
                + '@'
                + Integer.toHexString(System.identityHashCode(delegate))
                + ']';
    }
}
