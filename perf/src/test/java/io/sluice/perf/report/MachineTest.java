package io.sluice.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineTest {

    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource({
        "1a2b3c4, 1a2b3c4",
        "v1.0-3-g1a2b3c4-dirty, v1.0-3-g1a2b3c4-dirty",
        "unknown, unknown",
        "'', unknown"
    })
    void commitIsThatOfTheManifest(String written, String read) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue(Machine.COMMIT, written);
        Path jar = folder.resolve("some.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.putNextEntry(new JarEntry("entry"));
        }

        assertThat(Machine.builtFrom(new URL("jar:" + jar.toUri() + "!/entry"))).isEqualTo(read);
    }

    @Test
    void jarWithoutAManifestHasNoCommit() throws IOException {
        Path jar = folder.resolve("bare.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("entry"));
        }

        assertThat(Machine.builtFrom(new URL("jar:" + jar.toUri() + "!/entry")))
                .isEqualTo("unknown");
    }

    @Test
    void classesThatAreInNoJarHaveNoCommit() {
        assertThat(Machine.builtFrom()).isEqualTo("unknown");
    }

    @Test
    void jarThatIsGoneIsNoFailure() throws IOException {
        URL gone = new URL("jar:" + folder.resolve("gone.jar").toUri() + "!/entry");

        assertThat(Machine.builtFrom(gone)).isEqualTo("unknown");
    }
}
