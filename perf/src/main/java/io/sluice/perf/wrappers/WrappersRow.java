package io.sluice.perf.wrappers;

import io.sluice.perf.stub.StubDriver;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/** What lies behind the wrappers. */
enum WrappersRow {
    /** A real database inside the virtual machine. */
    H2("H2 in memory", "jdbc:h2:mem:wrappers;DB_CLOSE_DELAY=-1", 50_000),

    /** Nothing that takes time, so that only the wrappers are measured. It has ten rows. */
    STUB("the stub driver", StubDriver.URL, 500_000);

    private final String title;
    final String url;
    private final int statements;

    WrappersRow(String title, String url, int statements) {
        this.title = title;
        this.url = url;
        this.statements = statements;
    }

    /** Fills the database, once in a virtual machine. */
    void prepare() throws SQLException {
        if (this == STUB) {
            return;
        }
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE account (id INT PRIMARY KEY, name VARCHAR(32), balance BIGINT)");
            statement.execute(
                    "INSERT INTO account SELECT x, 'account ' || x, 100 * x FROM system_range(1, "
                            + StatementWork.ACCOUNTS
                            + ")");
        }
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
        return name().toLowerCase(Locale.ROOT);
    }
}
