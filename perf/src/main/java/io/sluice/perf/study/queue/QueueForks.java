package io.sluice.perf.study.queue;

import io.sluice.perf.command.Progress;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.JmhFork;
import io.sluice.perf.fork.Turn;
import io.sluice.perf.report.Figures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/** Runs the benchmark fork by fork in the order of a {@link QueuePlan}. */
final class QueueForks {

    private final QueuePlan plan;
    private final boolean verbose;

    QueueForks(QueuePlan plan, boolean verbose) {
        this.plan = plan;
        this.verbose = verbose;
    }

    /** Runs all forks and returns what each of them gave. */
    List<QueueFork> run() throws IOException, InterruptedException {
        Path log = Files.createTempFile("queues", ".log");
        try {
            return Progress.through(
                    "queues",
                    plan.steps(),
                    turn -> run(turn, log),
                    (turn, fork) -> turn.label() + " " + Figures.count(fork.perSecond()) + "/s");
        } finally {
            Files.deleteIfExists(log);
        }
    }

    private QueueFork run(Turn<QueueRow, Structure> turn, Path log) throws IOException {
        List<String> flags = ForkedJvm.flags(plan.jvmFlags());
        // One file that each fork overwrites, without a limit of its size.
        flags.add("-Xlog:" + Pause.TAGS + ":file=" + log + ":uptime:filecount=0");
        ChainedOptionsBuilder options =
                JmhFork.options(QueueBenchmark.class, "take", flags, plan.iterations(), verbose)
                        .param("structure", turn.contestant().name())
                        .param("resources", Integer.toString(QueuePlan.RESOURCES))
                        .param("tokens", Integer.toString(turn.row().tokens()))
                        .threads(turn.row().threads())
                        .addProfiler(GCProfiler.class);
        JmhFork fork =
                JmhFork.run(options, "the fork of " + turn.contestant() + " in row " + turn.row());
        return new QueueFork(
                turn,
                fork.perSecond(),
                fork.figureOrZero(JmhFork.BYTES_PER_OPERATION),
                fork.figureOrZero(JmhFork.MEGABYTES_PER_SECOND),
                fork.figureOrZero(JmhFork.COLLECTIONS),
                fork.figureOrZero(JmhFork.COLLECTION_MILLIS),
                pauses(log));
    }

    private static List<Pause> pauses(Path log) throws IOException {
        try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
            return Pause.in(lines);
        }
    }
}
