package io.sluice.spring.boot;

import io.micrometer.core.instrument.MeterRegistry;
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
    static SluiceMeters sluiceMeterBinder(ConfigurableListableBeanFactory beans) {
        return new SluiceMeters(beans);
    }
}
