package io.sluice.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.SluiceDataSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;

/** Runs the samples of {@code docs/spring-boot.md}, with H2 for the database. */
class DocumentTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "spring-boot.md");
    private static final String ADDRESS = "jdbc:postgresql://localhost:5432/";

    private static List<String> samples(String language) throws IOException {
        return Pattern.compile(
                        "^```" + language + "\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(Files.readString(PAGE))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    static Stream<String> configurations() throws IOException {
        List<String> samples = samples("yaml");
        assertThat(samples).hasSizeGreaterThanOrEqualTo(3);
        return samples.stream();
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void configurationsAreAccepted(String sample) {
        boolean isXa = sample.contains("xa:");
        ApplicationContextRunner application =
                Contexts.undecided()
                        .withInitializer(context -> add(context, isXa ? sample : onH2(sample)));
        if (sample.contains("invoices:")) {
            application = application.withUserConfiguration(TwoDataSources.class);
        }
        application.run(
                context -> {
                    assertThat(context).hasNotFailed();
                    if (isXa) { // what runs in a transaction is another test
                        assertThat(context).hasSingleBean(SluiceXADataSourceWrapper.class);
                        return;
                    }
                    assertThat(context.getBeansOfType(SluiceDataSource.class))
                            .isNotEmpty()
                            .allSatisfy((name, pool) -> connect(pool));
                });
    }

    private static String onH2(String sample) {
        return sample.replace(ADDRESS, "jdbc:h2:mem:");
    }

    private static void connect(SluiceDataSource pool) {
        try (Connection connection = pool.getConnection()) {
            assertThat(connection.isValid(5)).isTrue();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        assertThat(pool.configuration().warnings()).isEmpty();
    }

    private static void add(ConfigurableApplicationContext context, String yaml) {
        try {
            for (PropertySource<?> source :
                    new YamlPropertySourceLoader()
                            .load(
                                    "sample",
                                    new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))) {
                context.getEnvironment().getPropertySources().addFirst(source);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void javaSamplesAreFromTheSources() throws IOException {
        String sources = bare(source(TwoDataSources.class) + source(NarayanaConfiguration.class));
        assertThat(samples("java"))
                .hasSize(2)
                .allSatisfy(sample -> assertThat(sources).contains(bare(sample)));
    }

    private static String source(Class<?> type) throws IOException {
        return Files.readString(
                Path.of("src", "test", "java").resolve(type.getName().replace('.', '/') + ".java"));
    }

    private static String bare(String code) {
        return code.replaceAll("\\s+", " ").trim();
    }
}
