package io.sluice.jdbc.handle;

import java.sql.CallableStatement;
import java.sql.SQLException;

/**
 * A call whose driver's object is kept for its next use, as {@link StatementUse} describes.
 *
 * <p>Line for line {@link CachedPreparedStatementHandle}: each extends the handle that it is, and a
 * class has one superclass. What can be shared is in the use.
 */
final class CachedCallableStatementHandle extends CallableStatementHandle {
    private final StatementUse use;

    CachedCallableStatementHandle(
            CallableStatement delegate, ConnectionHandle connection, StatementUse use) {
        super(delegate, connection);
        this.use = use;
    }

    /** Looks first: after its end a use must not ask the driver's statement for anything. */
    @Override
    void note(StatementTrace trace) throws SQLException {
        checkOpen();
        use.note(trace);
    }

    @Override
    void executing() throws SQLException {
        super.executing();
        use.executing(); // once nothing refuses any more; the closed flag is looked at after it
    }

    @Override
    void executed() {
        super.executed();
        use.executed();
    }

    /** A statement that has failed is not kept: what became of it only the driver knows. */
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
