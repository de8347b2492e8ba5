package io.sluice.jdbc.handle;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One use of a statement that is kept between uses: its traces, and how they are removed. A
 * statement on which a trace would stay is closed.
 *
 * <p><b>Threads.</b> A trace is added by compare-and-set, once. A statement that one thread closes
 * while another executes it is not kept. The executing thread counts itself and then checks whether
 * the handle is closed. The closing thread marks the handle and then reads the count, by an
 * operation that writes too, so that one of them sees the other.
 */
final class StatementUse {

    private static final VarHandle TRACES;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TRACES = lookup.findVarHandle(StatementUse.class, "traces", Noted.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** In the order of resetting: H2 limits the fetch size by the number of rows. */
    private static final StatementTrace[] SETTINGS =
            Stream.of(StatementTrace.values())
                    .filter(StatementTrace::isSetting)
                    .toArray(StatementTrace[]::new);

    private final ConnectionHandle connection;
    private final StatementStore store;
    private final StatementKey key;
    private final PreparedStatement statement;

    /**
     * Threads inside an execution. Shared: atomic adds; a thread that executes counts itself before
     * it looks at the closed flag, a closing one reads after it set that. Partner: {@code
     * HandleNode.closed}. One sees the other, and a statement closed while it executes is not kept.
     */
    private final AtomicInteger executing = new AtomicInteger();

    /**
     * The traces so far, each once. Shared: CAS by a thread about to change the statement; volatile
     * read. Partner: none (each trace is added once, with the value of before).
     */
    private volatile @Nullable Noted traces;

    /**
     * A trace.
     *
     * @param before the former value of a setting; meaningless for others
     */
    private record Noted(StatementTrace trace, int before, @Nullable Noted next) {

        static @Nullable Noted find(@Nullable Noted first, StatementTrace trace) {
            Noted noted = first;
            while (noted != null && noted.trace != trace) {
                noted = noted.next;
            }
            return noted;
        }
    }

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

    /** Begins the use of a prepared statement from the store, or of a new one. */
    static StatementUse begin(ConnectionHandle connection, StatementStore store, StatementKey given)
            throws SQLException {
        connection.checkOpen();
        StatementKey key = given.detached();
        PreparedStatement statement = store.take(key);
        if (statement == null) {
            statement = connection.prepare(key);
        }
        StatementUse use = new StatementUse(connection, store, key, statement);
        if (connection.preparesOtherwise()) {
            use.note(StatementTrace.LASTING); // another thread has just changed what it means
        }
        return use;
    }

    PreparedStatement statement() {
        return statement;
    }

    /** To be called before the application leaves a trace. */
    void note(StatementTrace trace) {
        if (has(trace)) {
            return;
        }
        int before = 0;
        if (trace.isSetting()) {
            try {
                before = trace.read(statement);
            } catch (SQLException | UnsupportedOperationException e) {
                note(StatementTrace.LASTING); // the driver cannot tell the former value
                return;
            }
        }
        Noted noted = traces;
        // If two threads change the same setting, the later may have read the other's value.
        while (Noted.find(noted, trace) == null
                && !TRACES.compareAndSet(this, noted, new Noted(trace, before, noted))) {
            noted = traces;
        }
    }

    private boolean has(StatementTrace trace) {
        return Noted.find(traces, trace) != null;
    }

    /** An execution begins; the closed flag must be checked after this. */
    void executing() {
        executing.incrementAndGet();
    }

    void executed() {
        executing.decrementAndGet();
    }

    /**
     * Ends the use, after the handle was marked closed: keeps the statement or closes it.
     *
     * @throws SQLException if the statement had to be closed and that failed
     */
    void end(StatementHandle handle) throws SQLException {
        boolean renewed = false;
        try {
            boolean idle = executing.getAndAdd(0) == 0;
            renewed = idle && !has(StatementTrace.LASTING) && renew(handle);
        } finally {
            if (!renewed) {
                handle.retireResultSets();
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

    /** Closes a statement other than the application's, so a failure is reported and not thrown. */
    private void closeRest(PreparedStatement rest) {
        try {
            rest.close();
        } catch (SQLException e) {
            connection.failed(e);
        } catch (RuntimeException e) { // a driver may throw anything
            connection.failed(new SQLException(e));
        }
    }

    /** Removes all traces from the statement; returns false if one stays. */
    private boolean renew(StatementHandle handle) {
        try {
            handle.closeResultSets();
            if (has(StatementTrace.RESULTS)
                    && (statement.getMoreResults() || statement.getUpdateCount() != -1)) {
                return false; // further results, which only the driver can skip
            }
            statement.clearParameters();
            if (has(StatementTrace.BATCH)) {
                statement.clearBatch();
            }
            for (StatementTrace trace : SETTINGS) {
                Noted noted = Noted.find(traces, trace);
                if (noted != null) {
                    trace.write(statement, noted.before);
                }
            }
            statement.clearWarnings();
            return true;
        } catch (SQLException e) {
            connection.failed(e); // closing goes on, so it is not thrown
            return false;
        }
    }
}
