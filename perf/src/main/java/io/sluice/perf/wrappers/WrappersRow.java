package io.sluice.perf.wrappers;

import io.sluice.perf.stub.StubDriver;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** What lies behind the wrappers. */
enum WrappersRow {
    /** A real database inside the virtual machine. */
    H2("h2", "H2 in memory", "jdbc:h2:mem:wrappers;DB_CLOSE_DELAY=-1", 50_000) {
        @Override
        void prepare() throws SQLException {
            try (Connection connection = DriverManager.getConnection(url());
                    Statement statement = connection.createStatement()) {
                statement.execute(
                        "CREATE TABLE account ("
                                + "id INT PRIMARY KEY, name VARCHAR(32), balance BIGINT)");
                statement.execute(
                        "INSERT INTO account SELECT x, 'account ' || x, 100 * x FROM system_range(1, "
                                + StatementWork.ACCOUNTS
                                + ")");
            }
        }
    },

    /** Nothing that takes time, so that only the wrappers are measured. */
    STUB("stub", "the stub driver", StubDriver.URL, 500_000) {
        @Override
        void prepare() {
            // The stub always has ten rows.
        }
    };

    private final String label;
    private final String title;
    private final String url;
    private final int statements;

    WrappersRow(String label, String title, String url, int statements) {
        this.label = label;
        this.title = title;
        this.url = url;
        this.statements = statements;
    }

    /** Fills the database, once in a virtual machine. */
    abstract void prepare() throws SQLException;

    String url() {
        return url;
    }

    /** Returns how many statements an iteration runs. */
    int statements(boolean quick) {
        return quick ? statements / 5 : statements;
    }

    /** Returns the row in words. */
    String title() {
        return "Wrappers around " + title;
    }

    @Override
    public String toString() {
        return label;
    }
}
