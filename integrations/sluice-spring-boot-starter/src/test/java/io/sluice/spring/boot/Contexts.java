package io.sluice.spring.boot;

import io.sluice.jdbc.SluiceDataSource;
import java.util.Map;
import java.util.UUID;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JndiDataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.XADataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.health.DataSourceHealthContributorAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.metrics.DataSourcePoolMetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Small applications with an H2 of their own. */
final class Contexts {

    static final String TYPE = "spring.datasource.type=" + SluiceDataSource.class.getName();

    private Contexts() {}

    /** An application that has not chosen a pool. */
    static ApplicationContextRunner undecided() {
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(
                                SluiceDataSourceAutoConfiguration.class,
                                SluiceXaAutoConfiguration.class,
                                SluiceMetricsAutoConfiguration.class,
                                SluiceHealthContributorAutoConfiguration.class,
                                DataSourceAutoConfiguration.class,
                                JndiDataSourceAutoConfiguration.class,
                                XADataSourceAutoConfiguration.class,
                                DataSourceHealthContributorAutoConfiguration.class,
                                DataSourcePoolMetricsAutoConfiguration.class,
                                MetricsAutoConfiguration.class,
                                CompositeMeterRegistryAutoConfiguration.class,
                                SimpleMetricsExportAutoConfiguration.class))
                .withPropertyValues(
                        "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID(),
                        "spring.datasource.username=sa",
                        "spring.datasource.name=orders");
    }

    /** An application that has chosen Sluice. */
    static ApplicationContextRunner sluice() {
        return undecided().withPropertyValues(TYPE);
    }

    /** The same with environment variables. */
    static ApplicationContextRunner sluice(Map<String, Object> variables) {
        return sluice().withInitializer(
                        context ->
                                context.getEnvironment()
                                        .getPropertySources()
                                        .addFirst(
                                                new SystemEnvironmentPropertySource(
                                                        "test-systemEnvironment", variables)));
    }
}
