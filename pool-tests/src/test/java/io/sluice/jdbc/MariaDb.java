package io.sluice.jdbc;

import io.sluice.pool.fault.MariaDbServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** One real MariaDB for all tests of this JVM, with a database and a user for pools. */
public final class MariaDb {

    public static final String USER = "app";
    public static final String PASSWORD = "secret of app";

    private static final String DATABASE = "app";

    /** Ends with the JVM. */
    private static final MariaDbServer SERVER = start();

    private MariaDb() {}

    private static MariaDbServer start() {
        MariaDbServer server = MariaDbServer.create();
        server.addDatabase(DATABASE, USER, PASSWORD);
        checkDriver(server);
        return server;
    }

    /** The build runs the tests with two versions of MariaDB's driver: this is the one it means. */
    private static void checkDriver(MariaDbServer server) {
        String wanted = System.getProperty("sluice.mariadb.driver", "");
        try (Connection admin = server.admin()) {
            String found = admin.getMetaData().getDriverVersion();
            if (!found.startsWith(wanted)) {
                throw new IllegalStateException(
                        "the driver is " + found + ", the build wants " + wanted);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public static MariaDbServer server() {
        return SERVER;
    }

    /** For MariaDB's driver. */
    public static String url() {
        return SERVER.url(DATABASE);
    }

    /** For MySQL's driver. */
    public static String urlForMySql() {
        return SERVER.urlForMySql(DATABASE);
    }

    /** A connection outside all pools, as an administrator. */
    public static Connection direct() throws SQLException {
        return DriverManager.getConnection(url(), MariaDbServer.ADMIN, "");
    }
}
