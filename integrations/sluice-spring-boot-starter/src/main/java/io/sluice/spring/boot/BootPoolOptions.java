package io.sluice.spring.boot;

import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.OtherPoolOptions;
import io.sluice.jdbc.SluiceDataSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.DestructionAwareBeanPostProcessor;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Gives a data source that Boot itself makes its options: puts one with all of them in the place of
 * Boot's, which never starts. Boot does so in 3.5, and in tests that may replace the database.
 */
final class BootPoolOptions implements DestructionAwareBeanPostProcessor {

    private final ConfigurableListableBeanFactory beans;
    private final Environment environment;
    private final String packageOfBoot;

    /** What stands for those of Boot, which Spring would close instead. */
    private final Map<SluiceDataSource, SluiceDataSource> pools = new ConcurrentHashMap<>();

    /**
     * @param packageOfBoot has the configuration that makes data sources
     */
    BootPoolOptions(
            ConfigurableListableBeanFactory beans, Environment environment, String packageOfBoot) {
        this.beans = beans;
        this.environment = environment;
        this.packageOfBoot = packageOfBoot;
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
        if (!beans.containsBeanDefinition(name)) {
            return false; // within another bean
        }
        String factory = beans.getMergedBeanDefinition(name).getFactoryBeanName();
        return factory != null && factory.startsWith(packageOfBoot + ".DataSourceConfiguration");
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
        String name = packageOfBoot + ".JdbcConnectionDetails";
        Class<?> type = ClassUtils.resolveClassName(name, beans.getBeanClassLoader());
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
