package io.sluice.perf.cycle;

import com.fasterxml.jackson.jr.ob.JSON;
import io.sluice.perf.command.Progress;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Figures;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Measures how long waiters wait: one {@link WaitsFork} per contestant and round, contestants
 * taking turns.
 */
final class Waits {

    /**
     * What a fork may take beyond the time it measures: start, warm-up and end on a busy machine.
     */
    private static final Duration GRACE = Duration.ofSeconds(60);

    private final CyclePlan plan;
    private final Duration time;

    /**
     * Prepares the measurement.
     *
     * @param plan the rows that do not measure waits are left out, as are the bounds, who make
     *     nobody wait
     * @param time how long each fork measures
     */
    Waits(CyclePlan plan, Duration time) {
        this.plan = plan;
        this.time = time;
    }

    List<WaitTurn> run() throws IOException, InterruptedException {
        List<CyclePlan.Step> steps = steps();
        List<WaitTurn> turns = new ArrayList<>();
        if (steps.isEmpty()) {
            return turns;
        }
        try (Progress progress = Progress.start("waits", steps.size())) {
            for (CyclePlan.Step step : steps) {
                WaitTurn turn = run(step);
                turns.add(turn);
                progress.advance(1);
                progress.say(
                        step.row()
                                + " "
                                + step.peer()
                                + " longest wait "
                                + Figures.micros(turn.maxMicros()));
            }
        }
        return turns;
    }

    List<CyclePlan.Step> steps() {
        return plan.steps().stream()
                .filter(step -> step.row().measuresWaits())
                .filter(step -> step.peer().kind() != Peer.Kind.BOUND)
                .toList();
    }

    private WaitTurn run(CyclePlan.Step step) throws IOException, InterruptedException {
        CycleRow row = step.row();
        List<String> args =
                List.of(
                        step.peer().name(),
                        Integer.toString(row.connections()),
                        Integer.toString(row.threads()),
                        Integer.toString(row.tokens()),
                        Long.toString(time.toMillis() / 2),
                        Long.toString(time.toMillis()));
        String printed =
                ForkedJvm.run(
                        "the fork that measures waits of " + step.peer() + " in row " + row,
                        plan.jvmFlags(),
                        WaitsFork.class,
                        args,
                        time.multipliedBy(2).plus(GRACE));
        Map<String, Object> figures = JSON.std.mapFrom(printed);
        return new WaitTurn(
                row,
                step.peer(),
                step.round(),
                figure(figures, "leasesPerSecond"),
                figure(figures, "waitP999Micros"),
                figure(figures, "waitMaxMicros"),
                figure(figures, "overtakenBy"));
    }

    private static double figure(Map<String, Object> figures, String name) {
        if (figures.get(name) instanceof Number number) {
            return number.doubleValue();
        }
        throw new IllegalStateException("the fork printed no " + name + ": " + figures);
    }
}
