package io.sluice.jdbc.handle;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A handle that was opened from another one and stands in its list while it is open. */
abstract class ChildNode extends HandleNode {
    /**
     * An older child of the same parent. Set before this one is published by the list; changed
     * under the monitor of the parent, read plainly by who walks the list.
     */
    @Nullable ChildNode next;

    /**
     * Closes the driver's object. Called without a lock, for a statement once, by whoever claimed
     * it.
     */
    abstract void closeClaimed() throws SQLException;
}
