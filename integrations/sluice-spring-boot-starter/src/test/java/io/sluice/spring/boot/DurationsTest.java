package io.sluice.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.SluiceDataSource;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.BeanWrapperImpl;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** How durations that may be off are bound to the properties, and to a data source itself. */
class DurationsTest {

    static Stream<JdbcOption> options() {
        return Arrays.stream(JdbcOption.values())
                .filter(option -> option.javaType() == Duration.class)
                .filter(option -> MetadataFile.words(option).contains("off"));
    }

    static Stream<Arguments> texts() {
        return options()
                .flatMap(
                        option ->
                                Stream.of("off", "0", "0s")
                                        .map(text -> Arguments.of(option, text)));
    }

    private static Binder binder(String key, String value) {
        return new Binder(new MapConfigurationPropertySource(Map.of(key, value)));
    }

    private static Object value(SluiceDataSource pool, JdbcOption option) {
        try (pool) {
            return new BeanWrapperImpl(pool).getPropertyValue(option.key());
        }
    }

    @ParameterizedTest
    @MethodSource("texts")
    void thePropertiesTakeOffAndZero(JdbcOption option, String text) {
        SluiceProperties properties =
                binder(MetadataFile.name(option), text)
                        .bind("sluice", SluiceProperties.class)
                        .get();
        properties.getDatasource().put("url", "jdbc:h2:mem:durations");

        assertThat(value(properties.createDataSource(), option)).isEqualTo(Duration.ZERO);
    }

    /** Spring has no word for it. */
    @ParameterizedTest
    @MethodSource("options")
    void aDataSourceTakesZeroOnly(JdbcOption option) {
        String key = MetadataFile.name(option).replace("sluice.datasource", "orders");
        Bindable<SluiceDataSource> pool = Bindable.ofInstance(new SluiceDataSource());

        binder(key, "0").bind("orders", pool);
        assertThat(value(pool.getValue().get(), option)).isEqualTo(Duration.ZERO);
        assertThatThrownBy(
                        () ->
                                binder(key, "off")
                                        .bind(
                                                "orders",
                                                Bindable.ofInstance(new SluiceDataSource())))
                .isInstanceOf(BindException.class);
    }
}
