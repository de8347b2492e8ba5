package io.sluice.pool.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.ResourcePool;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All places of a pool can be acquired again after the heap of its machine was full. */
@Tag("once")
class SmallHeapTest {

    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseG1GC", "-XX:+UseSerialGC"})
    void allPlacesAreThereAfterTheHeapWasFull(String collector) throws Exception {
        assertThat(run(SmallHeap.class, collector)).contains("all places are there");
    }

    /** A count that is not linked before fails, and the one that is changed with it is wrong. */
    @Test
    void threadsThatWaitAreCountedForTheFirstTimeWithoutMemory() throws Exception {
        assertThat(run(SmallHeapCounts.class, "-XX:+UseSerialGC"))
                .contains("waiting 1, entitled 1");
    }

    private String run(Class<?> main, String collector) throws Exception {
        Path output = folder.resolve("output.txt");
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx32m",
                                collector,
                                "-cp",
                                originOf(ResourcePool.class)
                                        + File.pathSeparator
                                        + originOf(SmallHeap.class),
                                main.getName())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        try {
            boolean ended = process.waitFor(300, TimeUnit.SECONDS);
            String text = Files.readString(output);
            assertThat(ended).as(text).isTrue();
            assertThat(process.exitValue()).as(text).isZero();
            return text;
        } finally {
            process.destroyForcibly();
        }
    }

    private static Path originOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
