package io.sluice.spring.boot;

import io.sluice.jdbc.HikariOptions;
import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.SluiceDataSource;
import java.util.Map;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.jdbc.XADataSourceWrapper;

/** Pools XA data sources for global transactions. */
final class SluiceXADataSourceWrapper implements XADataSourceWrapper {

    private final SluiceProperties properties;
    private final HikariOptions hikari;
    private final @Nullable String commonName;
    private final BeanFactory beans;

    /**
     * @param hikari options of HikariCP beside the properties
     * @param commonName the name of the pool if the properties have none; null leaves it unset
     * @param beans has the beans that the pool uses
     */
    SluiceXADataSourceWrapper(
            SluiceProperties properties,
            HikariOptions hikari,
            @Nullable String commonName,
            BeanFactory beans) {
        this.properties = properties;
        this.hikari = hikari;
        this.commonName = commonName;
        this.beans = beans;
    }

    @Override
    public SluiceDataSource wrapDataSource(XADataSource dataSource) {
        Map<String, String> options = properties.options();
        if (commonName != null && !hikari.sets(JdbcOption.NAME)) {
            options.putIfAbsent(JdbcOption.NAME.key(), commonName);
        }
        // The class stands for the object until the options are checked.
        String key = JdbcOption.XA_DATA_SOURCE_CLASS_NAME.key();
        options.put(key, dataSource.getClass().getName());
        SluiceDataSource pool = SluiceProperties.create(options, hikari);
        pool.setXaDataSourceClassName(null);
        pool.setXaDataSource(dataSource);
        PoolBeans.setOptions(pool, beans);
        return SluiceProperties.checked(pool);
    }
}
