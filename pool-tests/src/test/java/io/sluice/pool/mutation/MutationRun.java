package io.sluice.pool.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.fixture.Jcstress;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Breaks one promise after the other and runs the test that must notice: green before, red after.
 * Called by {@code mutations/run}; {@code -Dsluice.mutation=words} runs those alone that have the
 * words in their name or in that of their test.
 */
class MutationRun {

    /** Longer than in a build: what a change breaks may be rare. */
    private static final int RACE_MILLIS = 1_500;

    private static final String ONLY = System.getProperty("sluice.mutation", "");

    /** Of each test, whether it is green when nothing is broken; of the races all at once. */
    private final Map<String, Boolean> greenBefore = new TreeMap<>();

    /** The classes of each module as it is. */
    private final Map<String, Path> whole = new TreeMap<>();

    private final ModuleCompiler compiler =
            new ModuleCompiler(Path.of("target", "mutations").toAbsolutePath());
    private final List<String> table = new ArrayList<>();

    /** What came of running a test. */
    private enum Verdict {
        GREEN,
        RED,
        HUNG,
        NOT_FOUND
    }

    @TestFactory
    Stream<DynamicTest> everyBrokenPromiseTurnsItsTestRed() {
        Stream<DynamicTest> tests =
                Mutations.ALL.stream()
                        .filter(MutationRun::isWanted)
                        .map(
                                mutation ->
                                        DynamicTest.dynamicTest(
                                                mutation.name(), () -> check(mutation)));
        return tests.onClose(() -> table.forEach(System.out::println));
    }

    private static boolean isWanted(Mutation mutation) {
        return mutation.name().contains(ONLY) || mutation.red().contains(ONLY);
    }

    private void check(Mutation mutation) throws Exception {
        long start = System.nanoTime();
        if (!greenBefore.containsKey(mutation.red())) {
            if (mutation.isRace()) {
                runRacesBefore(mutation);
            } else {
                greenBefore.put(
                        mutation.red(), run(mutation, wholeModule(mutation)) == Verdict.GREEN);
            }
        }
        boolean green = greenBefore.get(mutation.red());
        Verdict verdict = run(mutation, compiler.compile(mutation, /* broken= */ true));
        String test = mutation.red().replaceAll("io\\.sluice\\.[a-z.]*", "");
        String line =
                String.format(
                        "%-8s%-75s %s (%d s)",
                        green ? verdict : "USELESS",
                        mutation.name(),
                        test,
                        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start));
        System.out.println(line);
        table.add(line);
        assertThat(green).as(test + " without the change").isTrue();
        // A test that never ends fails a build as well.
        assertThat(verdict).as(test + " with the change").isIn(Verdict.RED, Verdict.HUNG);
    }

    /** One run for all: most of its time goes into finding out what the machine is like. */
    private void runRacesBefore(Mutation first) throws IOException, InterruptedException {
        List<String> races =
                Mutations.ALL.stream()
                        .filter(mutation -> mutation.isRace() && isWanted(mutation))
                        .map(Mutation::red)
                        .distinct()
                        .toList();
        Path classes = wholeModule(first);
        Jcstress result =
                Jcstress.run(
                        races.stream()
                                .map(MutationRun::raceOf)
                                .map(race -> Pattern.quote(race) + "$")
                                .collect(Collectors.joining("|")),
                        classes + File.pathSeparator + ModuleCompiler.classPath(),
                        classes.resolveSibling("jcstress"),
                        RACE_MILLIS);
        for (String race : races) {
            greenBefore.put(
                    race,
                    result.verdicts().entrySet().stream()
                            .filter(verdict -> verdict.getKey().endsWith("." + raceOf(race)))
                            .anyMatch(verdict -> verdict.getValue().equals("[OK]")));
        }
    }

    private static String raceOf(String red) {
        return red.substring(Mutation.RACE.length());
    }

    private Path wholeModule(Mutation mutation) throws IOException {
        String module = ModuleCompiler.moduleOf(mutation);
        if (!whole.containsKey(module)) {
            whole.put(module, compiler.compile(mutation, /* broken= */ false));
        }
        return whole.get(module);
    }

    private Verdict run(Mutation mutation, Path classes) throws IOException, InterruptedException {
        String classPath = classes + File.pathSeparator + ModuleCompiler.classPath();
        if (mutation.isRace()) {
            Jcstress result =
                    Jcstress.run(
                            Pattern.quote(raceOf(mutation.red())) + "$",
                            classPath,
                            classes.resolveSibling("jcstress"),
                            RACE_MILLIS);
            return result.verdicts().isEmpty()
                    ? Verdict.NOT_FOUND
                    : result.isGood() ? Verdict.GREEN : Verdict.RED;
        }
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Dsluice.await.seconds=4",
                                "-Djunit.jupiter.execution.timeout.default=30 s",
                                "-cp",
                                classPath,
                                RunOne.class.getName(),
                                mutation.red())
                        .redirectErrorStream(true)
                        .redirectOutput(classes.resolveSibling("output.txt").toFile())
                        .start();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            return Verdict.HUNG;
        }
        return switch (process.exitValue()) {
            case 0 -> Verdict.GREEN;
            case 1 -> Verdict.RED;
            default -> Verdict.NOT_FOUND;
        };
    }
}
