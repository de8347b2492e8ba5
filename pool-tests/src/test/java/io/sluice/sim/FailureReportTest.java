package io.sluice.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.sim.scheduler.Outcome;
import io.sluice.sim.scheduler.Scenario;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.scheduler.Trial;
import io.sluice.sim.toy.Parted;
import io.sluice.sim.transform.SimLoader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A failure says what is needed to find its cause, and to repeat it. */
class FailureReportTest {

    private final SimLoader loader =
            new SimLoader(
                    FailureReportTest.class.getClassLoader(),
                    List.of(Parted.class.getPackageName()),
                    List.of());

    private Outcome run(Trial trial) {
        try {
            Scenario scenario =
                    (Scenario)
                            loader.loadClass(Parted.class.getName())
                                    .getDeclaredConstructor()
                                    .newInstance();
            return Simulation.run(trial, scenario, /* keepsAll= */ false);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> report(Shrinker.Failure failure) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream lines = new PrintStream(out, true, StandardCharsets.UTF_8);
        Simulate.report(Subject.DATA_SOURCE, failure, lines);
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void namesSeedScheduleEventsPartsAndTheCommandThatRepeatsIt() {
        Trial trial = Trial.of(0);
        while (run(trial).failure() == null) {
            trial = Trial.of(trial.seed() + 1);
        }
        Outcome outcome = run(trial);
        Function<Trial, Outcome> simulator = this::run;

        List<String> whole = report(Shrinker.none().shrink(trial, outcome, simulator));
        assertThat(whole)
                .contains(
                        "Seed " + trial.seed() + " fails: " + outcome.failure(),
                        "Schedule: " + outcome.schedule(),
                        "Parts: " + String.join(", ", outcome.parts()),
                        "Replay: perf/run simulate --data-source --seed " + trial.seed(),
                        "Make it smaller: perf/run simulate --shrink --data-source --seed "
                                + trial.seed());
        assertThat(whole.indexOf("")).as("events").isBetween(50, 100);
        assertThat(whole.subList(0, whole.indexOf("")))
                .anyMatch(line -> line.contains("write count"));

        assertThat(report(Shrinker.usual().shrink(trial, outcome, simulator)))
                .anyMatch(line -> line.matches("Made smaller in \\d+ runs"))
                .anyMatch(line -> line.matches("Replay: .* --parts thread-2,thread-7"));
    }
}
