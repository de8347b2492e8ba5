package io.sluice.perf.bank;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.TreeSet;

/**
 * The half of the bank that one database holds: accounts, and a journal of the transfers that have
 * changed them.
 *
 * @param transfers the numbers in the journal
 * @param paidIn the sum of the amounts in the journal, negative if more was taken away
 * @param balance the sum of the accounts
 */
record Ledger(Set<Long> transfers, long paidIn, long balance) {

    /** How many accounts there are; threads have accounts of their own. */
    static final int ACCOUNTS = 64;

    /** What is in each account at the start. */
    static final long START = 1000;

    /** What is in all accounts of one database at the start. */
    static final long TOTAL = ACCOUNTS * START;

    /** Makes the tables. */
    static void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE account (id INT PRIMARY KEY, balance BIGINT NOT NULL)");
            statement.execute(
                    "CREATE TABLE journal (id BIGINT PRIMARY KEY, amount BIGINT NOT NULL)");
            for (int id = 0; id < ACCOUNTS; id++) {
                statement.execute("INSERT INTO account VALUES (" + id + ", " + START + ")");
            }
        }
    }

    /** Pays an amount into an account, and records it in the journal. */
    static void pay(Connection connection, int account, long transfer, long amount)
            throws SQLException {
        try (PreparedStatement update =
                        connection.prepareStatement(
                                "UPDATE account SET balance = balance + ? WHERE id = ?");
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO journal VALUES (?, ?)")) {
            update.setLong(1, amount);
            update.setInt(2, account);
            update.executeUpdate();
            insert.setLong(1, transfer);
            insert.setLong(2, amount);
            insert.executeUpdate();
        }
    }

    /** Reads both tables. */
    static Ledger read(Connection connection) throws SQLException {
        Set<Long> transfers = new TreeSet<>();
        long paidIn = 0;
        try (Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery("SELECT id, amount FROM journal")) {
                while (rows.next()) {
                    transfers.add(rows.getLong(1));
                    paidIn += rows.getLong(2);
                }
            }
            try (ResultSet row = statement.executeQuery("SELECT SUM(balance) FROM account")) {
                row.next();
                return new Ledger(transfers, paidIn, row.getLong(1));
            }
        }
    }

    /** Returns the difference between the balance and the start with all payments. */
    long unexplained() {
        return balance - TOTAL - paidIn;
    }
}
