package io.sluice.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The first time-out of a process comes in an outage, for many threads at once, and each is to be
 * told in time. So nothing is linked then: a lambda or a concatenation makes the virtual machine
 * write classes of its own at its first use, for tens of milliseconds, in each of the threads.
 */
@Timeout(60)
class FirstTimeoutTest {

    /** The thread and the class. */
    private static final Pattern LOADED = Pattern.compile("\\[(\\d+) *]\\s*(\\S+) source: .*");

    @TempDir private Path folder;

    @Test
    void theFirstTimeoutOfAProcessLinksNothing() throws Exception {
        List<String> loaded = loadedOnTheWay();

        assertThat(loaded).as("classes").contains(LeaseReport.class.getName());
        assertThat(loaded)
                .as("classes that the virtual machine made")
                .filteredOn(FirstTimeoutTest::isMadeAtRunTime)
                .isEmpty();
    }

    /** Hidden classes have an address in their name. */
    private static boolean isMadeAtRunTime(String name) {
        return name.contains("/0x") || name.contains("$$Lambda");
    }

    /** The classes that the program's thread loaded between its marks. */
    private List<String> loadedOnTheWay() throws IOException, InterruptedException {
        Path log = folder.resolve("classes.log");
        Path output = folder.resolve("output");
        Process program =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xlog:class+load:file=" + log + ":tid",
                                "-cp",
                                System.getProperty("java.class.path"),
                                FirstTimeout.class.getName())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        try {
            assertThat(program.waitFor(50, TimeUnit.SECONDS)).isTrue();
        } finally {
            program.destroyForcibly();
        }
        assertThat(Files.readString(output)).contains("Pool orders: no resource became available");
        List<Matcher> lines =
                Files.readAllLines(log).stream()
                        .map(LOADED::matcher)
                        .filter(Matcher::matches)
                        .toList();
        Matcher begin = lineOf(lines, FirstTimeout.Begin.class);
        Matcher end = lineOf(lines, FirstTimeout.End.class);
        return lines.subList(lines.indexOf(begin), lines.indexOf(end)).stream()
                .filter(line -> line.group(1).equals(begin.group(1)))
                .map(line -> line.group(2))
                .toList();
    }

    private static Matcher lineOf(List<Matcher> lines, Class<?> mark) {
        return lines.stream()
                .filter(line -> line.group(2).equals(mark.getName()))
                .findFirst()
                .orElseThrow();
    }
}
