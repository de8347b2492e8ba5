package io.sluice.perf.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.SplittableRandom;

/**
 * The transaction that pgbench runs by default: three updates, a query and an insert, with the
 * books balanced at every commit. One per client thread.
 */
final class TpcbTransaction {

    private static final int LARGEST_DELTA = 5000;

    private final TpcbTables tables;
    private final SplittableRandom random;
    private final String updateAccount;
    private final String queryAccount;
    private final String updateTeller;
    private final String updateBranch;
    private final String insertHistory;

    TpcbTransaction(TpcbTables tables, long seed) {
        this.tables = tables;
        random = new SplittableRandom(seed);
        String schema = tables.schema();
        updateAccount = "UPDATE " + schema + ".accounts SET abalance = abalance + ? WHERE aid = ?";
        queryAccount = "SELECT abalance FROM " + schema + ".accounts WHERE aid = ?";
        updateTeller = "UPDATE " + schema + ".tellers SET tbalance = tbalance + ? WHERE tid = ?";
        updateBranch = "UPDATE " + schema + ".branches SET bbalance = bbalance + ? WHERE bid = ?";
        insertHistory =
                "INSERT INTO "
                        + schema
                        + ".history (tid, bid, aid, delta, mtime) VALUES (?, ?, ?, ?,"
                        + " CURRENT_TIMESTAMP)";
    }

    /** Runs one transaction and commits it; the connection is out of auto-commit. */
    void run(Connection connection) throws SQLException {
        int account = 1 + random.nextInt(tables.accounts());
        int teller = 1 + random.nextInt(tables.tellers());
        int branch = 1 + random.nextInt(tables.branches());
        int delta = random.nextInt(2 * LARGEST_DELTA + 1) - LARGEST_DELTA;
        update(connection, updateAccount, delta, account);
        query(connection, account);
        update(connection, updateTeller, delta, teller);
        update(connection, updateBranch, delta, branch);
        update(connection, insertHistory, teller, branch, account, delta);
        connection.commit();
    }

    private static void update(Connection connection, String sql, int... values)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setInt(i + 1, values[i]);
            }
            int rows = statement.executeUpdate();
            if (rows != 1) {
                throw new SQLException(
                        "expected to change one row but changed " + rows + ": " + sql);
            }
        }
    }

    private void query(Connection connection, int account) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(queryAccount)) {
            statement.setInt(1, account);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    throw new SQLException("account " + account + " is not there");
                }
            }
        }
    }
}
