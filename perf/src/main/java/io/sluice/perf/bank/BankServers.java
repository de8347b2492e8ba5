package io.sluice.perf.bank;

import io.sluice.perf.command.MeasurementException;
import io.sluice.pool.fault.MariaDbServer;
import io.sluice.pool.fault.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The servers of a run. None of them loses with its process, or with the machine, what it has
 * confirmed.
 *
 * @param mariaDb null if the other database is H2, which runs in the worker
 */
record BankServers(PostgresServer postgres, @Nullable MariaDbServer mariaDb)
        implements AutoCloseable {

    static final Map<String, String> POSTGRES =
            Map.of(
                    "fsync", "on",
                    "full_page_writes", "on",
                    "synchronous_commit", "on",
                    "max_connections", "50",
                    "max_prepared_transactions", "50");

    static final List<String> MARIADB =
            List.of(
                    "--innodb-flush-log-at-trx-commit=1",
                    "--innodb-doublewrite=1",
                    "--innodb-flush-method=fsync",
                    "--debug-no-sync=0");

    private static final String DATABASE = "bank";

    static BankServers start(Databases databases) {
        PostgresServer postgres = PostgresServer.start(POSTGRES);
        try {
            postgres.addUser(BankRun.USER, BankRun.PASSWORD);
            MariaDbServer mariaDb = null;
            if (databases == Databases.POSTGRES_MARIADB) {
                mariaDb = MariaDbServer.create(MARIADB.toArray(String[]::new));
                mariaDb.addDatabase(DATABASE, BankRun.USER, BankRun.PASSWORD);
            }
            return new BankServers(postgres, mariaDb);
        } catch (RuntimeException e) {
            postgres.close();
            throw e;
        }
    }

    /** Makes the tables of the bank. */
    void open(Databases databases, String h2) {
        String other = mariaDb == null ? h2 : mariaDb.url(DATABASE);
        try (Connection one =
                        DriverManager.getConnection(
                                postgres.url(), BankRun.USER, BankRun.PASSWORD);
                Connection two =
                        DriverManager.getConnection(other, databases.user, databases.password)) {
            Ledger.create(one);
            Ledger.create(two);
        } catch (SQLException e) {
            throw new MeasurementException("cannot make the tables of the bank", e);
        }
    }

    /** Returns the URL of the other database for a worker, whose statements are announced. */
    String other(String h2) {
        return mariaDb == null
                ? h2 + ";DATABASE_EVENT_LISTENER='" + Points.class.getName() + "'"
                : mariaDb.url(DATABASE) + "&socketFactory=" + WatchedSockets.class.getName();
    }

    /**
     * Ends the sessions of a worker that was killed: those inside a statement would notice only
     * after it.
     *
     * @param crash whether MariaDB is killed as well, and started again
     */
    void endSessions(boolean crash) {
        postgres.sessions(BankRun.USER).forEach(postgres::terminate);
        if (mariaDb == null) {
            return;
        }
        if (crash) {
            mariaDb.kill();
            mariaDb.start();
        } else {
            mariaDb.endSessions(BankRun.USER);
        }
    }

    @Override
    public void close() {
        try (postgres) {
            if (mariaDb != null) {
                mariaDb.close();
            }
        }
    }
}
