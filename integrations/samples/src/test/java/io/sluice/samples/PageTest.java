package io.sluice.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The Java samples of {@code docs/frameworks.md} are code of these tests. */
class PageTest {

    @Test
    void javaSamplesAreFromTheSources() throws IOException {
        String sources;
        try (Stream<Path> files = Files.walk(Path.of("src", "test"))) {
            sources =
                    files.filter(file -> file.toString().endsWith(".java"))
                            .map(PageTest::read)
                            .map(PageTest::bare)
                            .collect(Collectors.joining());
        }
        assertThat(Page.samples("java"))
                .hasSizeGreaterThanOrEqualTo(10)
                .allSatisfy(sample -> assertThat(sources).contains(bare(sample)));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String bare(String code) {
        return code.replaceAll("\\s+", " ").trim();
    }
}
