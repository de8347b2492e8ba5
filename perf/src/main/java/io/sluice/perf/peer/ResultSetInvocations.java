package io.sluice.perf.peer;

import java.sql.ResultSet;
import java.sql.SQLException;

/** The proxy handler of a result set. */
final class ResultSetInvocations extends Invocations<ResultSet> {

    ResultSetInvocations(ResultSet delegate) {
        super(ResultSet.class, delegate);
    }

    /** Overrides the method of the same name. */
    public void close() throws SQLException {
        if (markClosed()) {
            driver().close();
        }
    }
}
