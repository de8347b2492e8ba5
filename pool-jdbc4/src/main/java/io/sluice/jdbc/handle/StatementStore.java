package io.sluice.jdbc.handle;

import java.sql.PreparedStatement;
import org.jspecify.annotations.Nullable;

/**
 * The prepared statements of one physical connection that nobody uses at the moment, kept for the
 * next who prepares the same. A statement that is in use is not in here. Thread-safe; calls no
 * driver.
 */
public interface StatementStore {
    /**
     * Takes a statement out, for the caller alone.
     *
     * @param key what the statement was kept under
     * @return null if there is none
     */
    @Nullable PreparedStatement take(Object key);

    /**
     * Keeps a statement that is as good as new.
     *
     * @param key how it was prepared; equal keys are statements that can stand for each other
     * @param statement a statement of the driver that nobody uses any more
     * @return a statement that is not kept (any longer) and that the caller has to close, or null
     */
    @Nullable PreparedStatement keep(Object key, PreparedStatement statement);
}
