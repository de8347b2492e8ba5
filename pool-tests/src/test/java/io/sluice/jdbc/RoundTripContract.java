package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How often a lease goes to the server, with Sluice and beside it with HikariCP. */
@Timeout(60)
abstract class RoundTripContract {

    /** Connections whose round trips are counted. */
    abstract DataSource source() throws SQLException;

    /** Returns the round trips since the last call. */
    abstract int takeTrips();

    static void execute(Connection connection) throws SQLException {
        RoundTrips.execute(connection);
    }

    final void atMost(int expected, boolean autoCommit, boolean idle, RoundTrips.Work work)
            throws SQLException {
        RoundTrips trips = new RoundTrips(this::source, this::takeTrips);
        int ours = trips.sluice(autoCommit, idle, work);
        int theirs = trips.hikari(autoCommit, idle, work);
        assertThat(ours).as("HikariCP: %d", theirs).isLessThanOrEqualTo(theirs);
        assertThat(ours).isEqualTo(expected);
    }

    abstract int transaction();

    abstract int transactionWithIsolation();

    abstract int readOnlyTransaction();

    @Test
    void aTransactionAsSpringMakesIt() throws SQLException {
        atMost(
                transaction(),
                true,
                false,
                c -> {
                    c.setAutoCommit(false);
                    execute(c);
                    c.commit();
                    c.setAutoCommit(true);
                });
    }

    @Test
    void aTransactionWithIsolation() throws SQLException {
        atMost(
                transactionWithIsolation(),
                true,
                false,
                c -> {
                    int before = c.getTransactionIsolation();
                    c.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                    c.setAutoCommit(false);
                    execute(c);
                    c.commit();
                    c.setAutoCommit(true);
                    c.setTransactionIsolation(before);
                });
    }

    @Test
    void aReadOnlyTransactionWithAutoCommitOff() throws SQLException {
        atMost(
                readOnlyTransaction(),
                false,
                false,
                c -> {
                    c.setReadOnly(true);
                    execute(c);
                    c.commit();
                    c.setReadOnly(false);
                });
    }
}
