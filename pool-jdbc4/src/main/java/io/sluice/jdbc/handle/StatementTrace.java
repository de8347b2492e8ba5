package io.sluice.jdbc.handle;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * A trace that a use can leave on a statement of the driver, besides parameters and warnings, which
 * are cleared after every use.
 */
enum StatementTrace {
    MAX_ROWS {
        @Override
        int read(PreparedStatement statement) throws SQLException {
            return statement.getMaxRows();
        }

        @Override
        void write(PreparedStatement statement, int value) throws SQLException {
            statement.setMaxRows(value);
        }
    },
    MAX_FIELD_SIZE {
        @Override
        int read(PreparedStatement statement) throws SQLException {
            return statement.getMaxFieldSize();
        }

        @Override
        void write(PreparedStatement statement, int value) throws SQLException {
            statement.setMaxFieldSize(value);
        }
    },
    QUERY_TIMEOUT {
        @Override
        int read(PreparedStatement statement) throws SQLException {
            return statement.getQueryTimeout();
        }

        @Override
        void write(PreparedStatement statement, int value) throws SQLException {
            statement.setQueryTimeout(value);
        }
    },
    FETCH_SIZE {
        @Override
        int read(PreparedStatement statement) throws SQLException {
            return statement.getFetchSize();
        }

        @Override
        void write(PreparedStatement statement, int value) throws SQLException {
            statement.setFetchSize(value);
        }
    },
    FETCH_DIRECTION {
        @Override
        int read(PreparedStatement statement) throws SQLException {
            return statement.getFetchDirection();
        }

        @Override
        void write(PreparedStatement statement, int value) throws SQLException {
            statement.setFetchDirection(value);
        }
    },
    POOLABLE {
        @Override
        int read(PreparedStatement statement) throws SQLException {
            return statement.isPoolable() ? 1 : 0;
        }

        @Override
        void write(PreparedStatement statement, int value) throws SQLException {
            statement.setPoolable(value != 0);
        }
    },

    /** Something was added to the batch. */
    BATCH(false),

    /** An execution that can have several results, some of which may not have been fetched. */
    RESULTS(false),

    /**
     * A change that JDBC cannot undo, or the application's wish: the statement is not used again.
     */
    LASTING(false);

    private final boolean setting;

    StatementTrace() {
        this(true);
    }

    StatementTrace(boolean setting) {
        this.setting = setting;
    }

    /** Whether this is a setting, whose value before a use can be read and written back. */
    boolean isSetting() {
        return setting;
    }

    int read(PreparedStatement statement) throws SQLException {
        throw new IllegalStateException(this + " is not a setting");
    }

    void write(PreparedStatement statement, int value) throws SQLException {
        throw new IllegalStateException(this + " is not a setting");
    }
}
