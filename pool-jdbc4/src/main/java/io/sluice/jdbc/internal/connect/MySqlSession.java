package io.sluice.jdbc.internal.connect;

import java.sql.Connection;

/**
 * Facts about sessions on MySQL and MariaDB, whose drivers send every commit and rollback. The
 * server begins a transaction neither for {@code USE} and {@code SET} nor for a ping, by which both
 * drivers validate.
 */
public final class MySqlSession {

    private MySqlSession() {}

    public static boolean is(Connection connection) {
        String driver = connection.getClass().getName();
        return driver.startsWith("com.mysql.") || driver.startsWith("org.mariadb.");
    }
}
