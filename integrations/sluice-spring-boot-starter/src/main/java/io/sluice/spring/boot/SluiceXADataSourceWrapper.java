package io.sluice.spring.boot;

import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.OtherPoolOptions;
import io.sluice.jdbc.SluiceDataSource;
import java.util.Map;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.jdbc.XADataSourceWrapper;
import org.springframework.core.env.Environment;

/** Pools XA data sources for global transactions. */
final class SluiceXADataSourceWrapper implements XADataSourceWrapper {

    private final SluiceProperties properties;
    private final Environment environment;
    private final @Nullable String commonName;
    private final BeanFactory beans;

    /**
     * @param environment has options of another pool beside the properties
     * @param commonName the name of the pool if the properties have none; null leaves it unset
     * @param beans has the beans that the pool uses
     */
    SluiceXADataSourceWrapper(
            SluiceProperties properties,
            Environment environment,
            @Nullable String commonName,
            BeanFactory beans) {
        this.properties = properties;
        this.environment = environment;
        this.commonName = commonName;
        this.beans = beans;
    }

    @Override
    public SluiceDataSource wrapDataSource(XADataSource dataSource) {
        Map<String, String> options = properties.options();
        OtherPoolOptions other = PoolBeans.otherPool(environment);
        PoolBeans.addMbean(options, other, environment);
        if (commonName != null && !other.sets(JdbcOption.NAME)) {
            options.putIfAbsent(JdbcOption.NAME.key(), commonName);
        }
        // The class stands for the object until the options are checked.
        String key = JdbcOption.XA_DATA_SOURCE_CLASS_NAME.key();
        options.put(key, dataSource.getClass().getName());
        SluiceDataSource pool = SluiceProperties.create(options, other);
        pool.setXaDataSourceClassName(null);
        pool.setXaDataSource(dataSource);
        PoolBeans.setOptions(pool, beans);
        return SluiceProperties.checked(pool);
    }
}
