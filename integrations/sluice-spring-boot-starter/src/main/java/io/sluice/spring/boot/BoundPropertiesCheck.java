package io.sluice.spring.boot;

import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.SluiceDataSource;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.ConfigurationPropertiesBean;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.context.ApplicationContext;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Refuses properties that an application binds to a pool itself and that the pool does not have.
 * Spring ignores these, so a misspelt one or one of another pool would have no effect.
 */
final class BoundPropertiesCheck implements BeanPostProcessor {

    /** What an application may keep under the same prefix for Boot, beside address and user. */
    private static final List<String> OF_BOOT =
            List.of(
                    "type",
                    "generateUniqueName",
                    "embeddedDatabaseConnection",
                    "jndiName",
                    "connectionFetch",
                    "xa");

    /** Properties that Spring cannot bind, and would ignore with all below them. */
    private static final Set<String> OBJECTS = Set.of("datasource", "xadatasource");

    private final ApplicationContext context;

    BoundPropertiesCheck(ApplicationContext context) {
        this.context = context;
    }

    private static Set<String> known() {
        Stream<String> ofPool =
                Arrays.stream(BeanUtils.getPropertyDescriptors(SluiceDataSource.class))
                        .filter(property -> property.getWriteMethod() != null)
                        .map(property -> property.getName());
        return Stream.concat(ofPool, OF_BOOT.stream())
                .map(name -> name.toLowerCase(Locale.ROOT))
                .filter(name -> !OBJECTS.contains(name))
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        ConfigurationPropertiesBean bound =
                bean instanceof SluiceDataSource
                        ? ConfigurationPropertiesBean.get(context, bean, name)
                        : null;
        if (bound != null) {
            check(name, ConfigurationPropertyName.of(bound.getAnnotation().prefix()));
        }
        return bean;
    }

    private void check(String bean, ConfigurationPropertyName prefix) {
        Set<String> known = known(); // only now: most applications bind nothing to a pool itself
        Set<ConfigurationPropertyName> others = othersBelow(prefix);
        Set<String> problems = new TreeSet<>();
        for (ConfigurationPropertySource source :
                ConfigurationPropertySources.get(context.getEnvironment())) {
            if (source instanceof IterableConfigurationPropertySource iterable) {
                iterable.stream()
                        .filter(prefix::isAncestorOf)
                        .filter(key -> others.stream().noneMatch(it -> it.isAncestorOf(key)))
                        .map(
                                key ->
                                        problem(
                                                known,
                                                key,
                                                prefix.getNumberOfElements(),
                                                isVariables(source)))
                        .filter(problem -> !problem.isEmpty())
                        .forEach(problems::add);
            }
        }
        if (!problems.isEmpty()) {
            throw new InvalidPoolOptionsException(
                    String.join("; ", problems)
                            + "; the bean "
                            + bean
                            + " is a SluiceDataSource that is bound to "
                            + prefix
                            + ", so use the names of Sluice below it");
        }
    }

    /** Returns the prefixes of other beans that are below that of a pool. */
    private Set<ConfigurationPropertyName> othersBelow(ConfigurationPropertyName prefix) {
        return Arrays.stream(context.getBeanDefinitionNames())
                .map(
                        name ->
                                context.findAllAnnotationsOnBean(
                                        name,
                                        ConfigurationProperties.class,
                                        /* allowFactoryBeanInit= */ false))
                .flatMap(Set::stream)
                .map(annotation -> ConfigurationPropertyName.of(annotation.prefix()))
                .filter(prefix::isAncestorOf)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static boolean isVariables(ConfigurationPropertySource source) {
        return source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
    }

    /** Says what is wrong with a key; empty if nothing is. */
    private static String problem(
            Set<String> known,
            ConfigurationPropertyName key,
            int prefixLength,
            boolean isVariable) {
        String first = key.getElement(prefixLength, Form.UNIFORM);
        // MAX_SIZE has two elements, and is one property.
        String whole =
                IntStream.range(prefixLength, key.getNumberOfElements())
                        .mapToObj(i -> key.getElement(i, Form.UNIFORM))
                        .collect(Collectors.joining());
        if (known.contains(first) || (isVariable && known.contains(whole))) {
            return "";
        }
        JdbcOption option = PoolBeans.counterpart(whole);
        if (option != null) {
            return key + " is " + property(option) + " here";
        }
        if (OBJECTS.contains(first)) {
            return key + ": properties of the driver are below dataSourceProperties here";
        }
        // A short prefix may be that of variables for something else.
        return isVariable ? "" : key + ": " + refusal(key.subName(prefixLength).toString());
    }

    private static String property(JdbcOption option) {
        return option == JdbcOption.DATA_SOURCE_PROPERTIES ? "dataSourceProperties" : option.key();
    }

    /** Returns what is said of a key among the options of a pool. */
    private static String refusal(String key) {
        SluiceProperties properties = new SluiceProperties();
        properties.getDatasource().put(JdbcOption.URL.key(), "jdbc:none");
        properties.getDatasource().put(key, "1");
        try (SluiceDataSource none = properties.createDataSource()) {
            return "unknown property of " + none.getClass().getSimpleName();
        } catch (InvalidPoolOptionsException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
