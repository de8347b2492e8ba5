/**
 * The JDBC face of the pool.
 *
 * <p>Not exported are {@code io.sluice.jdbc.internal} and what is made for one transaction manager,
 * {@code io.sluice.jdbc.narayana} and {@code io.sluice.jdbc.atomikos}: the option {@code
 * transactionManager} chooses that, and no application names a class of it. As an API it would also
 * show types of managers that are not there.
 */
module io.sluice.jdbc {
    requires transitive java.sql;
    requires transitive io.sluice.pool;
    requires static java.management;
    requires static transitive org.jspecify;

    exports io.sluice.jdbc;
    exports io.sluice.jdbc.handle;

    uses java.sql.Driver;
}
