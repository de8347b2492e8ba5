package io.sluice.spring.boot;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/**
 * Gives the data source of an application on Spring Boot 3.5 its options. Boot itself makes the
 * {@link io.sluice.jdbc.SluiceDataSource} that {@code spring.datasource.type} names, with address,
 * user and password. Classes of Boot that have moved since are known by name.
 */
@AutoConfiguration(
        beforeName = SluiceBoot3AutoConfiguration.OF_BOOT + ".DataSourceAutoConfiguration")
@ConditionalOnClass(name = SluiceBoot3AutoConfiguration.OF_BOOT + ".DataSourceAutoConfiguration")
@ConditionalOnMissingClass(
        "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@EnableConfigurationProperties(SluiceProperties.class)
@Import(AllPoolsConfiguration.class)
public final class SluiceBoot3AutoConfiguration {

    /** The package of Boot's own configuration. */
    static final String OF_BOOT = "org.springframework.boot.autoconfigure.jdbc";

    SluiceBoot3AutoConfiguration() {}

    @Bean
    static BootPoolOptions sluiceOptionsOfBootsDataSource(
            ConfigurableListableBeanFactory beans, Environment environment) {
        return new BootPoolOptions(beans, environment, OF_BOOT);
    }
}
