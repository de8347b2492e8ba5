package io.sluice.perf.wrappers;

import io.sluice.perf.command.Progress;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.Step;
import io.sluice.perf.report.Figures;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Runs one {@link WrappersFork} per contestant and round, contestants taking turns. */
final class Wrappers {

    /** The time limit of a fork, however many iterations it has. */
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private final WrappersPlan plan;

    Wrappers(WrappersPlan plan) {
        this.plan = plan;
    }

    /** Runs all forks and returns what each of them gave. */
    List<WrappersTurn> run() throws IOException, InterruptedException {
        return Progress.through(
                "wrappers",
                plan.steps(),
                this::run,
                (step, turn) ->
                        step.label()
                                + " "
                                + Figures.nanos(turn.cpuNanos())
                                + " of CPU per statement");
    }

    private WrappersTurn run(Step<WrappersRow> step) throws IOException, InterruptedException {
        Printed printed =
                ForkedJvm.run(
                        "the fork of " + step.peer() + " in row " + step.row(),
                        plan.jvmFlags(),
                        WrappersFork.class,
                        List.of(
                                step.row().name(),
                                step.peer().name(),
                                Integer.toString(plan.warmups()),
                                Integer.toString(plan.iterations()),
                                Integer.toString(plan.statements(step.row()))),
                        LIMIT);
        return new WrappersTurn(
                step.row(),
                step.peer(),
                step.round(),
                printed.get("cpuNanos"),
                printed.get("nanos"),
                plan.allocation() ? printed.get("bytes") : null);
    }
}
