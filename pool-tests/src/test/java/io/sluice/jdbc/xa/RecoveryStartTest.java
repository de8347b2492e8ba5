package io.sluice.jdbc.xa;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An application that only opens a pool is recovered. In a process of its own: in this one the
 * tests have started Narayana's recovery.
 */
@Timeout(60)
class RecoveryStartTest {

    @TempDir private Path folder;

    @Test
    void openingAPoolStartsNarayanasRecovery() throws Exception {
        Path output = folder.resolve("output");
        Process program =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-DObjectStoreEnvironmentBean.objectStoreDir=" + folder,
                                "-cp",
                                System.getProperty("java.class.path"),
                                RecoveryStart.class.getName())
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        try {
            assertThat(program.waitFor(50, TimeUnit.SECONDS)).isTrue();
        } finally {
            program.destroyForcibly();
        }

        assertThat(Files.readAllLines(output))
                .containsSubsequence("before: no recovery", "with a pool: recovery runs");
    }
}
