package io.sluice.spring.boot;

import io.sluice.jdbc.ConnectionCustomizer;
import io.sluice.jdbc.CredentialsProvider;
import io.sluice.jdbc.FatalErrorClassifier;
import io.sluice.jdbc.HikariOptions;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.SluicePool;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.SimpleAutowireCandidateResolver;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.core.env.Environment;

/** Finds the pools among the data sources of an application, and the beans that pools use. */
final class PoolBeans {

    private static final String HIKARI = "spring.datasource.hikari";

    private PoolBeans() {}

    /** Sets the beans that are options of a pool, each if there is exactly one. */
    static void setOptions(SluiceDataSource pool, BeanFactory beans) {
        beans.getBeanProvider(CredentialsProvider.class).ifUnique(pool::setCredentialsProvider);
        beans.getBeanProvider(ConnectionCustomizer.class).ifUnique(pool::setConnectionCustomizer);
        beans.getBeanProvider(FatalErrorClassifier.class).ifUnique(pool::setFatalErrorClassifier);
    }

    /** Returns what Boot's properties have for HikariCP. */
    static HikariOptions hikariOptions(Environment environment) {
        Map<String, String> given =
                Binder.get(environment)
                        .bind(HIKARI, Bindable.mapOf(String.class, String.class))
                        .orElse(Map.of());
        return HikariOptions.of(HIKARI + ".", given);
    }

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
