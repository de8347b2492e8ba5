package io.sluice.jdbc.handle;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A handle that was opened from another one and stands in its list while it is open. */
abstract class ChildNode extends HandleNode {
    // Guarded by the monitor of the parent.
    @Nullable ChildNode previous;
    @Nullable ChildNode next;
    boolean linked;

    /**
     * Refuses calls from now on and closes the driver's object. Called once, without a lock, by
     * whoever took this child off its parent's list.
     */
    abstract void closeUnlinked() throws SQLException;

    /** The child after this one in a list that {@link HandleNode#unlinkAll} returned. */
    final @Nullable ChildNode takeNext() {
        ChildNode child = next;
        next = null;
        return child;
    }
}
