package io.sluice.perf.study.safepoint;

import io.sluice.perf.command.Progress;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.Turn;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Figures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs one {@link StopFork} per pool, variant and round, and reads its log. */
final class StopRuns {

    /** The time that a fork may take besides the requested times. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final StopPlan plan;

    StopRuns(StopPlan plan) {
        this.plan = plan;
    }

    /** Runs all forks. */
    List<StopTurn> run() throws IOException, InterruptedException {
        Path log = Files.createTempFile("safepoints", ".log");
        try {
            return Progress.through(
                    "safepoints",
                    plan.steps(),
                    step -> run(step, log),
                    (step, turn) ->
                            step.label()
                                    + " "
                                    + turn.read().stops().size()
                                    + " stops, "
                                    + Figures.count(turn.leasesPerSecond())
                                    + " leases/s");
        } finally {
            Files.deleteIfExists(log);
        }
    }

    private StopTurn run(Turn<Peer, Variant> step, Path log)
            throws IOException, InterruptedException {
        List<String> flags = new ArrayList<>(plan.flags(step.contestant()));
        // One file that each fork overwrites, without a limit of its size.
        flags.add("-Xlog:safepoint*,handshake:file=" + log + ":uptime,level,tags:filecount=0");
        Printed printed =
                ForkedJvm.run(
                        "the fork of " + step.row() + " with " + step.contestant(),
                        flags,
                        StopFork.class,
                        List.of(
                                step.row().name(),
                                Integer.toString(plan.threads()),
                                Integer.toString(plan.connections()),
                                Integer.toString(plan.millis())),
                        LIMIT.plusMillis(2L * plan.millis()));
        return new StopTurn(
                step,
                printed.get("leasesPerSecond"),
                printed.figures().get("flags") instanceof Map<?, ?> said ? said : Map.of(),
                Files.readAllLines(log, StandardCharsets.ISO_8859_1));
    }
}
