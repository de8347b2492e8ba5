package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.DatabaseChecks.Check;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/**
 * The table of round trips, Sluice's and HikariCP's. The drivers write to the socket once for each.
 */
@Tag("mariadb")
@Tag("mariadb-driver")
@Tag("postgres-14")
class RoundTripsIT extends DatabaseTableContract {

    private static final Map<String, Check> ALL = new LinkedHashMap<>();

    static {
        put("a query", true, RoundTrips::execute);
        put("the same after idle time", true, true, RoundTrips::execute);
        put(
                "a transaction as Spring makes it",
                true,
                c -> {
                    c.setAutoCommit(false);
                    RoundTrips.execute(c);
                    c.commit();
                    c.setAutoCommit(true);
                });
        put(
                "the same, serializable",
                true,
                c -> {
                    int before = c.getTransactionIsolation();
                    c.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                    c.setAutoCommit(false);
                    RoundTrips.execute(c);
                    c.commit();
                    c.setAutoCommit(true);
                    c.setTransactionIsolation(before);
                });
        put(
                "a transaction, auto-commit off at rest",
                false,
                c -> {
                    RoundTrips.execute(c);
                    c.commit();
                });
        put(
                "the same, read-only",
                false,
                c -> {
                    c.setReadOnly(true);
                    RoundTrips.execute(c);
                    c.commit();
                    c.setReadOnly(false);
                });
        put("the same, not committed", false, RoundTrips::execute);
        put(
                "isolation, not put back",
                true,
                c -> {
                    c.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                    RoundTrips.execute(c);
                });
        put(
                "schema or catalog, put back",
                true,
                c -> {
                    String before = place(c);
                    goTo(c, "other");
                    RoundTrips.execute(c);
                    goTo(c, before);
                });
        put(
                "schema or catalog, not put back",
                true,
                c -> {
                    goTo(c, "other");
                    RoundTrips.execute(c);
                });
    }

    RoundTripsIT() {
        super("round trips", Database.ALL.subList(0, 3), ALL);
    }

    private static void put(String row, boolean autoCommit, RoundTrips.Work work) {
        put(row, autoCommit, /* idle= */ false, work);
    }

    private static void put(String row, boolean autoCommit, boolean idle, RoundTrips.Work work) {
        ALL.put(
                row,
                database -> {
                    Database counted = database.with(sockets(database));
                    RoundTrips trips =
                            new RoundTrips(
                                    counted::source, () -> PostgresRoundTripIT.WRITES.getAndSet(0));
                    int ours = trips.sluice(autoCommit, idle, work);
                    int theirs = trips.hikari(autoCommit, idle, work);
                    assertThat(ours).as("those of HikariCP are %d", theirs).isBetween(0, theirs);
                    return ours + " / " + theirs;
                });
    }

    private static String sockets(Database database) {
        String factory = PostgresRoundTripIT.CountingSockets.class.getName();
        return switch (database.name()) {
            case "MariaDB" -> "&socketFactory=" + factory;
            case "MySQL driver" -> "?socketFactory=" + CountingMySqlSockets.class.getName();
            default -> "?socketFactory=" + factory;
        };
    }

    /** PostgreSQL has schemas; MariaDB's catalogs are its databases. */
    private static boolean hasSchemas(Connection connection) throws SQLException {
        return connection.getMetaData().supportsSchemasInDataManipulation();
    }

    private static String place(Connection connection) throws SQLException {
        return hasSchemas(connection) ? connection.getSchema() : connection.getCatalog();
    }

    private static void goTo(Connection connection, String place) throws SQLException {
        if (hasSchemas(connection)) {
            connection.setSchema(place);
        } else {
            connection.setCatalog(place);
        }
    }
}
