package io.sluice.jdbc.tenant;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** What separates the tenants of a database. */
public enum TenantKind {

    /** A schema for each tenant, set by {@link Connection#setSchema}. */
    SCHEMA {
        @Override
        void set(Connection driver, String tenant) throws SQLException {
            driver.setSchema(tenant);
        }
    },

    /** A catalog for each tenant, set by {@link Connection#setCatalog}: a database of MySQL. */
    CATALOG {
        @Override
        void set(Connection driver, String tenant) throws SQLException {
            driver.setCatalog(tenant);
        }
    },

    /** A role for each tenant, set by PostgreSQL's {@code SET ROLE}. */
    ROLE {
        @Override
        void set(Connection driver, String tenant) throws SQLException {
            try (Statement statement = driver.createStatement()) {
                statement.execute("SET ROLE \"" + tenant.replace("\"", "\"\"") + '"');
            }
        }

        /** PostgreSQL takes the name none, quoted or not, for the user that has connected. */
        @Override
        boolean permits(String tenant) {
            return !tenant.equals("none");
        }
    };

    /** Switches a connection to a tenant. */
    abstract void set(Connection driver, String tenant) throws SQLException;

    /** Whether a name can be that of a tenant. */
    boolean permits(String tenant) {
        return true;
    }
}
