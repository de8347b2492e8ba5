package io.sluice.jdbc.handle;

import java.sql.CallableStatement;
import java.sql.SQLException;

/**
 * A call whose driver statement is kept for its next use, as {@link StatementUse} describes.
 *
 * <p>A copy of {@link CachedPreparedStatementHandle}: each extends the handle that it is, and a
 * class has one superclass. What can be shared is in {@link StatementUse}.
 */
final class CachedCallableStatementHandle extends CallableStatementHandle {
    private final StatementUse use;

    CachedCallableStatementHandle(
            CallableStatement delegate, ConnectionHandle connection, StatementUse use) {
        super(delegate, connection);
        this.use = use;
    }

    /** Checks first: after its end a use must not ask the driver's statement for anything. */
    @Override
    void note(StatementTrace trace) throws SQLException {
        checkOpen();
        use.note(trace);
    }

    @Override
    void executing() throws SQLException {
        super.executing();
        use.executing(); // after all refusals; the closed flag is checked after this
    }

    @Override
    void track(ResultSetHandle results) {
        linkAlone(results);
    }

    @Override
    void executed() {
        super.executed();
        use.executed();
    }

    /** A statement that failed is not kept, since only the driver knows its state. */
    @Override
    protected SQLException failed(SQLException failure) {
        use.note(StatementTrace.LASTING);
        return super.failed(failure);
    }

    @Override
    void end() throws SQLException {
        use.end(this);
    }
}
