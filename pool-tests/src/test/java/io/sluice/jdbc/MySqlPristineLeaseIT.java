package io.sluice.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** Leases on MariaDB, with MySQL's driver. */
@Tag("once")
@Tag("mariadb")
class MySqlPristineLeaseIT extends PristineLeaseContract {

    @Override
    RememberingDataSource source() {
        for (String catalog : new String[] {"one", "two"}) {
            MariaDb.server().run("CREATE DATABASE IF NOT EXISTS " + catalog);
            MariaDb.server().run("GRANT ALL ON " + catalog + ".* TO " + MariaDb.USER);
        }
        return new RememberingDataSource(
                MariaDb.server().urlForMySql("one"), MariaDb.USER, MariaDb.PASSWORD);
    }

    @Override
    String schema(String name) {
        return name;
    }

    @Override
    void changeCatalog(Connection connection, String name) throws SQLException {
        connection.setCatalog(name);
    }

    @Override
    JdbcPoolConfig.Builder placed() {
        return JdbcPoolConfig.builder().catalog("one");
    }

    @Override
    String resetSql() {
        return "SET @left = NULL";
    }

    @Override
    String warn() {
        return "SELECT CAST('watch out' AS INT)";
    }

    @Override
    void describe(Connection physical, Map<String, Object> state) throws SQLException {
        state.put(
                "session",
                Postgres.ask(
                        physical,
                        "SELECT CONCAT_WS(' ', @@in_transaction, @@autocommit, DATABASE(),"
                                + " @@tx_isolation, @@tx_read_only)"));
    }

    /** It reports a lost connection instead, and the pool replaces that. */
    @Override
    boolean endsInAutoCommitMode() {
        return false;
    }

    @Override
    boolean queryTimeoutIsOfTheStatement() {
        return true;
    }
}
