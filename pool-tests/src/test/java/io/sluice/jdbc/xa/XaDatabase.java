package io.sluice.jdbc.xa;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.Postgres;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import javax.sql.XADataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.postgresql.xa.PGXADataSource;

/** The databases that all tests run on, each with a table of numbers. */
enum XaDatabase {
    H2 {
        @Override
        JdbcPoolConfig.Builder source(JdbcPoolConfig.Builder builder) {
            return builder.xaDataSourceClassName("org.h2.jdbcx.JdbcDataSource")
                    .dataSourceProperties(Map.of("url", URL));
        }

        @Override
        XADataSource driver() {
            JdbcDataSource driver = new JdbcDataSource();
            driver.setURL(URL);
            return driver;
        }

        @Override
        String administrator(String name) {
            return "CREATE USER IF NOT EXISTS "
                    + name
                    + " PASSWORD '"
                    + RECOVERY_PASSWORD
                    + "' ADMIN";
        }

        @Override
        String blind() {
            return "CREATE USER IF NOT EXISTS BLIND PASSWORD '" + RECOVERY_PASSWORD + "'";
        }

        @Override
        Connection direct() throws SQLException {
            // It outlives its connections: a setting that only an administrator may make.
            return DriverManager.getConnection(URL + ";DB_CLOSE_DELAY=-1");
        }

        @Override
        String inDoubt() {
            return "SELECT COUNT(*) FROM INFORMATION_SCHEMA.IN_DOUBT";
        }

        @Override
        String see() {
            return "SELECT * FROM INFORMATION_SCHEMA.IN_DOUBT";
        }

        @Override
        String nameInPrint() {
            return "name";
        }

        @Override
        String endByHand(String verb, String name) {
            return verb + " TRANSACTION \"" + name + "\"";
        }

        @Override
        String slowQuery() {
            // More rows than any test waits for; between them it checks for a cancel.
            return "SELECT COUNT(*) FROM SYSTEM_RANGE(1, 1000000) a, SYSTEM_RANGE(1, 1000000) b";
        }
    },
    POSTGRES {
        @Override
        JdbcPoolConfig.Builder source(JdbcPoolConfig.Builder builder) {
            URI uri = URI.create(Postgres.url().substring("jdbc:".length()));
            return builder.xaDataSourceClassName("org.postgresql.xa.PGXADataSource")
                    .dataSourceProperties(
                            Map.of(
                                    "serverName", uri.getHost(),
                                    "portNumber", Integer.toString(uri.getPort()),
                                    "databaseName", "postgres"))
                    .username("postgres")
                    .password("postgres");
        }

        @Override
        XADataSource driver() {
            PGXADataSource driver = new PGXADataSource();
            driver.setUrl(Postgres.url());
            driver.setUser("postgres");
            driver.setPassword("postgres");
            return driver;
        }

        @Override
        String administrator(String name) {
            return "DO $$ BEGIN CREATE ROLE "
                    + name
                    + " SUPERUSER LOGIN PASSWORD '"
                    + RECOVERY_PASSWORD
                    + "'; EXCEPTION WHEN duplicate_object THEN NULL; END $$";
        }

        @Override
        String blind() {
            return "DO $$ BEGIN CREATE ROLE blind LOGIN PASSWORD '"
                    + RECOVERY_PASSWORD
                    + "'; EXCEPTION WHEN duplicate_object THEN NULL; END $$";
        }

        @Override
        Connection direct() throws SQLException {
            return Postgres.direct();
        }

        @Override
        String inDoubt() {
            return "SELECT COUNT(*) FROM pg_prepared_xacts";
        }

        @Override
        String see() {
            return "SELECT gid, owner, prepared FROM pg_prepared_xacts";
        }

        @Override
        String nameInPrint() {
            return "gid";
        }

        @Override
        String endByHand(String verb, String name) {
            return verb + " PREPARED '" + name + "'";
        }

        @Override
        String slowQuery() {
            return "SELECT pg_sleep(600)";
        }
    };

    static final String RECOVERY_PASSWORD = "secret of recovery";
    private static final String URL = "jdbc:h2:mem:xa";

    /** Says where connections come from. */
    abstract JdbcPoolConfig.Builder source(JdbcPoolConfig.Builder builder);

    /** The driver, with the credentials of the application. */
    abstract XADataSource driver();

    /** Makes a user that may end any branch. */
    abstract String administrator(String name);

    /** Makes a user named blind that sees no branches of others. */
    abstract String blind();

    /** A connection outside all pools. */
    abstract Connection direct() throws SQLException;

    abstract String inDoubt();

    /** Lists the prepared branches for an administrator, the name first. */
    abstract String see();

    /** What stands for that name in the documentation. */
    abstract String nameInPrint();

    /** Ends a branch by hand, by COMMIT or ROLLBACK. */
    abstract String endByHand(String verb, String name);

    /** A query that runs until it is cancelled. */
    abstract String slowQuery();

    /**
     * Fails after a minute: a branch that an earlier test has left prepared locks its table for
     * ever.
     */
    void run(String sql) throws SQLException {
        try (Connection connection = direct();
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(60);
            statement.execute(sql);
        }
    }

    int ask(String sql) throws SQLException {
        try (Connection connection = direct();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getInt(1);
        }
    }

    void newTable() throws SQLException {
        run("DROP TABLE IF EXISTS numbers");
        run("CREATE TABLE numbers (n INT)");
    }

    /**
     * How many numbers are committed. Reads them, since a {@code COUNT(*)} of H2 includes, for a
     * moment, a row whose session is being closed.
     */
    int committed() throws SQLException {
        try (Connection connection = direct();
                Statement statement = connection.createStatement();
                ResultSet numbers = statement.executeQuery("SELECT n FROM numbers")) {
            int count = 0;
            while (numbers.next()) {
                count++;
            }
            return count;
        }
    }
}
