/** The JDBC face of the pool. */
module io.sluice.jdbc {
    requires transitive java.sql;
    requires transitive io.sluice.pool;
    requires static java.management;
    requires static java.naming;
    requires static transitive org.jspecify;

    exports io.sluice.jdbc;
    exports io.sluice.jdbc.handle;

    uses java.sql.Driver;
}
