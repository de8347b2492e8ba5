package io.sluice.spring.boot;

import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.OtherPoolOptions;
import io.sluice.jdbc.SluiceDataSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.DestructionAwareBeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Gives the data source of an application on Spring Boot 3.5 its options. Boot itself makes the
 * {@link SluiceDataSource} that {@code spring.datasource.type} names, with address, user and
 * password. Classes of Boot that have moved since are known by name.
 */
@AutoConfiguration(beforeName = SluiceBoot3AutoConfiguration.OF_BOOT + "AutoConfiguration")
@ConditionalOnClass(name = SluiceBoot3AutoConfiguration.OF_BOOT + "AutoConfiguration")
@ConditionalOnMissingClass(
        "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@EnableConfigurationProperties(SluiceProperties.class)
@Import(AllPoolsConfiguration.class)
public final class SluiceBoot3AutoConfiguration {

    static final String OF_BOOT = "org.springframework.boot.autoconfigure.jdbc.DataSource";

    SluiceBoot3AutoConfiguration() {}

    @Bean
    static Options sluiceOptionsOfBootsDataSource(
            ConfigurableListableBeanFactory beans, Environment environment) {
        return new Options(beans, environment);
    }

    /** Puts a data source with all options in the place of Boot's, which never starts. */
    static final class Options implements DestructionAwareBeanPostProcessor {

        private static final String DETAILS =
                "org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails";

        private final ConfigurableListableBeanFactory beans;
        private final Environment environment;

        /** What stands for those of Boot, which Spring would close instead. */
        private final Map<SluiceDataSource, SluiceDataSource> pools = new ConcurrentHashMap<>();

        Options(ConfigurableListableBeanFactory beans, Environment environment) {
            this.beans = beans;
            this.environment = environment;
        }

        @Override
        public Object postProcessBeforeInitialization(Object bean, String name) {
            if (bean instanceof SluiceDataSource ofBoot && isOfBoot(name)) {
                SluiceDataSource pool = withOptions(ofBoot);
                pools.put(ofBoot, pool);
                return pool;
            }
            return bean;
        }

        private boolean isOfBoot(String name) {
            String factory = beans.getMergedBeanDefinition(name).getFactoryBeanName();
            return factory != null && factory.startsWith(OF_BOOT + "Configuration");
        }

        private SluiceDataSource withOptions(SluiceDataSource ofBoot) {
            Map<String, String> options = beans.getBean(SluiceProperties.class).options();
            OtherPoolOptions other = PoolBeans.otherPool(environment);
            CommonOptions common =
                    new CommonOptions(
                            ofBoot.getUrl(),
                            ofBoot.getUsername(),
                            ofBoot.getPassword(),
                            ofBoot.getDriverClassName());
            if (hasService()) {
                other = common.replace(options, other);
            } else if (!CommonOptions.areNeedless(options, other)) {
                common.add(options, other);
            }
            add(options, other, JdbcOption.USERNAME);
            add(options, other, JdbcOption.PASSWORD);
            add(options, other, JdbcOption.NAME);
            PoolBeans.addMbean(options, other, environment);
            SluiceDataSource pool = SluiceProperties.create(options, other);
            PoolBeans.setOptions(pool, beans);
            return SluiceProperties.checked(pool);
        }

        private void add(Map<String, String> options, OtherPoolOptions other, JdbcOption option) {
            String value = environment.getProperty("spring.datasource." + option.key());
            CommonOptions.add(options, other, option, value);
        }

        /** Whether address and user are those of a service, such as a container. */
        private boolean hasService() {
            Class<?> type = ClassUtils.resolveClassName(DETAILS, beans.getBeanClassLoader());
            Object details = beans.getBean(type);
            return !details.getClass().getSimpleName().equals("PropertiesJdbcConnectionDetails");
        }

        @Override
        public boolean requiresDestruction(Object bean) {
            return bean instanceof SluiceDataSource ofBoot && pools.containsKey(ofBoot);
        }

        @Override
        public void postProcessBeforeDestruction(Object bean, String name) {
            if (bean instanceof SluiceDataSource ofBoot) {
                SluiceDataSource pool = pools.remove(ofBoot);
                if (pool != null) {
                    pool.close();
                }
            }
        }
    }
}
