/** The generic resource pool: states, waiting, growth and housekeeping. */
module io.sluice.pool {
    requires static org.jspecify;
    requires transitive java.transaction.xa;
    requires static java.naming;
    requires static jdk.jfr;
    requires static jakarta.transaction;

    exports io.sluice.pool;
    exports io.sluice.pool.jta;
    exports io.sluice.pool.spi;
}
