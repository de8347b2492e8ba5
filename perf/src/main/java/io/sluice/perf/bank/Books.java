package io.sluice.perf.bank;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;

/**
 * The contents of both databases after a recovery.
 *
 * @param lost how much less money there is than at the start; negative if there is more
 * @param onlyInPostgres the transfers that the other does not have
 * @param onlyInOther the transfers that PostgreSQL does not have
 * @param unexplained the difference between accounts and journal, summed over both databases
 */
record Books(long lost, List<Long> onlyInPostgres, List<Long> onlyInOther, long unexplained) {

    /** Compares the two. */
    static Books of(Ledger postgres, Ledger other) {
        return new Books(
                2 * Ledger.TOTAL - postgres.balance() - other.balance(),
                without(postgres.transfers(), other.transfers()),
                without(other.transfers(), postgres.transfers()),
                Math.abs(postgres.unexplained()) + Math.abs(other.unexplained()));
    }

    private static List<Long> without(Set<Long> some, Set<Long> others) {
        return some.stream().filter(number -> !others.contains(number)).toList();
    }

    /** Returns whether nothing is wrong. */
    boolean balance() {
        return lost == 0 && onlyInPostgres.isEmpty() && onlyInOther.isEmpty() && unexplained == 0;
    }

    /** Returns the branches that are prepared, by database and name. */
    static List<String> inDoubt(DataSource postgres, DataSource other, Databases databases)
            throws SQLException {
        List<String> names = new ArrayList<>();
        add(names, "PostgreSQL", postgres, "SELECT gid FROM pg_prepared_xacts");
        add(names, databases.other, other, databases.prepared);
        return names;
    }

    private static void add(List<String> names, String database, DataSource source, String query)
            throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                names.add(database + " " + rows.getString(rows.getMetaData().getColumnCount()));
            }
        }
    }
}
