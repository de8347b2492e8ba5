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
 * <p>The monitor of a handle guards its list. Two threads on one connection happen, so a lock there
 * must be; a plain {@code synchronized} is the right one, for a section is a few field writes
 * without a driver call, a callback or another lock: nobody is blocked or pinned inside. Whoever
 * takes a child off the list owns its closing and does that after the section. An application that
 * keeps the monitor of a handle for its own purposes delays who opens or closes children of that
 * handle, and nobody else.
 */
abstract class HandleNode {
    private static final VarHandle CLOSED;

    static {
        try {
            CLOSED =
                    MethodHandles.lookup().findVarHandle(HandleNode.class, "closed", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * The child opened last. Written under the monitor; read without it where an answer that is
     * just out of date does no harm.
     */
    private @Nullable ChildNode firstChild;

    /**
     * Only ever goes from false to true; written in release mode, read plainly. It decides nothing:
     * who closes is decided by the list of the parent, and for a connection by its owner. Every
     * call of an application looks at it twice or more, and an ordered read would make the compiler
     * forget all it knows of the other fields each time. A thread that another one has closed a
     * handle under, without any order between them, may go on for some calls either way. Where more
     * is needed, an atomic operation stands before the read: see {@link StatementUse}.
     */
    private boolean closed;

    final boolean isMarkedClosed() {
        return closed;
    }

    /** From here on, calls are refused. */
    final void markClosed() {
        CLOSED.setRelease(this, true);
    }

    final boolean hasChildren() {
        return firstChild != null;
    }

    /** The first child, for who holds the monitor. */
    final @Nullable ChildNode firstChild() {
        return firstChild;
    }

    /**
     * Takes a new child into the list. A child that comes when the list has been emptied for the
     * last time finds the flag set, since the flag is set before the list is emptied.
     *
     * @return false if this handle is closed; then the child is not in the list
     */
    final boolean link(ChildNode child) {
        synchronized (this) {
            if (isMarkedClosed()) {
                return false;
            }
            ChildNode second = firstChild;
            child.next = second;
            child.linked = true;
            if (second != null) {
                second.previous = child;
            }
            firstChild = child;
            return true;
        }
    }

    /**
     * Takes a child off the list.
     *
     * @return whether it was in the list: of several threads one is told so, and that one closes
     */
    final boolean unlink(ChildNode child) {
        synchronized (this) {
            if (!child.linked) {
                return false;
            }
            ChildNode previous = child.previous;
            ChildNode next = child.next;
            if (previous == null) {
                firstChild = next;
            } else {
                previous.next = next;
            }
            if (next != null) {
                next.previous = previous;
            }
            child.previous = null;
            child.next = null;
            child.linked = false;
            return true;
        }
    }

    /**
     * Takes all children off the list.
     *
     * @return the one opened last, or null; the others follow by {@link ChildNode#takeNext}
     */
    final @Nullable ChildNode unlinkAll() {
        synchronized (this) {
            ChildNode first = firstChild;
            firstChild = null;
            for (ChildNode child = first; child != null; child = child.next) {
                child.previous = null;
                child.linked = false;
            }
            return first;
        }
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
