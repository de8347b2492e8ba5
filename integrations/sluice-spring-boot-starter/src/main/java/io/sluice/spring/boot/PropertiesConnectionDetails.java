package io.sluice.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;

/** The database that {@code spring.datasource} names, or the embedded one that Boot finds. */
record PropertiesConnectionDetails(DataSourceProperties properties)
        implements JdbcConnectionDetails {

    @Override
    public @Nullable String getUsername() {
        return properties.determineUsername();
    }

    @Override
    public @Nullable String getPassword() {
        return properties.determinePassword();
    }

    @Override
    public String getJdbcUrl() {
        return properties.determineUrl();
    }

    @Override
    public String getDriverClassName() {
        return properties.determineDriverClassName();
    }

    @Override
    public @Nullable String getXaDataSourceClassName() {
        String given = properties.getXa().getDataSourceClassName();
        return given != null ? given : JdbcConnectionDetails.super.getXaDataSourceClassName();
    }

    /** Says nothing of what it holds, which includes the password. */
    @Override
    public String toString() {
        return "PropertiesConnectionDetails";
    }
}
