package io.sluice.jdbc.handle;

import java.sql.Statement;

/** A statement of a {@link ConnectionHandle} that takes its SQL with each execution. */
public final class PlainStatementHandle extends StatementHandle {
    private final Statement statement;

    PlainStatementHandle(Statement delegate, ConnectionHandle connection) {
        super(connection);
        this.statement = delegate;
    }

    @Override
    Statement statement() {
        return statement;
    }
}
