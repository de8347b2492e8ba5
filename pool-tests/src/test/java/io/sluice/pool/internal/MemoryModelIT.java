package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.fixture.Deep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.openjdk.jcstress.annotations.JCStressTest;

/**
 * Runs the races under jcstress, each in a virtual machine of its own, and reads what came of them.
 * In every build each race is run for a moment; {@code -Dsluice.deep=true} runs it in all modes of
 * the compilers for as long as jcstress thinks right. Its reports are in {@code target/jcstress}.
 */
class MemoryModelIT {

    private static final List<Class<?>> RACES =
            List.of(
                    StateWordRaces.class,
                    WaiterRaces.class,
                    PermitRaces.class,
                    EpochRaces.class,
                    SetRaces.class);

    private static final Pattern RESULT =
            Pattern.compile("\\.{3,} (\\[\\w+]) (io\\.sluice\\.\\S+)");
    private static final Pattern SAMPLES = Pattern.compile(" ([\\d,]+) +[<>]?[\\d.]+% +(\\w+) ");

    @Test
    void noRaceEndsInAWayThatIsForbidden() throws Exception {
        Path folder = Files.createDirectories(Path.of("target", "jcstress").toAbsolutePath());
        Path output = folder.resolve("output.txt");

        run(folder, output);

        List<String> lines = Files.readAllLines(output);
        int results = lines.indexOf("RUN RESULTS:");
        assertThat(results).as("jcstress did not come to its end; see " + output).isNotNegative();
        List<String> summary = lines.subList(results, lines.size());
        TreeMap<String, String> verdicts = new TreeMap<>();
        TreeMap<String, Long> samples = new TreeMap<>();
        read(summary, verdicts, samples);
        assertThat(verdicts.keySet()).as("races that were run").isEqualTo(declared());
        assertThat(verdicts.values()).as(String.join("\n", summary)).containsOnly("[OK]");
        assertThat(samples.values()).as("samples of each race").allMatch(count -> count > 1_000);
    }

    private static void run(Path folder, Path output) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                "org.openjdk.jcstress.Main",
                                "-t",
                                RACES.stream()
                                        .map(Class::getSimpleName)
                                        .collect(Collectors.joining("|")),
                                "-r",
                                folder.toString(),
                                "-v"));
        if (!Deep.isAsked()) {
            // One fork of one iteration, the compilers' default mode only.
            command.addAll(
                    List.of("-f", "1", "-fsm", "1", "-iters", "1", "-time", "150", "-sc", "false"));
            command.addAll(List.of("-jvmArgs", "-Xmx256m"));
        }
        Process process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        try {
            boolean ended = process.waitFor(Deep.isAsked() ? 180 : 10, TimeUnit.MINUTES);
            assertThat(ended).as("jcstress takes too long; see " + output).isTrue();
        } finally {
            process.destroy();
        }
    }

    private static void read(
            List<String> lines, TreeMap<String, String> verdicts, TreeMap<String, Long> samples) {
        String race = null;
        for (String line : lines) {
            Matcher result = RESULT.matcher(line);
            if (result.find()) {
                race = result.group(2);
                verdicts.merge(
                        race, result.group(1), (one, other) -> one.equals("[OK]") ? other : one);
            }
            Matcher count = SAMPLES.matcher(line);
            if (race != null && count.find()) {
                samples.merge(race, Long.valueOf(count.group(1).replace(",", "")), Long::sum);
            }
        }
    }

    private static Set<String> declared() {
        return RACES.stream()
                .flatMap(races -> Arrays.stream(races.getDeclaredClasses()))
                .filter(race -> race.isAnnotationPresent(JCStressTest.class))
                .map(Class::getCanonicalName)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
