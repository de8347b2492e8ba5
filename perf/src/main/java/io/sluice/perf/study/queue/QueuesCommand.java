package io.sluice.perf.study.queue;

import io.sluice.perf.command.CommonOptions;
import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.fork.Findings;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Iterations;
import io.sluice.perf.fork.JmhFork;
import io.sluice.perf.fork.JmhOptions;
import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.Sheet;
import io.sluice.perf.fork.Turn;
import io.sluice.perf.fork.VmLog;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.Report;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code queues}: the structures that could hold idle resources. */
@Command(
        name = "queues",
        description = {
            "Measures what it costs to take an idle resource and to give it back, in the structures"
                    + " that could hold them, and what that allocates and leaves to the collector.",
            "",
            "sync-stack and sync-queue are an array under one monitor; linked-deque and linked-queue"
                    + " the ConcurrentLinked ones; blocking-deque and blocking-queue the"
                    + " LinkedBlocking ones; array-queue is ArrayBlockingQueue; mpmc-array and"
                    + " mpmc-xadd are of JCTools. Deques are used as stacks. 'sluice' is acquire and"
                    + " release of a whole pool, sluice-async the same by acquireAsync. Forks are interleaved: each structure runs once"
                    + " before any runs again.",
            ""
        })
public final class QueuesCommand extends MeasuringCommand {

    /** As many resources as there are connections in the uncontended rows of {@code cycle}. */
    private static final int RESOURCES = 16;

    /** What to log of pauses: some collectors report theirs as phases only. */
    private static final String PAUSES = "gc,gc+phases";

    /** A pause in which a collector stops all threads, in the log. */
    private static final Pattern PAUSE =
            Pattern.compile("GC\\(\\d+\\) (?:[A-Za-z]: )?Pause .* (\\d+\\.\\d+)ms$");

    private static final Sheet<Row, Structure> SHEET =
            new Sheet<Row, Structure>("structure", "queues", Structure::tone)
                    .fact("row", (row, structure) -> row)
                    .fact("threads", (row, structure) -> row.threads)
                    .fact("tokens", (row, structure) -> row.tokens)
                    .range("takes/s", "takesPerSecond", Figures::count)
                    .chart("Takes per second, more is better")
                    .ratio("÷ sync-stack", "ratioToSyncStack", Structure.SYNC_STACK)
                    .figure("bytes/take", "bytesPerTake", Figures::count)
                    .figure("allocated/s", "megabytesPerSecond", QueuesCommand::allocated)
                    .figure("collections", "collections", Figures::count)
                    .figure("in them", "collectionMillis", Figures::millis)
                    // The longest pause of any fork shows how long a pause can become.
                    .most("longest pause", "longestPauseMillis", Figures::millis);

    @Mixin private final JmhOptions jmh = new JmhOptions();

    @Option(
            names = "--structures",
            split = ",",
            paramLabel = "NAME",
            description = "From: ${COMPLETION-CANDIDATES}. Default: all.")
    private List<Structure> structures = List.of(Structure.values());

    @Option(
            names = "--threads",
            split = ",",
            paramLabel = "N",
            description = "How many threads, at most 16. Default: 1,2,4,8,16; with --quick 1,4.")
    private @Nullable List<Integer> threads;

    @Option(
            names = "--work",
            split = ",",
            paramLabel = "TOKENS",
            description = "Tokens of JMH while one is held. Default: 0,500; with --quick 0.")
    private @Nullable List<Integer> work;

    @Option(
            names = "--time",
            paramLabel = "MS",
            description = "Milliseconds of an iteration. Default: 500; with --quick 200.")
    private @Nullable Integer time;

    /**
     * A situation to measure in.
     *
     * @param threads how many threads take and give
     * @param tokens how much work each does while it holds a resource
     */
    record Row(int threads, int tokens) {

        /** Returns every combination. */
        static List<Row> all(List<Integer> threads, List<Integer> tokens) {
            return tokens.stream()
                    .flatMap(work -> threads.stream().map(count -> new Row(count, work)))
                    .toList();
        }

        /** Returns the row in words. */
        String title() {
            return Figures.title(threads, RESOURCES, "resource", tokens);
        }

        @Override
        public String toString() {
            return threads + "t-" + tokens;
        }
    }

    @Override
    protected Report measure() throws Exception {
        List<Integer> counts = common().orDefault(threads, List.of(1, 4), List.of(1, 2, 4, 8, 16));
        List<Integer> tokens = common().orDefault(work, List.of(0), List.of(0, 500));
        List<Row> rows =
                Row.all(
                        CommonOptions.within("--threads", counts, 1, RESOURCES),
                        CommonOptions.within("--work", tokens, 0, 1_000_000));
        List<Structure> chosen = List.copyOf(EnumSet.copyOf(structures));
        int forks = jmh.forks(common());
        Iterations iterations =
                jmh.iterations(common(), common().atLeastOne("--time", time, 200, 500));
        Map<String, String> settings = ForkedJvm.settings(jmh.jvmFlags());
        settings.put("forks", forks + " per structure, interleaved, each " + iterations);
        settings.put("resources", RESOURCES + ", so that nobody waits for one");
        return report(
                settings,
                Measured.take(
                        "queues",
                        Turn.interleaved(forks, rows, chosen),
                        (row, structure) -> measure(row, structure, iterations),
                        SHEET::inWords));
    }

    /** Measures a structure in a fork. */
    private Printed measure(Row row, Structure structure, Iterations iterations)
            throws IOException {
        try (VmLog log = new VmLog()) {
            List<String> flags = ForkedJvm.flags(jmh.jvmFlags());
            flags.add(log.flag(PAUSES, "uptime"));
            ChainedOptionsBuilder options =
                    JmhFork.options(QueueBenchmark.class, "take", flags, iterations, jmh.verbose())
                            .param("structure", structure.name())
                            .param("resources", Integer.toString(RESOURCES))
                            .param("tokens", Integer.toString(row.tokens))
                            .threads(row.threads)
                            .addProfiler(GCProfiler.class);
            JmhFork fork = JmhFork.run(options, "the fork of " + structure + " in row " + row);
            return Printed.begin()
                    .with("takesPerSecond", fork.perSecond())
                    .with("bytesPerTake", fork.figureOrZero(JmhFork.BYTES_PER_OPERATION))
                    .with("megabytesPerSecond", fork.figureOrZero(JmhFork.MEGABYTES_PER_SECOND))
                    .with("collections", fork.figureOrZero(JmhFork.COLLECTIONS))
                    .with("collectionMillis", fork.figureOrZero(JmhFork.COLLECTION_MILLIS))
                    .with("longestPauseMillis", longestPauseMillis(log.lines()));
        }
    }

    /** Returns the report of some forks. */
    static Report report(Map<String, String> settings, List<Measured<Row, Structure>> forks) {
        String question = "What does it cost to take an idle resource and to give it back?";
        Findings findings = new Findings("queues", question, settings);
        findings.add(SHEET, forks, Row::title, "", "forks.csv");
        return findings.report();
    }

    /** Returns how long the longest pause in a log was; 0 without one. */
    static double longestPauseMillis(List<String> log) {
        return log.stream()
                .map(PAUSE::matcher)
                .filter(Matcher::find)
                .mapToDouble(line -> Double.parseDouble(line.group(1)))
                .max()
                .orElse(0);
    }

    private static String allocated(double megabytes) {
        String count = Figures.count(megabytes * (1 << 20));
        return count.contains(" ") ? count + "B" : count + " B";
    }
}
