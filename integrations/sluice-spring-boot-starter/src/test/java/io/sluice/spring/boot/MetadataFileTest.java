package io.sluice.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.OtherPoolOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.configurationmetadata.ConfigurationMetadataProperty;
import org.springframework.boot.configurationmetadata.ConfigurationMetadataRepositoryJsonBuilder;
import org.springframework.boot.configurationmetadata.ValueHint;
import org.springframework.boot.configurationmetadata.ValueProvider;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** What editors know of the options. */
class MetadataFileTest {

    private static final String FILE = "/META-INF/spring-configuration-metadata.json";

    private static InputStream file() {
        return MetadataFileTest.class.getResourceAsStream(FILE);
    }

    @Test
    void theFileFollowsFromTheOptions() throws IOException {
        try (InputStream file = file()) {
            assertThat(new String(file.readAllBytes(), StandardCharsets.UTF_8))
                    .as("run MetadataFile, and write what it prints into the resources")
                    .isEqualTo(MetadataFile.text());
        }
    }

    @Test
    void bootReadsTheFile() throws IOException {
        try (InputStream file = file()) {
            Map<String, ConfigurationMetadataProperty> properties =
                    ConfigurationMetadataRepositoryJsonBuilder.create(file)
                            .build()
                            .getAllProperties();
            assertThat(properties)
                    .containsOnlyKeys(
                            Arrays.stream(JdbcOption.values())
                                    .filter(MetadataFile::isBindable)
                                    .map(MetadataFile::name)
                                    .toList());
            ConfigurationMetadataProperty idle = properties.get("sluice.datasource.idle-timeout");
            assertThat(idle)
                    .returns("java.lang.String", ConfigurationMetadataProperty::getType)
                    .returns("10m", ConfigurationMetadataProperty::getDefaultValue);
            assertThat(idle.getHints().getValueHints())
                    .extracting(ValueHint::getValue)
                    .containsExactly("off");
            assertThat(idle.getHints().getValueProviders())
                    .as("a time is right as well")
                    .extracting(ValueProvider::getName)
                    .containsExactly("any");
            assertThat(properties.get("sluice.datasource.max-waiting").getHints().getValueHints())
                    .extracting(ValueHint::getValue)
                    .containsExactly("unlimited");
            assertThat(
                            properties
                                    .get("sluice.datasource.transaction-manager")
                                    .getHints()
                                    .getValueHints())
                    .extracting(ValueHint::getValue)
                    .containsExactly("narayana", "atomikos");
            assertThat(properties.get("sluice.datasource.acquire-timeout"))
                    .returns("java.time.Duration", ConfigurationMetadataProperty::getType)
                    .returns("30s", ConfigurationMetadataProperty::getDefaultValue);
        }
    }

    /** Each word of a hint is a value, and each option that may be off has the hint. */
    @Test
    void theWordsOfTheHintsAreValues() {
        for (JdbcOption option : JdbcOption.values()) {
            boolean mayBeOff = option.javaType() == Duration.class && accepts(option, "off");
            assertThat(MetadataFile.words(option).contains("off"))
                    .as(option.key())
                    .isEqualTo(mayBeOff);
        }
        assertThat(accepts(JdbcOption.MAX_WAITING, "unlimited")).isTrue();
    }

    private static boolean accepts(JdbcOption option, String value) {
        Properties properties = new Properties();
        properties.setProperty("url", "jdbc:h2:mem:words");
        properties.setProperty(option.key(), value);
        try {
            return JdbcPoolConfig.load(properties) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    @Test
    void eachNameOfTheFileIsBoundToItsOption() {
        Map<String, String> given =
                Arrays.stream(JdbcOption.values())
                        .filter(MetadataFile::isBindable)
                        .filter(option -> option != JdbcOption.DATA_SOURCE_PROPERTIES)
                        .collect(
                                Collectors.toMap(MetadataFile::name, option -> option.key() + "!"));
        SluiceProperties properties =
                new Binder(new MapConfigurationPropertySource(given))
                        .bind("sluice", SluiceProperties.class)
                        .get();

        Map<String, String> options = properties.options();
        assertThat(options).hasSameSizeAs(given);
        options.forEach((key, value) -> assertThat(value).isEqualTo(key + "!"));
        Set<JdbcOption> objects =
                Set.of(
                        JdbcOption.DATA_SOURCE,
                        JdbcOption.XA_DATA_SOURCE,
                        JdbcOption.TRANSACTION_CONTEXT,
                        JdbcOption.TICKER);
        assertThat(JdbcOption.values())
                .filteredOn(option -> !MetadataFile.isBindable(option))
                .containsExactlyInAnyOrderElementsOf(objects);
    }

    /** Boot's metadata has each property of its pools, so none is lost in the change to Sluice. */
    @ParameterizedTest
    @CsvSource({"hikari, hikaricp", "tomcat, tomcat", "dbcp2, dbcp2"})
    void eachPropertyThatBootHasForAPoolIsKnown(String name, String pool) throws IOException {
        String prefix = "spring.datasource." + name + ".";
        List<String> keys = new ArrayList<>();
        for (URL file : Collections.list(ClassLoader.getSystemResources(FILE.substring(1)))) {
            try (InputStream metadata = file.openStream()) {
                ConfigurationMetadataRepositoryJsonBuilder.create(metadata)
                        .build()
                        .getAllProperties()
                        .keySet()
                        .stream()
                        .filter(key -> key.startsWith(prefix))
                        .forEach(key -> keys.add(key.substring(prefix.length())));
            }
        }
        assertThat(keys).hasSizeGreaterThan(25);
        assertThat(keys).allSatisfy(key -> assertThat(unknown(pool, key)).isEmpty());
    }

    private static String unknown(String pool, String key) {
        Properties own = new Properties();
        own.setProperty("url", "jdbc:h2:mem:known");
        try {
            JdbcPoolConfig.load(own, OtherPoolOptions.of(pool, "", Map.of(key, "")));
            return "";
        } catch (IllegalArgumentException e) { // an empty value is none for many
            return e.getMessage().contains("unknown option") ? e.getMessage() : "";
        }
    }
}
