package io.sluice.jdbc.handle;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A handle that was opened from another one and is in its list while it is open. */
abstract class ChildNode extends HandleNode {
    /**
     * An older child of the same parent. Shared: plain, before it is published; then racy, to pass
     * over closed ones. Partner: {@code HandleNode.firstChild}. Each value that it has had leads to
     * all older children that are open.
     */
    @Nullable ChildNode next;

    /**
     * Closes the driver's object. Called without a lock, for a statement once, by the thread that
     * claimed it.
     */
    abstract void closeClaimed() throws SQLException;
}
