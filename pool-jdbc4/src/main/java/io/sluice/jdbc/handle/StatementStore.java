package io.sluice.jdbc.handle;

import java.sql.PreparedStatement;
import org.jspecify.annotations.Nullable;

/**
 * The prepared statements of one physical connection that are not in use, kept for the next handle
 * that prepares the same. Thread-safe; calls no driver.
 */
public interface StatementStore {
    /**
     * Takes a statement out, for the caller alone.
     *
     * @param key the key that the statement was kept under
     * @return null if there is none
     */
    @Nullable PreparedStatement take(Object key);

    /**
     * Keeps a statement that is as good as new.
     *
     * @param key how it was prepared; statements with equal keys can replace each other
     * @param statement a statement of the driver that is not in use any more
     * @return a statement that is not kept (any longer) and that the caller has to close, or null
     */
    @Nullable PreparedStatement keep(Object key, PreparedStatement statement);
}
