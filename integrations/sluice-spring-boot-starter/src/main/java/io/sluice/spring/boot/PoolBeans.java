package io.sluice.spring.boot;

import io.sluice.jdbc.SluicePool;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.SimpleAutowireCandidateResolver;
import org.springframework.boot.jdbc.DataSourceUnwrapper;

/** Finds the pools among the data sources of an application. */
final class PoolBeans {

    private PoolBeans() {}

    /** Returns the data sources by the names of their beans, in the order of their definition. */
    static Map<String, DataSource> dataSources(ConfigurableListableBeanFactory beans) {
        return SimpleAutowireCandidateResolver.resolveAutowireCandidates(
                beans,
                DataSource.class,
                /* includeNonSingletons= */ false,
                /* allowEagerInit= */ true);
    }

    /** Returns each pool once, however many data sources lead to it. */
    static Set<SluicePool> all(ConfigurableListableBeanFactory beans) {
        Collection<DataSource> dataSources = dataSources(beans).values();
        return dataSources.stream()
                .map(PoolBeans::behind)
                .filter(Objects::nonNull)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the pool behind the wrappers and proxies of a data source, or null. */
    static @Nullable SluicePool behind(DataSource dataSource) {
        return DataSourceUnwrapper.unwrap(dataSource, SluicePool.class);
    }
}
