package io.sluice.perf.study.line;

import io.sluice.perf.command.CommonOptions;
import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.Pools;
import io.sluice.perf.fork.Findings;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.Sheet;
import io.sluice.perf.fork.Turn;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.Report;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code lines}: the memory that cores share. */
@Command(
        name = LinesCommand.NAME,
        description = {
            "Counts what a cycle, an acquire and a release, does to memory that other threads touch"
                    + " as well: what keeps a pool from growing with the number of cores, shown on a"
                    + " machine that has few.",
            "",
            "Nothing is timed. The classes of each pool, and what they use of java.util, are changed"
                    + " as they are loaded so that they note every field and array element they"
                    + " touch; threads take turns; and a model of the caches of as many cores says"
                    + " which lines have to move. What a pool does on threads of its own (c3p0"
                    + " releases there) and what a driver does is not counted.",
            ""
        })
public final class LinesCommand extends MeasuringCommand {

    static final String NAME = "lines";

    /** More would only take longer. */
    private static final int MOST_THREADS = 256;

    /** As in the rows of {@code cycle} in which no thread waits. */
    private static final int FEWEST_CONNECTIONS = 16;

    private static final Sheet<Integer, Peer> SHEET =
            new Sheet<Integer, Peer>("pool", NAME, Peer::tone)
                    .fact("threads", (threads, peer) -> threads)
                    .fact("connections", (threads, peer) -> connections(threads))
                    .figure("atomic", "atomicOperations", Figures::count)
                    .figure("read", "sharedLinesRead", Figures::count)
                    .figure("moved", "linesMoved", Figures::count)
                    .chart("Lines moved by a cycle, less is better")
                    .value("by all", "linesWrittenByAll", some -> lines(some.get(0)).size())
                    .value("", "writtenByAll", some -> names(some.get(0)));

    private static final Sheet<Integer, Peer> WRITTEN =
            new Sheet<Integer, Peer>("pool", NAME, Peer::tone)
                    .value("objects", "", some -> names(some.get(0)));

    /** The contestants that have cycles. */
    static final List<Peer> POOLS = Pools.and(Peer.LITERAL, Peer.FLOOR);

    private static final List<Peer> QUICK =
            List.of(Peer.SLUICE, Peer.HIKARI, Peer.AGROAL, Peer.FLOOR);

    @Option(
            names = "--pools",
            split = ",",
            paramLabel = "POOL",
            description =
                    "The contestants, from: "
                            + Pools.NAMES
                            + ", literal, floor. Default: all; with --quick"
                            + " sluice,hikari,agroal,floor.")
    private @Nullable List<Peer> pools;

    @Option(
            names = "--threads",
            split = ",",
            paramLabel = "N",
            description =
                    "How many threads take turns, on twice as many connections and at least 16."
                            + " Default: 1,8,16,128; with --quick 8.")
    private @Nullable List<Integer> threads;

    @Override
    protected Report measure() throws Exception {
        List<Integer> counts = common().orDefault(threads, List.of(8), List.of(1, 8, 16, 128));
        List<Integer> rows = CommonOptions.within("--threads", counts, 1, MOST_THREADS);
        List<Peer> peers = Pools.chosen(common(), pools, POOLS, QUICK, POOLS);
        Path agent = Files.createTempFile("sluice-lines", ".jar");
        try {
            LineAgent.write(agent);
            return report(
                    Measured.take(
                            NAME,
                            Turn.interleaved(1, rows, peers),
                            (row, peer) ->
                                    ForkedJvm.run(
                                            LineAgent.flags(agent),
                                            0,
                                            new LinesFork.Lines(peer, row, connections(row))),
                            fork -> Figures.count(fork.get("linesMoved")) + " moved"));
        } finally {
            Files.delete(agent);
        }
    }

    /** Returns how many connections so many clients have: enough that no client waits for one. */
    private static int connections(int threads) {
        return Math.max(FEWEST_CONNECTIONS, 2 * threads);
    }

    private static String title(int threads) {
        return Figures.title(threads, connections(threads), "connection", 0);
    }

    /** Returns the report of some forks. */
    static Report report(List<Measured<Integer, Peer>> forks) {
        String question = "Which memory does a cycle touch that other cores touch as well?";
        Findings findings = new Findings(NAME, question);
        findings.set(
                "cycles",
                "%d rounds, in each %d of each thread before and %d that count; means"
                        .formatted(LinesFork.ROUNDS, LinesFork.WARM_UP, LinesFork.COUNTED));
        findings.set(
                "turns",
                "one thread at a time acquires or releases, drawn by lot, the same draws for all;"
                        + " the clock stands still");
        findings.set(
                "model",
                "a core for each thread, caches without limit, lines of "
                        + Caches.BYTES
                        + " bytes, every object at the beginning of one");
        findings.add(
                SHEET,
                forks,
                LinesCommand::title,
                "Atomic: writes that a processor waits for, which are compare-and-sets and the like,"
                        + " volatile writes, and entering or leaving a monitor. Read: lines that"
                        + " others have touched as well and that stay where they are. Moved: lines"
                        + " that come from another core, or are taken from others, once for the"
                        + " acquire and once for the release. By all: lines that nine of ten cycles"
                        + " write, on any thread.");
        int most = forks.get(forks.size() - 1).row();
        findings.show(
                WRITTEN,
                Sheet.where(forks, fork -> fork.row() == most && !lines(fork).isEmpty()),
                row -> "What every cycle writes: " + title(row),
                "The objects in which those lines are; once for each of the lines.");
        List<Measured<Integer, Peer>> rounds = new ArrayList<>();
        for (Measured<Integer, Peer> fork : forks) {
            for (Printed round : fork.printed().groups("rounds")) {
                int number = 1 + rounds.size() % LinesFork.ROUNDS;
                rounds.add(new Measured<>(fork.row(), fork.contestant(), number, round));
            }
        }
        findings.add("turns.csv", SHEET.csv(rounds));
        findings.add(
                "written.csv",
                forks,
                fork ->
                        objects(fork).entrySet().stream()
                                .map(object -> List.of(object.getKey(), object.getValue()))
                                .toList(),
                "threads,pool,round,object,lines");
        return findings.report();
    }

    /** Returns the lines that nearly every cycle of any client wrote, by their owners. */
    private static List<String> lines(Measured<Integer, Peer> fork) {
        return fork.printed().texts("writtenByAll");
    }

    /** Returns their owners, and how many of them each has. */
    private static Map<String, Long> objects(Measured<Integer, Peer> fork) {
        return lines(fork).stream()
                .collect(
                        Collectors.groupingBy(
                                Function.identity(), TreeMap::new, Collectors.counting()));
    }

    private static String names(Measured<Integer, Peer> fork) {
        List<String> names = new ArrayList<>();
        objects(fork).forEach((name, lines) -> names.add(lines == 1 ? name : lines + " × " + name));
        return String.join(", ", names);
    }
}
