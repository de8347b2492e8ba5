package io.sluice.jdbc.handle;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One use of a statement that is kept between uses: what the application did to it, and how it is
 * made as good as new. What cannot be made so is closed.
 *
 * <p><b>Threads.</b> The traces are guarded by this object's monitor, under which the driver is not
 * called. A statement that one thread closes while another executes it is not kept: who executes
 * counts itself and then looks whether the handle is closed, who closes marks it and then reads the
 * count, by an operation that writes too, so that one of them sees the other.
 */
final class StatementUse {
    private final ConnectionHandle connection;
    private final StatementStore store;
    private final StatementKey key;
    private final PreparedStatement statement;

    /** Threads inside an execution. Only changed by atomic operations. */
    private final AtomicInteger executing = new AtomicInteger();

    /**
     * The traces so far, settings with the value they had before; null until there is one. Guarded
     * by this.
     */
    private @Nullable Map<StatementTrace, Integer> traces;

    private StatementUse(
            ConnectionHandle connection,
            StatementStore store,
            StatementKey key,
            PreparedStatement statement) {
        this.connection = connection;
        this.store = store;
        this.key = key;
        this.statement = statement;
    }

    /** A new handle for a prepared statement that was kept, or else is made now. */
    static PreparedStatementHandle prepared(
            ConnectionHandle connection, StatementStore store, StatementKey key)
            throws SQLException {
        StatementUse use = begin(connection, store, key);
        return new CachedPreparedStatementHandle(use.statement, connection, use);
    }

    /** The same for a call. */
    static CallableStatementHandle call(
            ConnectionHandle connection, StatementStore store, StatementKey key)
            throws SQLException {
        StatementUse use = begin(connection, store, key);
        return new CachedCallableStatementHandle(
                (CallableStatement) use.statement, connection, use);
    }

    private static StatementUse begin(
            ConnectionHandle connection, StatementStore store, StatementKey key)
            throws SQLException {
        Connection driver = connection.delegate();
        PreparedStatement statement = store.take(key);
        if (statement == null) {
            try {
                statement = key.prepare(driver);
            } catch (SQLException e) {
                throw connection.failed(e);
            }
        }
        StatementUse use = new StatementUse(connection, store, key, statement);
        if (connection.preparesOtherwise()) {
            use.note(StatementTrace.LASTING); // another thread has just changed what it stands for
        }
        return use;
    }

    /** To be called before the application does what leaves a trace. */
    void note(StatementTrace trace) {
        if (has(trace)) {
            return;
        }
        int before = 0;
        if (trace.isSetting()) {
            try {
                before = trace.read(statement);
            } catch (SQLException | UnsupportedOperationException e) {
                note(StatementTrace.LASTING); // the driver cannot tell what to go back to
                return;
            }
        }
        synchronized (this) {
            if (traces == null) {
                traces = new EnumMap<>(StatementTrace.class);
            }
            // Of two threads that change the same, the later may have read what the other set.
            traces.putIfAbsent(trace, before);
        }
    }

    private synchronized boolean has(StatementTrace trace) {
        return traces != null && traces.containsKey(trace);
    }

    /** An execution begins; whether the handle is closed must be looked at after this. */
    void executing() {
        executing.incrementAndGet();
    }

    void executed() {
        executing.decrementAndGet();
    }

    /**
     * Ends the use, after the handle was marked closed: keeps the statement or closes it.
     *
     * @param results the first of the result sets that are open, all marked closed
     * @throws SQLException if the statement had to be closed and that failed
     */
    void end(@Nullable ChildNode results) throws SQLException {
        boolean renewed = false;
        try {
            boolean idle = executing.getAndAdd(0) == 0;
            renewed = idle && !has(StatementTrace.LASTING) && renew(results);
        } finally {
            if (!renewed) {
                statement.close();
            }
        }
        if (renewed) {
            PreparedStatement rest = store.keep(key, statement);
            if (rest != null) {
                closeRest(rest);
            }
        }
    }

    /** Not the statement that the application closes, so a failure is told and not thrown. */
    private void closeRest(PreparedStatement rest) {
        try {
            rest.close();
        } catch (SQLException e) {
            connection.failed(e);
        } catch (RuntimeException e) { // a driver may throw anything
            connection.failed(new SQLException(e));
        }
    }

    /** Takes everything off the statement; false if something stays. */
    private boolean renew(@Nullable ChildNode results) {
        try {
            for (ChildNode child = results; child != null; child = child.next) {
                ((ResultSetHandle) child).resultSet.close();
            }
            if (has(StatementTrace.RESULTS)
                    && (statement.getMoreResults() || statement.getUpdateCount() != -1)) {
                return false; // more than one, which only the driver knows how to skip
            }
            statement.clearParameters();
            if (has(StatementTrace.BATCH)) {
                statement.clearBatch();
            }
            for (Map.Entry<StatementTrace, Integer> trace : all().entrySet()) {
                if (trace.getKey().isSetting()) {
                    trace.getKey().write(statement, trace.getValue());
                }
            }
            statement.clearWarnings();
            return true;
        } catch (SQLException e) {
            connection.failed(e); // closing goes on, so it is not thrown
            return false;
        }
    }

    /** As of now, for a thread that comes too late may still add to them. */
    private synchronized Map<StatementTrace, Integer> all() {
        return traces == null ? Map.of() : new EnumMap<>(traces);
    }
}
