package io.sluice.spring.boot;

import io.micrometer.core.instrument.MeterRegistry;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.context.annotation.Bean;

/**
 * Publishes the figures of each pool through Micrometer, as {@code sluice.connections} and also as
 * {@code hikaricp.connections}.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure"
                    + ".CompositeMeterRegistryAutoConfiguration",
            // of Boot 3
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.metrics"
                    + ".CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass({MeterRegistry.class, DataSourceUnwrapper.class})
@ConditionalOnBean({MeterRegistry.class, DataSource.class})
public final class SluiceMetricsAutoConfiguration {

    SluiceMetricsAutoConfiguration() {}

    @Bean
    static SluiceMeters sluiceMeterBinder(ConfigurableListableBeanFactory beans) {
        return new SluiceMeters(beans);
    }
}
