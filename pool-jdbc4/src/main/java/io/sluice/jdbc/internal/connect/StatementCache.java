package io.sluice.jdbc.internal.connect;

import io.sluice.jdbc.handle.StatementStore;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The statements that one physical connection keeps, up to the configured number; the least
 * recently used makes room. Of statements with equal keys one is kept.
 *
 * <p>A statement that is taken leaves the map and comes back as the newest, so the map is in the
 * order of the last use. Thread-safe: the lock guards all fields, and no driver is called under it.
 */
public final class StatementCache implements StatementStore {

    private final int size;
    private final ReentrantLock lock = new ReentrantLock();

    /** Shared: plain, under the lock. Partner: {@code lock}. */
    private final Map<Object, PreparedStatement> kept = new LinkedHashMap<>();

    /** Shared: plain, under the lock. Partner: {@code lock}. */
    private boolean closed;

    public StatementCache(int size) {
        this.size = size;
    }

    @Override
    public @Nullable PreparedStatement take(Object key) {
        lock.lock();
        try {
            return kept.remove(key);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public @Nullable PreparedStatement keep(Object key, PreparedStatement statement) {
        lock.lock();
        try {
            return keepLocked(key, statement);
        } finally {
            lock.unlock();
        }
    }

    private @Nullable PreparedStatement keepLocked(Object key, PreparedStatement statement) {
        if (closed || kept.putIfAbsent(key, statement) != null) {
            return statement;
        }
        if (kept.size() <= size) {
            return null;
        }
        Iterator<PreparedStatement> oldest = kept.values().iterator();
        PreparedStatement out = oldest.next();
        oldest.remove();
        return out;
    }

    /**
     * Closes all kept statements, despite failures.
     *
     * @throws SQLException the first failure, with the others suppressed
     */
    public void closeAll() throws SQLException {
        List<PreparedStatement> closing;
        lock.lock();
        try {
            closing = new ArrayList<>(kept.values());
            kept.clear();
        } finally {
            lock.unlock();
        }
        Exception failure = null;
        for (PreparedStatement statement : closing) {
            try {
                statement.close();
            } catch (SQLException | RuntimeException e) { // a driver may throw anything
                if (failure == null) {
                    failure = e;
                } else if (failure != e) {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure instanceof SQLException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
    }

    /** Forgets the statements that the driver has closed. */
    void dropClosed() throws SQLException {
        for (PreparedStatement statement : all()) {
            if (statement.isClosed()) {
                drop(statement);
            }
        }
    }

    private List<PreparedStatement> all() {
        lock.lock();
        try {
            return kept.isEmpty() ? List.of() : new ArrayList<>(kept.values());
        } finally {
            lock.unlock();
        }
    }

    private void drop(PreparedStatement statement) {
        lock.lock();
        try {
            kept.values().removeIf(each -> each == statement);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets all and keeps no more; closing the connection closes its statements. */
    public void close() {
        lock.lock();
        try {
            closed = true;
            kept.clear();
        } finally {
            lock.unlock();
        }
    }
}
