package io.sluice.perf.study.line;

import io.sluice.perf.command.Progress;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Counts contestant by contestant: one {@link LinesFork} for each of them and row. */
final class Lines {

    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final LinesPlan plan;

    Lines(LinesPlan plan) {
        this.plan = plan;
    }

    List<LinesTurn> run() throws IOException, InterruptedException {
        List<LinesTurn> turns = new ArrayList<>();
        Path folder = Files.createTempDirectory("sluice-lines");
        Path agent = LineAgent.writeInto(folder);
        int steps = plan.threads().size() * plan.peers().size();
        try (Progress progress = Progress.start("lines", steps)) {
            for (int threads : plan.threads()) {
                for (Peer peer : plan.peers()) {
                    LinesTurn turn = run(agent, peer, threads);
                    turns.add(turn);
                    progress.advance(1);
                    progress.say(
                            threads + "t " + peer + " " + Figures.count(turn.moved()) + " moved");
                }
            }
        } finally {
            Files.delete(agent);
            Files.delete(folder);
        }
        return turns;
    }

    private static LinesTurn run(Path agent, Peer peer, int threads)
            throws IOException, InterruptedException {
        Printed printed =
                ForkedJvm.run(
                        "the fork that counts the lines of " + peer,
                        LineAgent.flags(agent),
                        LinesFork.class,
                        List.of(peer.name(), Integer.toString(threads)),
                        LIMIT);
        return new LinesTurn(
                peer,
                threads,
                printed.get("atomics"),
                printed.get("read"),
                printed.get("moved"),
                printed.groups("rounds").stream().map(Lines::round).toList(),
                printed.texts("writtenByAll"));
    }

    private static LinesRound round(Printed printed) {
        return new LinesRound(printed.get("atomics"), printed.get("read"), printed.get("moved"));
    }
}
