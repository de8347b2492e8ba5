package io.sluice.spring.boot;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.sluice.jdbc.SluicePool;
import io.sluice.jdbc.micrometer.SluiceMeterBinder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;

/**
 * Publishes the figures of each pool through Micrometer, as {@code sluice.connections} and also as
 * {@code hikaricp.connections}.
 */
@AutoConfiguration(
        after = DataSourceAutoConfiguration.class,
        afterName =
                "org.springframework.boot.micrometer.metrics.autoconfigure"
                        + ".CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass({MeterRegistry.class, DataSourceAutoConfiguration.class})
@ConditionalOnBean({MeterRegistry.class, DataSource.class})
public final class SluiceMetricsAutoConfiguration {

    SluiceMetricsAutoConfiguration() {}

    @Bean
    MeterBinder sluiceMeterBinder(ConfigurableListableBeanFactory beans) {
        // One binder a pool, as a pool has one observer, which serves all registries.
        Map<SluicePool, SluiceMeterBinder> binders = new ConcurrentHashMap<>();
        return registry ->
                PoolBeans.all(beans)
                        .forEach(
                                pool ->
                                        binders.computeIfAbsent(
                                                        pool,
                                                        SluiceMetricsAutoConfiguration::binder)
                                                .bindTo(registry));
    }

    private static SluiceMeterBinder binder(SluicePool pool) {
        return new SluiceMeterBinder(pool).withHikariNames();
    }
}
