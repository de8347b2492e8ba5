package io.sluice.spring.boot;

import io.sluice.jdbc.ConnectionCustomizer;
import io.sluice.jdbc.CredentialsProvider;
import io.sluice.jdbc.FatalErrorClassifier;
import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.OtherPoolOptions;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.SluicePool;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.Advised;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.SimpleAutowireCandidateResolver;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.core.env.Environment;

/** Finds the pools among the data sources of an application, and the beans that pools use. */
final class PoolBeans {

    private static final String DATASOURCE = "spring.datasource.";

    /** Where the properties of other pools are, by the names that Sluice has for these. */
    private static final Map<String, String> OTHER_POOLS =
            Map.of(
                    "hikaricp", DATASOURCE + "hikari",
                    "tomcat", DATASOURCE + "tomcat",
                    "dbcp2", DATASOURCE + "dbcp2",
                    "agroal", DATASOURCE + "agroal",
                    "c3p0", DATASOURCE + "c3p0",
                    "druid", DATASOURCE + "druid",
                    "bitronix", "spring.jta.bitronix.datasource"); // of Boot 2

    private PoolBeans() {}

    /** Sets the beans that are options of a pool, each if there is exactly one. */
    static void setOptions(SluiceDataSource pool, BeanFactory beans) {
        beans.getBeanProvider(CredentialsProvider.class).ifUnique(pool::setCredentialsProvider);
        beans.getBeanProvider(ConnectionCustomizer.class).ifUnique(pool::setConnectionCustomizer);
        beans.getBeanProvider(FatalErrorClassifier.class).ifUnique(pool::setFatalErrorClassifier);
    }

    /**
     * Returns what properties of Boot, or of a pool's own starter, have for another pool.
     *
     * @throws InvalidPoolOptionsException if they have options of several, or of Oracle UCP, which
     *     Sluice does not translate
     */
    static OtherPoolOptions otherPool(Environment environment) {
        Set<String> ofOracle = below(DATASOURCE + "oracleucp", environment).keySet();
        if (!ofOracle.isEmpty()) {
            throw new InvalidPoolOptionsException(
                    "options of Oracle UCP are not translated: "
                            + list(DATASOURCE + "oracleucp.", ofOracle)
                            + "; set those of Sluice below sluice.datasource instead, and remove"
                            + " these");
        }
        Map<String, OtherPoolOptions> found = new TreeMap<>();
        OTHER_POOLS.forEach(
                (pool, name) -> {
                    Map<String, String> given = below(name, environment);
                    if (!given.isEmpty()) {
                        found.put(name + ".*", OtherPoolOptions.of(pool, name + ".", given));
                    }
                });
        if (found.size() > 1) {
            throw new InvalidPoolOptionsException(
                    "properties of several pools are set: "
                            + String.join(", ", found.keySet())
                            + "; keep those of one pool");
        }
        return found.values().stream().findAny().orElseGet(OtherPoolOptions::none);
    }

    /** Returns the option that a key of any other pool sets, in any form; null if none does. */
    static @Nullable JdbcOption counterpart(String key) {
        return OTHER_POOLS.keySet().stream()
                .sorted()
                .map(pool -> OtherPoolOptions.of(pool, "", Map.of(key, "any")))
                .flatMap(given -> Arrays.stream(JdbcOption.values()).filter(given::sets))
                .findFirst()
                .orElse(null);
    }

    private static Map<String, String> below(String name, Environment environment) {
        return Binder.get(environment)
                .bind(name, Bindable.mapOf(String.class, String.class))
                .orElse(Map.of());
    }

    private static String list(String prefix, Set<String> keys) {
        return keys.stream().sorted().map(prefix::concat).collect(Collectors.joining(", "));
    }

    /** An application that publishes its beans through JMX has the MBean of the pool as well. */
    static void addMbean(
            Map<String, String> options, OtherPoolOptions other, Environment environment) {
        if (environment.getProperty("spring.jmx.enabled", Boolean.class, false)
                && !other.sets(JdbcOption.REGISTER_MBEAN)) {
            options.putIfAbsent(JdbcOption.REGISTER_MBEAN.key(), "true");
        }
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
        SluicePool pool = DataSourceUnwrapper.unwrap(dataSource, SluicePool.class);
        return pool == null ? null : target(pool);
    }

    /** Returns the pool itself if a proxy has its type, as that of a scope may have. */
    private static SluicePool target(SluicePool pool) {
        return pool instanceof Advised proxy && target(proxy) instanceof SluicePool behind
                ? target(behind)
                : pool;
    }

    private static @Nullable Object target(Advised proxy) {
        try {
            return proxy.getTargetSource().getTarget();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("The pool behind " + proxy + " cannot be made", e);
        }
    }
}
