package io.sluice.jdbc.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import bitronix.tm.resource.jdbc.PoolingDataSource;
import bitronix.tm.resource.jdbc.lrc.LrcXADataSource;
import com.alibaba.druid.pool.DruidDataSource;
import com.mchange.v2.c3p0.ComboPooledDataSource;
import com.zaxxer.hikari.HikariConfig;
import io.agroal.api.configuration.supplier.AgroalPropertiesReader;
import java.beans.Introspector;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.commons.dbcp2.BasicDataSource;
import org.apache.tomcat.jdbc.pool.PoolProperties;
import org.junit.jupiter.api.Test;

/** Checks the option names that are said to be those of other pools against these pools. */
class OtherPoolsNamesTest {

    private static final Map<String, Set<String>> NAMES =
            Map.of(
                    "HikariCP", setters(HikariConfig.class),
                    "Agroal", constants(AgroalPropertiesReader.class),
                    "DBCP", setters(BasicDataSource.class),
                    "Tomcat", setters(PoolProperties.class),
                    "c3p0", setters(ComboPooledDataSource.class),
                    "Druid", setters(DruidDataSource.class),
                    "Bitronix", setters(PoolingDataSource.class, LrcXADataSource.class));

    @Test
    void everyNameIsAnOptionOfThePoolsItIsSaidToBeOf() {
        assertThat(OtherPools.all())
                .allSatisfy(
                        entry -> {
                            for (String pool : entry.pools().split(", | and ")) {
                                assertThat(NAMES.get(pool)).as(pool).contains(entry.name());
                            }
                        });
    }

    @Test
    void noPoolIsWithoutNames() {
        assertThat(OtherPools.all())
                .flatExtracting(entry -> Set.of(entry.pools().split(", | and ")))
                .containsAll(NAMES.keySet());
    }

    private static Set<String> setters(Class<?>... types) {
        Set<String> names = new TreeSet<>();
        for (Class<?> type : types) {
            for (Method method : type.getMethods()) {
                if (method.getName().startsWith("set") && method.getParameterCount() == 1) {
                    names.add(Introspector.decapitalize(method.getName().substring(3)));
                }
            }
        }
        return names;
    }

    private static Set<String> constants(Class<?> type) {
        Set<String> names = new TreeSet<>();
        for (Field field : type.getFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getType() == String.class) {
                try {
                    names.add((String) field.get(null));
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            }
        }
        return names;
    }
}
