package io.sluice.spring.boot;

import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.SluicePool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.health.DataSourceHealthContributorAutoConfiguration;
import org.springframework.boot.jdbc.health.DataSourceHealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/**
 * Reports the health of the data sources as {@code db}, in place of Boot, if one of them is a pool
 * of Sluice.
 */
@AutoConfiguration(
        before = DataSourceHealthContributorAutoConfiguration.class,
        after = DataSourceAutoConfiguration.class)
@ConditionalOnClass({
    DataSourceHealthContributorAutoConfiguration.class,
    ConditionalOnEnabledHealthIndicator.class
})
@ConditionalOnEnabledHealthIndicator("db")
@Conditional(SluiceHealthContributorAutoConfiguration.SluiceIsThere.class)
public final class SluiceHealthContributorAutoConfiguration implements DisposableBean {

    private final List<SluiceHealthIndicator> indicators = new ArrayList<>();

    SluiceHealthContributorAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(name = {"dbHealthIndicator", "dbHealthContributor"})
    HealthContributor dbHealthContributor(ConfigurableListableBeanFactory beans) {
        Map<String, DataSource> all = PoolBeans.dataSources(beans);
        return all.size() == 1
                ? contributor(all.values().iterator().next())
                : CompositeHealthContributor.fromMap(all, this::contributor);
    }

    private HealthContributor contributor(DataSource dataSource) {
        SluicePool pool = PoolBeans.behind(dataSource);
        if (pool == null) {
            return new DataSourceHealthIndicator(dataSource);
        }
        SluiceHealthIndicator indicator = new SluiceHealthIndicator(pool);
        indicators.add(indicator);
        return indicator;
    }

    @Override
    public void destroy() {
        indicators.forEach(SluiceHealthIndicator::close);
    }

    /** A data source of Sluice, or what makes one that Boot declares as any data source. */
    static class SluiceIsThere extends AnyNestedCondition {

        SluiceIsThere() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @ConditionalOnBean(SluiceDataSource.class)
        static class Pool {}

        @ConditionalOnBean(SluiceXADataSourceWrapper.class)
        static class XaPool {}
    }
}
