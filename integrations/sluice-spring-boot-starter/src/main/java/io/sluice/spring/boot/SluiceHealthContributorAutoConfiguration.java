package io.sluice.spring.boot;

import io.sluice.jdbc.SluicePool;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.health.DataSourceHealthContributorAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.health.DataSourceHealthIndicatorProperties;
import org.springframework.boot.jdbc.health.DataSourceHealthIndicator;
import org.springframework.boot.jdbc.metadata.CompositeDataSourcePoolMetadataProvider;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadata;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/**
 * Reports the health of the data sources as {@code db}, in place of Boot. Each pool of Sluice is
 * checked beside it, any other data source as Boot does. Which data source is a pool shows only
 * when they are made, so this serves applications without one as well.
 */
@AutoConfiguration(
        before = DataSourceHealthContributorAutoConfiguration.class,
        after = DataSourceAutoConfiguration.class)
@ConditionalOnClass({
    DataSourceHealthContributorAutoConfiguration.class,
    ConditionalOnEnabledHealthIndicator.class,
    AbstractRoutingDataSource.class
})
@ConditionalOnBean(DataSource.class)
@ConditionalOnEnabledHealthIndicator("db")
@EnableConfigurationProperties(DataSourceHealthIndicatorProperties.class)
public final class SluiceHealthContributorAutoConfiguration implements DisposableBean {

    private final DataSourcePoolMetadataProvider metadata;

    /** One for a pool, which several data sources may lead to. */
    private final Map<SluicePool, SluiceHealthIndicator> indicators = new HashMap<>();

    SluiceHealthContributorAutoConfiguration(
            ObjectProvider<DataSourcePoolMetadataProvider> providers) {
        metadata = new CompositeDataSourcePoolMetadataProvider(providers.orderedStream().toList());
    }

    @Bean
    @ConditionalOnMissingBean(name = {"dbHealthIndicator", "dbHealthContributor"})
    HealthContributor dbHealthContributor(
            ConfigurableListableBeanFactory beans, DataSourceHealthIndicatorProperties properties) {
        Map<String, DataSource> all = new LinkedHashMap<>(PoolBeans.dataSources(beans));
        if (properties.isIgnoreRoutingDataSources()) {
            all.values().removeIf(dataSource -> routing(dataSource) != null);
        }
        return all.size() == 1
                ? contributor(all.values().iterator().next())
                : CompositeHealthContributor.fromMap(all, this::contributor);
    }

    private HealthContributor contributor(DataSource dataSource) {
        AbstractRoutingDataSource routing = routing(dataSource);
        if (routing != null) { // first, as it passes for its default
            return CompositeHealthContributor.fromMap(targets(routing), this::contributor);
        }
        SluicePool pool = PoolBeans.behind(dataSource);
        if (pool != null) {
            return indicators.computeIfAbsent(pool, first -> new SluiceHealthIndicator(dataSource));
        }
        DataSourcePoolMetadata known = metadata.getDataSourcePoolMetadata(dataSource);
        String query = known == null ? null : known.getValidationQuery();
        return new DataSourceHealthIndicator(dataSource, query);
    }

    private static @Nullable AbstractRoutingDataSource routing(DataSource dataSource) {
        return dataSource instanceof AbstractRoutingDataSource routing
                ? routing
                : DataSourceUnwrapper.unwrap(dataSource, AbstractRoutingDataSource.class);
    }

    private static Map<String, DataSource> targets(AbstractRoutingDataSource routing) {
        return routing.getResolvedDataSources().entrySet().stream()
                .collect(
                        Collectors.toMap(
                                target -> Objects.toString(target.getKey(), "unnamed"),
                                Map.Entry::getValue));
    }

    @Override
    public void destroy() {
        indicators.values().forEach(SluiceHealthIndicator::close);
    }
}
