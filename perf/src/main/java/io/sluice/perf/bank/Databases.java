package io.sluice.perf.bank;

import java.util.Locale;

/**
 * The two databases that a transfer is between: PostgreSQL, and another.
 *
 * <p>H2 runs inside the worker. MariaDB is a server.
 */
enum Databases {
    /** PostgreSQL and H2. */
    POSTGRES_H2(
            "H2",
            "org.h2.jdbcx.JdbcDataSource",
            "sa",
            "",
            "SELECT TRANSACTION_NAME FROM INFORMATION_SCHEMA.IN_DOUBT"),

    /** PostgreSQL and MariaDB. */
    POSTGRES_MARIADB(
            "MariaDB",
            "org.mariadb.jdbc.MariaDbDataSource",
            BankRun.USER,
            BankRun.PASSWORD,
            "XA RECOVER FORMAT='SQL'");

    /** The name of the other database. */
    final String other;

    /** The XA data source of the other database. */
    final String source;

    /** The worker's user on the other database. */
    final String user;

    final String password;

    /** Lists the branches that the other has prepared; their names are in the last column. */
    final String prepared;

    Databases(String other, String source, String user, String password, String prepared) {
        this.other = other;
        this.source = source;
        this.user = user;
        this.password = password;
        this.prepared = prepared;
    }

    @Override
    public String toString() {
        return "postgres," + other.toLowerCase(Locale.ROOT);
    }
}
