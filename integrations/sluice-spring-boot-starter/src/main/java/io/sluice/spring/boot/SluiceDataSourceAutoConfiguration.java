package io.sluice.spring.boot;

import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.OtherPoolOptions;
import io.sluice.jdbc.SluiceDataSource;
import java.util.Map;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.jdbc.autoconfigure.JndiDataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.XADataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/**
 * Makes the data source of an application a {@link SluiceDataSource}, if {@code
 * spring.datasource.type} names that class, or if the type is not set and Boot finds no other pool.
 * It steps back if the application defines a data source itself.
 *
 * <p>Address, user and password come from {@code spring.datasource} or from the connection details
 * of a service, the options from {@link SluiceProperties}. In a test that may replace the database,
 * Boot makes the data source, and this gives it the options.
 */
@AutoConfiguration(
        before = DataSourceAutoConfiguration.class,
        after = {JndiDataSourceAutoConfiguration.class, XADataSourceAutoConfiguration.class},
        afterName = SluiceDataSourceAutoConfiguration.TEST_DATABASE)
@ConditionalOnClass(DataSourceAutoConfiguration.class)
@ConditionalOnMissingBean(type = "io.r2dbc.spi.ConnectionFactory")
@EnableConfigurationProperties({SluiceProperties.class, DataSourceProperties.class})
@Import(AllPoolsConfiguration.class)
public final class SluiceDataSourceAutoConfiguration {

    /** Gives a test of the application another database, unless it has one for tests. */
    static final String TEST_DATABASE =
            "org.springframework.boot.jdbc.test.autoconfigure.TestDatabaseAutoConfiguration";

    SluiceDataSourceAutoConfiguration() {}

    @Bean
    @ConditionalOnBean(type = TEST_DATABASE)
    static BootPoolOptions sluiceOptionsOfBootsDataSource(
            ConfigurableListableBeanFactory beans, Environment environment) {
        String ofBoot = DataSourceAutoConfiguration.class.getPackageName();
        return new BootPoolOptions(beans, environment, ofBoot);
    }

    /** The data source itself. */
    @Configuration(proxyBeanMethods = false)
    @Conditional(SluiceIsChosen.class)
    @ConditionalOnMissingBean({DataSource.class, XADataSource.class})
    static class PoolConfiguration {

        @Bean
        @ConditionalOnMissingBean(JdbcConnectionDetails.class)
        PropertiesConnectionDetails jdbcConnectionDetails(DataSourceProperties properties) {
            return new PropertiesConnectionDetails(properties);
        }

        @Bean
        SluiceDataSource dataSource(
                SluiceProperties properties,
                DataSourceProperties common,
                JdbcConnectionDetails connection,
                Environment environment,
                BeanFactory beans) {
            Map<String, String> options = properties.options();
            OtherPoolOptions other = PoolBeans.otherPool(environment);
            if (connection instanceof PropertiesConnectionDetails) {
                addMissing(options, other, common, connection);
            } else {
                other =
                        new CommonOptions(
                                        connection.getJdbcUrl(),
                                        connection.getUsername(),
                                        connection.getPassword(),
                                        connection.getDriverClassName())
                                .replace(options, other);
            }
            CommonOptions.add(options, other, JdbcOption.NAME, common.getName());
            PoolBeans.addMbean(options, other, environment);
            SluiceDataSource dataSource = SluiceProperties.create(options, other);
            PoolBeans.setOptions(dataSource, beans);
            return SluiceProperties.checked(dataSource);
        }

        /** As Boot does for its own pools, since 4.1. */
        @Bean
        @ConditionalOnProperty(name = "spring.datasource.connection-fetch", havingValue = "lazy")
        static BeanPostProcessor lazyConnectionDataSourceBeanPostProcessor() {
            return new BeanPostProcessor() {

                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return name.equals("dataSource") && bean instanceof DataSource dataSource
                            ? new LazyConnectionDataSourceProxy(dataSource)
                            : bean;
                }
            };
        }

        /** What stands below {@code spring.datasource} counts if no option of a pool does. */
        private static void addMissing(
                Map<String, String> options,
                OtherPoolOptions other,
                DataSourceProperties common,
                JdbcConnectionDetails connection) {
            if (!CommonOptions.areNeedless(options, other)) {
                new CommonOptions(
                                connection.getJdbcUrl(),
                                connection.getUsername(),
                                connection.getPassword(),
                                common.getDriverClassName())
                        .add(options, other);
            }
            CommonOptions.add(options, other, JdbcOption.USERNAME, common.getUsername());
            CommonOptions.add(options, other, JdbcOption.PASSWORD, common.getPassword());
        }
    }

    /** Whether Sluice is the pool to use, and not made by Boot. */
    static class SluiceIsChosen extends SpringBootCondition implements ConfigurationCondition {

        private static final String TYPE = "spring.datasource.type";

        @Override
        public ConfigurationPhase getConfigurationPhase() {
            return ConfigurationPhase.REGISTER_BEAN;
        }

        @Override
        public ConditionOutcome getMatchOutcome(
                ConditionContext context, AnnotatedTypeMetadata metadata) {
            String type = context.getEnvironment().getProperty(TYPE);
            if (type != null) {
                if (context.getRegistry().containsBeanDefinition(TEST_DATABASE)) {
                    // It takes a data source of another package for one of the application.
                    return ConditionOutcome.noMatch("Boot makes the data sources of tests");
                }
                boolean ours = type.equals(SluiceDataSource.class.getName());
                return new ConditionOutcome(ours, TYPE + " is " + type);
            }
            Class<?> other = DataSourceBuilder.findType(context.getClassLoader());
            return other == null
                    ? ConditionOutcome.match(TYPE + " is not set, and Boot finds no other pool")
                    : ConditionOutcome.noMatch(
                            TYPE + " is not set, and " + other.getName() + " is there");
        }
    }
}
