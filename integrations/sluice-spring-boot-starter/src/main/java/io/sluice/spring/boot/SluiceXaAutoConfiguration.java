package io.sluice.spring.boot;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.XADataSourceWrapper;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.boot.jdbc.autoconfigure.XADataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Lets Boot make an XA data source and pools it for global transactions, if {@code
 * sluice.datasource.transaction-manager} names a manager and Jakarta Transactions is on the class
 * path.
 */
@AutoConfiguration(before = XADataSourceAutoConfiguration.class)
@ConditionalOnClass(
        value = XADataSourceAutoConfiguration.class,
        name = "jakarta.transaction.TransactionManager")
@ConditionalOnProperty("sluice.datasource.transaction-manager")
@EnableConfigurationProperties({SluiceProperties.class, DataSourceProperties.class})
public final class SluiceXaAutoConfiguration {

    SluiceXaAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(XADataSourceWrapper.class)
    SluiceXADataSourceWrapper xaDataSourceWrapper(
            SluiceProperties properties,
            DataSourceProperties common,
            Environment environment,
            BeanFactory beans) {
        return new SluiceXADataSourceWrapper(properties, environment, common.getName(), beans);
    }
}
