package io.sluice.jdbc.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import bitronix.tm.resource.jdbc.PoolingDataSource;
import com.alibaba.druid.pool.DruidDataSource;
import com.alibaba.druid.pool.DruidDataSourceFactory;
import com.mchange.v2.c3p0.ComboPooledDataSource;
import com.zaxxer.hikari.HikariDataSource;
import io.agroal.api.configuration.supplier.AgroalPropertiesReader;
import java.beans.Introspector;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.commons.dbcp2.BasicDataSource;
import org.apache.commons.dbcp2.BasicDataSourceFactory;
import org.apache.tomcat.jdbc.pool.DataSource;
import org.apache.tomcat.jdbc.pool.PoolProperties;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the table of names with the pools themselves, both ways. */
class OtherPoolsNamesTest {

    /** Druid reads it, and no setter or constant has it. */
    private static final Set<String> READ_BY_DRUID = Set.of("useGloalDataSourceStat", "stat.*");

    /** Families of keys of c3p0, and the libraries whose settings its file has too. */
    private static final Set<String> FAMILIES_OF_C3P0 =
            Set.of("extensions.*", "named-configs.*", "user-overrides.*", "com.mchange.*");

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void everyOptionThatAFileCanSetIsInTheTable(Dialect dialect) {
        Set<String> missing = names(dialect, OtherPoolsNamesTest::isText);
        assertThat(missing).hasSizeGreaterThan(20);
        dialect.options().forEach(option -> missing.remove(option.name()));
        assertThat(missing).as("options of %s that the table lacks", dialect.title()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void everyNameIsAnOptionOfThePool(Dialect dialect) {
        Set<String> known = names(dialect, type -> true);
        assertThat(dialect.options())
                .extracting(OtherOption::name)
                .allSatisfy(name -> assertThat(known).contains(name));
    }

    private static Set<String> names(Dialect dialect, Predicate<Class<?>> types) {
        Set<String> names = new TreeSet<>();
        switch (dialect) {
            case HIKARICP -> {
                names.addAll(setters(types, HikariDataSource.class));
                names.add("dataSource.*");
            }
            case AGROAL -> names.addAll(constants("", AgroalPropertiesReader.class));
            case DBCP2 -> {
                names.addAll(setters(types, BasicDataSource.class));
                names.addAll(constants("PROP_", BasicDataSourceFactory.class));
            }
            case TOMCAT -> names.addAll(setters(types, PoolProperties.class, DataSource.class));
            case C3P0 -> {
                names.addAll(setters(types, ComboPooledDataSource.class));
                names.addAll(FAMILIES_OF_C3P0);
            }
            case DRUID -> {
                names.addAll(setters(types, DruidDataSource.class));
                names.addAll(constants("PROP_", DruidDataSourceFactory.class));
                names.addAll(READ_BY_DRUID);
                names.remove("exception-sorter-class-name"); // a key may have hyphens
            }
            case BITRONIX -> {
                names.addAll(setters(types, PoolingDataSource.class));
                names.add("driverProperties.*");
            }
        }
        return names;
    }

    /** A file gives text, numbers, flags, times and lists; Java gives objects. */
    private static boolean isText(Class<?> type) {
        return type.isPrimitive()
                || type.isEnum()
                || Set.of(
                                String.class,
                                Boolean.class,
                                Integer.class,
                                Long.class,
                                Duration.class,
                                Properties.class,
                                Collection.class,
                                List.class)
                        .contains(type);
    }

    private static Set<String> setters(Predicate<Class<?>> types, Class<?>... beans) {
        Set<String> names = new TreeSet<>();
        for (Class<?> bean : beans) {
            for (Method method : bean.getMethods()) {
                if (method.getName().startsWith("set")
                        && method.getParameterCount() == 1
                        && types.test(method.getParameterTypes()[0])) {
                    names.add(Introspector.decapitalize(method.getName().substring(3)));
                }
            }
        }
        return names;
    }

    /** The values of constants, which the readers of files have for their keys. */
    private static Set<String> constants(String prefix, Class<?> type) {
        Set<String> names = new TreeSet<>();
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())
                    && field.getType() == String.class
                    && field.getName().startsWith(prefix)) {
                try {
                    field.setAccessible(true);
                    names.add((String) field.get(null));
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            }
        }
        return names;
    }
}
