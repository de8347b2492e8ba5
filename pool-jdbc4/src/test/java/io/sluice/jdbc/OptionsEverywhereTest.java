package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.internal.config.OptionType;
import io.sluice.jdbc.internal.config.OptionTypes;
import java.beans.IntrospectionException;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks everything about options against the one description of them. */
class OptionsEverywhereTest {

    private static final Path SOURCES = Path.of("src", "main", "java", "io", "sluice", "jdbc");

    /** Setters that the interface of a data source asks for. */
    private static final Set<String> OF_THE_INTERFACE = Set.of("setLoginTimeout", "setLogWriter");

    private static String memberName(JdbcOption option) {
        return option == JdbcOption.DATA_SOURCE_PROPERTIES ? "dataSourceProperties" : option.key();
    }

    private static String setterName(JdbcOption option) {
        String name = memberName(option);
        return "set" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    private static Class<?> boxed(Class<?> type) {
        if (type == int.class) {
            return Integer.class;
        }
        if (type == boolean.class) {
            return Boolean.class;
        }
        return type == double.class ? Double.class : type;
    }

    @Test
    void theConstantIsCalledLikeTheOption() {
        for (JdbcOption option : JdbcOption.values()) {
            String expected =
                    memberName(option).replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
            assertThat(option.name()).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource(JdbcOption.class)
    void theBuilderHasASetter(JdbcOption option) throws NoSuchMethodException {
        Method setter =
                JdbcPoolConfig.Builder.class.getMethod(memberName(option), option.javaType());
        assertThat(setter.getReturnType()).isEqualTo(JdbcPoolConfig.Builder.class);
    }

    @ParameterizedTest
    @EnumSource(JdbcOption.class)
    void theConfigurationHasAGetter(JdbcOption option) throws NoSuchMethodException {
        Method getter = JdbcPoolConfig.class.getMethod(memberName(option));
        assertThat(boxed(getter.getReturnType())).isEqualTo(boxed(option.javaType()));
    }

    @ParameterizedTest
    @EnumSource(JdbcOption.class)
    void theBeanHasAProperty(JdbcOption option) throws IntrospectionException {
        PropertyDescriptor property = property(option);
        assertThat(property.getWriteMethod()).isNotNull();
        assertThat(boxed(property.getReadMethod().getReturnType()))
                .isEqualTo(boxed(option.javaType()));
    }

    private static PropertyDescriptor property(JdbcOption option) throws IntrospectionException {
        return Arrays.stream(
                        Introspector.getBeanInfo(SluiceDataSource.class).getPropertyDescriptors())
                .filter(property -> property.getName().equals(memberName(option)))
                .findAny()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(JdbcOption.class)
    void whatTheBeanIsGivenIsWhatItReturns(JdbcOption option) throws Exception {
        PropertyDescriptor property = property(option);
        SluiceDataSource bean = new SluiceDataSource();
        OptionType type = OptionTypes.of(option.key());
        Object unset = property.getReadMethod().invoke(bean);
        if (!option.defaultText().isEmpty()) {
            assertThat(unset)
                    .isEqualTo(type.read(option.key(), option.defaultText(), /* shown= */ ""));
        } else if (option == JdbcOption.DATA_SOURCE_PROPERTIES) {
            assertThat(unset).isEqualTo(Map.of());
        } else {
            assertThat(unset).isNull();
        }
        Object value = example(option);
        property.getWriteMethod().invoke(bean, value);
        assertThat(property.getReadMethod().invoke(bean)).isEqualTo(value);
        if (!property.getPropertyType().isPrimitive()) {
            property.getWriteMethod().invoke(bean, (Object) null);
            assertThat(property.getReadMethod().invoke(bean)).isEqualTo(unset);
        }
    }

    private static Object example(JdbcOption option) {
        OptionType type = OptionTypes.of(option.key());
        if (option == JdbcOption.DATA_SOURCE_PROPERTIES) {
            return Map.of("ssl", "true");
        }
        if (type.javaType().isInterface()) { // an object, equal only to itself
            return Proxy.newProxyInstance(
                    OptionsEverywhereTest.class.getClassLoader(),
                    new Class<?>[] {type.javaType()},
                    (self, method, arguments) ->
                            method.getName().equals("equals") ? self == arguments[0] : null);
        }
        String text = type.example().isEmpty() ? "secret" : type.example();
        return type.read(option.key(), text, text);
    }

    @Test
    void theBeanHasNoOtherSetters() {
        Set<String> expected = new TreeSet<>(OF_THE_INTERFACE);
        for (JdbcOption option : JdbcOption.values()) {
            expected.add(setterName(option));
        }
        Set<String> found = new TreeSet<>();
        for (Method method : SluiceDataSource.class.getMethods()) {
            if (method.getName().startsWith("set")) {
                found.add(method.getName());
            }
        }
        assertThat(found).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(JdbcOption.class)
    void whatASetterIsGivenIsWhatTheConfigurationHas(JdbcOption option) throws Exception {
        OptionType type = OptionTypes.of(option.key());
        if (type.example().isEmpty() || option.kind().equals("class name")) {
            return;
        }
        Object value = type.read(option.key(), type.example(), type.example());
        JdbcPoolConfig.Builder builder = JdbcPoolConfig.builder();
        JdbcPoolConfig.Builder.class
                .getMethod(memberName(option), option.javaType())
                .invoke(builder, value);
        if (option == JdbcOption.DRIVER_CLASS_NAME) {
            builder.url("jdbc:h2:mem:x");
        } else if (option == JdbcOption.MIN_SIZE) {
            builder.maxSize(100);
        }
        if (option != JdbcOption.URL
                && option != JdbcOption.DRIVER_CLASS_NAME
                && option != JdbcOption.DATA_SOURCE_CLASS_NAME
                && option != JdbcOption.XA_DATA_SOURCE_CLASS_NAME
                && !option.name().startsWith("TRANSACTION")) {
            builder.dataSource(new RecordingDatabase());
        }
        if (option.name().startsWith("TRANSACTION")) {
            builder.name("x").xaDataSourceClassName("org.h2.jdbcx.JdbcDataSource");
        }
        if (option == JdbcOption.TRANSACTIONS || option == JdbcOption.XA_DATA_SOURCE_CLASS_NAME) {
            builder.name("x").transactionManager("narayana");
        }
        if (option == JdbcOption.LAST_RESOURCE) {
            builder.name("x").transactionManager("narayana");
        }
        if (option == JdbcOption.RECOVERY_PASSWORD) {
            builder.recoveryUsername("x");
        }
        if (option == JdbcOption.MAX_STANDBY_LAG) {
            builder.targetRole(TargetRole.STANDBY);
        }
        if (option == JdbcOption.USERNAME) {
            builder.password("x");
        }
        JdbcPoolConfig config = builder.build();
        assertThat(JdbcPoolConfig.class.getMethod(memberName(option)).invoke(config))
                .isEqualTo(value);
    }

    @Test
    void theJavadocOfEachSetterSaysWhatTheOptionSays() throws IOException {
        String bean = Files.readString(SOURCES.resolve("OptionsBean.java"));
        String builder = Files.readString(SOURCES.resolve("JdbcPoolConfig.java"));
        for (JdbcOption option : JdbcOption.values()) {
            String expected =
                    option.meaning()
                            + (option.defaultText().isEmpty()
                                    ? ""
                                    : " Default " + option.defaultText() + ".");
            assertThat(javadocOf(bean, "public void " + setterName(option) + "("))
                    .as("setter of %s", option)
                    .startsWith(expected);
            assertThat(javadocOf(builder, "public Builder " + memberName(option) + "("))
                    .as("builder method of %s", option)
                    .startsWith(expected);
        }
    }

    private static String javadocOf(String source, String declaration) {
        int end = source.indexOf(declaration);
        assertThat(end).as(declaration).isPositive();
        String before = source.substring(0, end);
        Matcher comment =
                Pattern.compile("/\\*\\*((?:(?!\\*/).)*)\\*/\\s*$", Pattern.DOTALL).matcher(before);
        assertThat(comment.find()).as("javadoc of %s", declaration).isTrue();
        return comment.group(1).replaceAll("\\s*\\n\\s*\\*\\s*", " ").trim();
    }

    @Test
    void eachOptionIsInOneTable() {
        assertThat(Arrays.stream(OptionTable.values()).flatMap(table -> table.options().stream()))
                .containsExactlyInAnyOrder(JdbcOption.values());
    }

    @ParameterizedTest
    @EnumSource(OptionTable.class)
    void theGuideHasTheTable(OptionTable expected) throws IOException {
        List<String> page = Files.readAllLines(Path.of("..", "docs", "configuration.md"));
        List<String> table =
                page.stream()
                        .dropWhile(line -> !line.equals(expected.heading()))
                        .dropWhile(line -> !line.startsWith("|"))
                        .takeWhile(line -> line.startsWith("|"))
                        .toList();
        assertThat(table)
                .as("the table of docs/configuration.md; OptionTable prints it")
                .isEqualTo(expected.lines());
    }
}
