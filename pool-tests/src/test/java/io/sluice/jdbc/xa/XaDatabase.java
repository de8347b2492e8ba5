package io.sluice.jdbc.xa;

import com.mysql.cj.jdbc.MysqlXADataSource;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.MariaDb;
import io.sluice.jdbc.Postgres;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import javax.sql.XADataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.xa.PGXADataSource;

/** The databases that all tests run on, each with a table of numbers. */
abstract class XaDatabase {

    static final XaDatabase H2 = new OnH2();
    static final XaDatabase POSTGRES = new OnPostgres();

    /** MariaDB with its own driver. */
    static final XaDatabase MARIADB = new OnMariaDb();

    /** MariaDB with MySQL's driver. */
    static final XaDatabase MYSQL = new OnMariaDbByMySql();

    static final String RECOVERY_PASSWORD = "secret of recovery";
    private static final String URL = "jdbc:h2:mem:xa";

    private static final class OnH2 extends XaDatabase {
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
        int inDoubt() throws SQLException {
            return ask("SELECT COUNT(*) FROM INFORMATION_SCHEMA.IN_DOUBT");
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
    }

    private static final class OnPostgres extends XaDatabase {
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
        int inDoubt() throws SQLException {
            return ask("SELECT COUNT(*) FROM pg_prepared_xacts");
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

        @Override
        boolean passesOverFailedStatements() {
            return false;
        }
    }

    private static class OnMariaDb extends XaDatabase {
        @Override
        JdbcPoolConfig.Builder source(JdbcPoolConfig.Builder builder) {
            return builder.xaDataSourceClassName("org.mariadb.jdbc.MariaDbDataSource")
                    .dataSourceProperties(Map.of("url", MariaDb.url()))
                    .username(MariaDb.USER)
                    .password(MariaDb.PASSWORD);
        }

        @Override
        XADataSource driver() {
            try {
                MariaDbDataSource driver = new MariaDbDataSource(MariaDb.url());
                driver.setUser(MariaDb.USER);
                driver.setPassword(MariaDb.PASSWORD);
                return driver;
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        String administrator(String name) {
            return "GRANT ALL ON *.* TO " + name + " IDENTIFIED BY '" + RECOVERY_PASSWORD + "'";
        }

        @Override
        String blind() {
            return "GRANT SELECT ON app.* TO blind IDENTIFIED BY '" + RECOVERY_PASSWORD + "'";
        }

        @Override
        boolean hidesBranches() {
            return false;
        }

        @Override
        Connection direct() throws SQLException {
            return MariaDb.direct();
        }

        @Override
        String see() {
            return "XA RECOVER FORMAT='SQL'";
        }

        @Override
        int inDoubt() throws SQLException {
            int count = 0;
            try (Connection connection = direct();
                    Statement statement = connection.createStatement();
                    ResultSet prepared = statement.executeQuery(see())) {
                while (prepared.next()) {
                    count++;
                }
            }
            return count;
        }

        @Override
        String nameOfPrepared(ResultSet seen) throws SQLException {
            return seen.getString("data");
        }

        @Override
        String nameInPrint() {
            return "xid";
        }

        @Override
        String part(byte[] part) {
            String text = new String(part, StandardCharsets.US_ASCII);
            return text.matches("[ -~]*") // as the names of Atomikos
                    ? "'" + text + "'"
                    : "X'" + HexFormat.of().formatHex(part) + "'";
        }

        @Override
        String endByHand(String verb, String name) {
            return "XA " + verb + " " + name;
        }

        @Override
        void endSessionsOfPrepared() {
            MariaDb.server().endSessions(MariaDb.USER);
            MariaDb.server().endSessions("recovery"); // whose credentials some pools have
        }

        @Override
        String slowQuery() {
            return "SELECT SLEEP(600)";
        }

        @Override
        String makeNotNull() {
            return "ALTER TABLE numbers MODIFY n INT NOT NULL";
        }
    }

    private static final class OnMariaDbByMySql extends OnMariaDb {
        @Override
        JdbcPoolConfig.Builder source(JdbcPoolConfig.Builder builder) {
            return super.source(builder)
                    .xaDataSourceClassName("com.mysql.cj.jdbc.MysqlXADataSource")
                    .dataSourceProperties(Map.of("url", MariaDb.urlForMySql()));
        }

        @Override
        XADataSource driver() {
            MysqlXADataSource driver = new MysqlXADataSource();
            driver.setUrl(MariaDb.urlForMySql());
            driver.setUser(MariaDb.USER);
            driver.setPassword(MariaDb.PASSWORD);
            return driver;
        }
    }

    @Override
    public String toString() {
        return getClass().getSimpleName();
    }

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

    /** How many branches are prepared. */
    abstract int inDoubt() throws SQLException;

    /** Lists the prepared branches for an administrator. */
    abstract String see();

    /** The name of the branch in the present row of that list. */
    String nameOfPrepared(ResultSet seen) throws SQLException {
        return seen.getString(1);
    }

    /** A part of an xid as that name has it. */
    String part(byte[] part) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(part);
    }

    /** Whether a user that is no administrator is not shown what others have prepared. */
    boolean hidesBranches() {
        return true;
    }

    /**
     * Ends the sessions that have prepared a branch, on a server that lets no other session end it
     * as long as they are open.
     */
    void endSessionsOfPrepared() throws SQLException {}

    /** What stands for that name in the documentation. */
    abstract String nameInPrint();

    /** Ends a branch by hand, by COMMIT or ROLLBACK. */
    abstract String endByHand(String verb, String name);

    /** A query that runs until it is cancelled. */
    abstract String slowQuery();

    /** Whether a transaction goes on after a statement of it has failed. */
    boolean passesOverFailedStatements() {
        return true;
    }

    String makeNotNull() {
        return "ALTER TABLE numbers ALTER COLUMN n SET NOT NULL";
    }

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
