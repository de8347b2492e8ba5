package io.sluice.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.JdbcOption;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.boot.configurationmetadata.ConfigurationMetadataProperty;
import org.springframework.boot.configurationmetadata.ConfigurationMetadataRepositoryJsonBuilder;
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
            assertThat(properties.get("sluice.datasource.acquire-timeout"))
                    .returns("java.time.Duration", ConfigurationMetadataProperty::getType)
                    .returns("30s", ConfigurationMetadataProperty::getDefaultValue);
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
                        JdbcOption.TRANSACTION_CONTEXT);
        assertThat(JdbcOption.values())
                .filteredOn(option -> !MetadataFile.isBindable(option))
                .containsExactlyInAnyOrderElementsOf(objects);
    }
}
