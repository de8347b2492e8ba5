package io.sluice.jdbc.internal.connect;

import static io.sluice.jdbc.internal.connect.KnownError.Meaning.ENDED;
import static io.sluice.jdbc.internal.connect.KnownError.Meaning.LOGIN;
import static io.sluice.jdbc.internal.connect.KnownError.Meaning.PERMANENT;
import static io.sluice.jdbc.internal.connect.KnownError.Meaning.READ_ONLY;
import static io.sluice.jdbc.internal.connect.KnownError.codes;
import static io.sluice.jdbc.internal.connect.KnownError.ofDriver;
import static io.sluice.jdbc.internal.connect.KnownError.state;

import io.sluice.jdbc.internal.connect.KnownError.Meaning;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What differs between the known databases: the errors that say something about a connection, and
 * how a server tells its role. Listed are errors whose class of states does not tell it: 08 is for
 * lost connections, 28 for users and passwords, 3D for databases. The table in {@code
 * docs/databases.md} shows the same.
 */
enum Vendor {
    POSTGRESQL(
            "PostgreSQL",
            // Ended by an administrator, a crash of another session, a start or stop.
            state(ENDED, "57P01"),
            state(ENDED, "57P02"),
            state(ENDED, "57P03"),
            // The database was dropped.
            state(ENDED, "57P04"),
            // Time limits of an idle session, of an idle transaction, of any transaction.
            state(ENDED, "57P05"),
            state(ENDED, "25P03"),
            state(ENDED, "25P04"),
            state(READ_ONLY, "25006")) {

        /** A standby is read-only; and so is a primary that was made so by default. */
        @Override
        String roleQuery(boolean writes) {
            return writes
                    ? "SELECT current_setting('transaction_read_only')"
                    : "SELECT pg_is_in_recovery()";
        }

        /** No lag if all is replayed and more would come; else the age of what was replayed. */
        @Override
        String lagQuery() {
            return "SELECT CASE WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn()"
                    + " AND EXISTS (SELECT 1 FROM pg_stat_wal_receiver) THEN 0 ELSE"
                    + " EXTRACT(EPOCH FROM clock_timestamp() - pg_last_xact_replay_timestamp())"
                    + " END AS seconds_behind";
        }
    },
    MYSQL(
            "MySQL",
            // Killed, idle for too long, server offline.
            codes(ENDED, "HY000", 3032, 3169, 4031),
            // Password expired, account locked.
            codes(LOGIN, "HY000", 1862, 3118, 3955),
            // No such database, or none that this user may see.
            codes(PERMANENT, "42000", 1044, 1049),
            // Host not allowed, and an authentication that the driver does not support.
            codes(PERMANENT, "HY000", 1130),
            codes(PERMANENT, "08004", 1251),
            // An option of the server, the storage engine; and a transaction.
            codes(READ_ONLY, "HY000", 1290, 1836, 1874),
            codes(READ_ONLY, "25006", 1792)) {

        @Override
        String roleQuery(boolean writes) {
            return READ_ONLY_SERVER;
        }

        @Override
        String lagQuery() {
            return "SHOW REPLICA STATUS";
        }
    },
    MARIADB(
            "MariaDB",
            // Killed; the same state with 1317 is a killed query only.
            codes(ENDED, "70100", 1927),
            // As MySQL; its own code for a locked account.
            codes(LOGIN, "HY000", 1862, 4151),
            codes(PERMANENT, "42000", 1044, 1049),
            codes(PERMANENT, "HY000", 1130),
            codes(PERMANENT, "08004", 1251),
            codes(READ_ONLY, "HY000", 1290, 1836, 1874),
            codes(READ_ONLY, "25006", 1792)) {

        @Override
        String roleQuery(boolean writes) {
            return READ_ONLY_SERVER;
        }

        @Override
        String lagQuery() {
            return "SHOW ALL REPLICAS STATUS";
        }
    },
    ORACLE(
            "Oracle",
            // Killed, idle limit or connect limit exceeded; not logged on.
            codes(ENDED, "61000", 28, 2396, 2399),
            codes(ENDED, "72000", 1012),
            // User or password wrong; account locked, password expired.
            codes(LOGIN, "72000", 1017, 28000),
            codes(LOGIN, "99999", 28000, 28001)),
    SQL_SERVER(
            "SQL Server",
            // Being killed, server shutting down.
            ofDriver(ENDED, "com.microsoft.sqlserver.", 596, 6002, 6005),
            // Azure: moved to another node; too long, too many locks, too much space.
            ofDriver(ENDED, "com.microsoft.sqlserver.", 40197, 40549, 40550, 40551, 40552, 40553),
            // Login failed: wrong, untrusted, disabled, locked, expired, to be changed.
            codes(LOGIN, "S0", 18452, 18456, 18470, 18486, 18487, 18488),
            codes(LOGIN, "08001", 18456),
            // No such database, no default database, not allowed in it.
            codes(PERMANENT, "S0", 916, 4060, 4064),
            codes(PERMANENT, "08001", 4060)),
    DB2(
            "DB2",
            // The server is stopping, or has ended all its sessions.
            codes(ENDED, "55032", -1224),
            // The conversation with the server has ended.
            state(ENDED, "58009"),
            codes(LOGIN, "08001", -30082),
            // No such database.
            codes(PERMANENT, "08004", -4499)),
    SYBASE(
            "Sybase",
            // Stream broken, closed already, closed by a broken stream.
            state(ENDED, "JZ006"),
            state(ENDED, "JZ0C0"),
            state(ENDED, "JZ0C1"),
            state(LOGIN, "JZ00L")),
    H2(
            "H2",
            // Connection broken, database closing, database closed.
            state(ENDED, "90067"),
            state(ENDED, "90098"),
            state(ENDED, "90121"),
            // Wrong password of the files.
            state(LOGIN, "90049"),
            // No such database, which this URL must not create; or not on that server.
            state(PERMANENT, "90146"),
            state(PERMANENT, "90149")),
    HSQLDB(
            "HSQLDB",
            // No such database, which this URL must not create.
            codes(PERMANENT, "S1000", -465)),
    DERBY(
            "Derby",
            // The driver's own states, with its severities of a session, a database, a system.
            codes(ENDED, "X", 40000, 45000, 50000),
            // Refused by name and password.
            codes(LOGIN, "08004", 40000),
            state(PERMANENT, "XJ004"));

    /** On these servers a standby is what accepts no writes; some clouds set only the second. */
    private static final String READ_ONLY_SERVER =
            "SELECT @@global.read_only, @@global.innodb_read_only";

    private static final List<KnownError> ALL =
            Arrays.stream(values()).flatMap(vendor -> vendor.errors.stream()).toList();

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // it is, but the checker cannot see it
    private final List<KnownError> errors;

    Vendor(String title, KnownError... errors) {
        this.title = title;
        this.errors = List.of(errors);
    }

    /** Returns whether an error of any vendor has this meaning. */
    static boolean say(Meaning meaning, SQLException error) {
        for (KnownError known : ALL) {
            if (known.meaning() == meaning && known.matches(error)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the vendor of a database; null if it is unknown. */
    static @Nullable Vendor of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        for (Vendor vendor : values()) {
            if (vendor.title.equals(product)) {
                return vendor;
            }
        }
        return null;
    }

    /** Returns the name of the database, as its driver has it. */
    String title() {
        return title;
    }

    /**
     * Returns a query whose columns are all off on a primary; null if the roles of these servers
     * are unknown.
     *
     * @param writes whether a server that refuses writes counts as no primary
     */
    @Nullable String roleQuery(boolean writes) {
        return null;
    }

    /**
     * Returns a query for the lag of a standby, in columns whose names begin with seconds_behind;
     * null if the roles of these servers are unknown.
     */
    @Nullable String lagQuery() {
        return null;
    }

    /** Returns what is known of this vendor's errors with a meaning. */
    List<KnownError> errors(Meaning meaning) {
        return errors.stream().filter(known -> known.meaning() == meaning).toList();
    }
}
