package io.sluice.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Threads that are refused and try again at once. A virtual thread that never parks keeps its
 * carrier, and here there is one carrier only.
 */
@Timeout(90)
class OverloadTest {

    @TempDir private Path folder;

    @Test
    void refusedThreadsLeaveTheProcessorToThoseThatHoldAResource() throws Exception {
        Path output = folder.resolve("output");
        Process program =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Djdk.virtualThreadScheduler.parallelism=1",
                                "-Djdk.virtualThreadScheduler.maxPoolSize=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Overload.class.getName(),
                                "100",
                                "2",
                                "2",
                                "200",
                                "60")
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        try {
            assertThat(program.waitFor(80, TimeUnit.SECONDS)).isTrue();
        } finally {
            program.destroyForcibly();
        }
        assertThat(Files.readString(output)).contains(" leases, ");
        assertThat(program.exitValue()).as(Files.readString(output)).isZero();
    }
}
