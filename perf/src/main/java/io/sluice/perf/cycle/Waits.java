package io.sluice.perf.cycle;

import io.sluice.perf.command.Progress;
import io.sluice.perf.fork.ForkPlan;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.Row;
import io.sluice.perf.fork.Step;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Figures;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Measures how long waiters wait: one {@link WaitsFork} per contestant and round, contestants
 * taking turns.
 */
final class Waits {

    /**
     * The time that a fork may take beyond its measurement: for start, warm-up and end on a busy
     * machine.
     */
    private static final Duration GRACE = Duration.ofSeconds(60);

    private final ForkPlan plan;
    private final Duration time;

    /**
     * Prepares the measurement.
     *
     * @param plan rows that do not measure waits are left out, as are the bounds, where no thread
     *     waits
     * @param time how long each fork measures
     */
    Waits(ForkPlan plan, Duration time) {
        this.plan = plan;
        this.time = time;
    }

    List<WaitTurn> run() throws IOException, InterruptedException {
        List<Step<Row>> steps = steps();
        if (steps.isEmpty()) {
            return List.of();
        }
        return Progress.through(
                "waits",
                steps,
                this::run,
                (step, turn) -> step.label() + " longest wait " + Figures.micros(turn.maxMicros()));
    }

    List<Step<Row>> steps() {
        return plan.steps().stream()
                .filter(step -> step.row().measuresWaits())
                .filter(step -> step.peer().kind() != Peer.Kind.BOUND)
                .toList();
    }

    private WaitTurn run(Step<Row> step) throws IOException, InterruptedException {
        Row row = step.row();
        List<String> args =
                List.of(
                        step.peer().name(),
                        Integer.toString(row.connections()),
                        Integer.toString(row.threads()),
                        Integer.toString(row.tokens()),
                        Long.toString(time.toMillis() / 2),
                        Long.toString(time.toMillis()),
                        plan.threadKind().name());
        Printed printed =
                ForkedJvm.run(
                        "the fork that measures waits of " + step.peer() + " in row " + row,
                        plan.jvmFlags(row.threads()),
                        WaitsFork.class,
                        args,
                        time.multipliedBy(2).plus(GRACE));
        return new WaitTurn(
                row,
                step.peer(),
                step.round(),
                printed.get("leasesPerSecond"),
                printed.get("waitP999Micros"),
                printed.get("waitMaxMicros"),
                printed.get("overtakenBy"));
    }
}
