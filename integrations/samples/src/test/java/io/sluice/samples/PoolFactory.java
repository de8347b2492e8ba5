package io.sluice.samples;

import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Property;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import jakarta.inject.Singleton;
import java.sql.SQLException;

/** The sample of Micronaut. */
@Factory
class PoolFactory {

    @Singleton
    @Bean(preDestroy = "close")
    SluiceDataSource orders(
            @Property(name = "orders.url") String url,
            @Property(name = "orders.max-size", defaultValue = "10") int maxSize)
            throws SQLException {
        return SluiceDataSource.create(
                JdbcPoolConfig.builder().name("orders").url(url).maxSize(maxSize).build());
    }
}
