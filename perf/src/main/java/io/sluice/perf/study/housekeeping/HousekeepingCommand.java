package io.sluice.perf.study.housekeeping;

import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.Pools;
import io.sluice.perf.fork.CpuProfiler;
import io.sluice.perf.fork.Findings;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Iterations;
import io.sluice.perf.fork.JmhFork;
import io.sluice.perf.fork.JmhOptions;
import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.Sheet;
import io.sluice.perf.fork.Turn;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.BarChart;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code housekeeping}: idle pools, and ways to wake a background thread. */
@Command(
        name = HousekeepingCommand.NAME,
        description = {
            "Measures what pools do that nobody uses: the threads they have, how often these are"
                    + " woken, and their CPU time; what they keep on the heap for an idle"
                    + " connection; and what a request takes that a background thread has to be"
                    + " woken for.",
            "",
            "Rows: idle-1, idle-100 (so many pools of 2 connections on a stub, in a virtual machine"
                    + " for each contestant, used and then left alone), held"
                    + " (a pool of 100 and one of 1100 connections, idle), wake-8, wake-16 (so many"
                    + " clients; a background thread for each or one for all, which looks each"
                    + " millisecond, waits for at most a millisecond, or is told). Contestants take"
                    + " turns. Wake-ups are counted on Linux only.",
            ""
        })
public final class HousekeepingCommand extends MeasuringCommand {

    static final String NAME = "housekeeping";

    /** The sizes of the two pools whose heap is compared. */
    private static final int FEW = 100;

    private static final int MANY = 1100;

    private static final Sheet<Integer, Pool> IDLE =
            new Sheet<Integer, Pool>("pool", "idle", Pool::tone)
                    .fact("pools", (pools, pool) -> pools)
                    .figure("", "connections", Figures::count)
                    .figure("threads", "threads", Figures::count)
                    .figure("started", "threadsStarted", Figures::count)
                    .figure("ended", "threadsEnded", Figures::count)
                    .range("wake-ups/s", "wakeUpsPerSecond", Figures::count)
                    .chart("Wake-ups per second, fewer is better")
                    .range("CPU/s", "cpuNanosPerSecond", Figures::nanos)
                    .chart("CPU time of the pools' threads in a second, less is better")
                    .spread("process CPU/s", "processCpuNanosPerSecond", Figures::nanos);

    private static final Sheet<Integer, Peer> HELD =
            new Sheet<Integer, Peer>("pool", "held", Peer::tone)
                    .fact("connections", (connections, peer) -> connections)
                    .range("bytes/connection", "bytesPerConnection", Figures::count)
                    .chart("Bytes of heap per idle connection, fewer is better")
                    .figure("the stub's own", "stubBytesPerConnection", Figures::count)
                    .spread(
                            "threads/connection",
                            "threadsPerConnection",
                            // Rounded: one thread that ended meanwhile, divided by a thousand,
                            // counts as none, and not as minus zero.
                            value -> Figures.count(Math.rint(100 * value) / 100 + 0.0))
                    .figure("threads of " + MANY, "threads", Figures::count)
                    .figure("", "threadsOfFew", Figures::count)
                    .figure("", "bytesOfFew", Figures::count)
                    .figure("", "bytesOfMany", Figures::count);

    private static final Sheet<Integer, Background> WAKE =
            new Sheet<Integer, Background>("background", "wake", Background::tone)
                    .fact("clients", (clients, background) -> clients)
                    .value(
                            "threads",
                            "threads",
                            some -> some.get(0).contestant().threads(some.get(0).row()))
                    .range("time/request", "nanosPerRequest", Figures::nanos)
                    .chart("Time per request, less is better")
                    .ratio("÷ poll-each", "", Background.POLL_EACH)
                    .range("CPU/request", "cpuNanosPerRequest", Figures::nanos)
                    .chart("CPU time per request, less is better");

    /** The figures of threads of one kind. */
    private static final List<String> KIND =
            List.of("kind", "threads", "wakeUpsPerSecond", "cpuNanosPerSecond");

    /** A situation to measure in; its name begins with what is measured. */
    enum Row {
        IDLE_1(1),
        IDLE_100(100),
        HELD(MANY),
        WAKE_8(8),
        WAKE_16(16);

        private final int count;

        Row(int count) {
            this.count = count;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * The contestant of idle pools.
     *
     * @param peer null where there is none, to compare with
     */
    record Pool(@Nullable Peer peer) {

        private Peer opened() {
            return peer == null ? Peer.SLUICE : peer;
        }

        private BarChart.Tone tone() {
            return peer == null ? BarChart.Tone.BOUND : peer.tone();
        }

        @Override
        public String toString() {
            return peer == null ? "(none)" : peer.toString();
        }
    }

    @Mixin private final Pools pools = new Pools();

    @Option(
            names = "--rows",
            split = ",",
            paramLabel = "ROW",
            description =
                    "From: ${COMPLETION-CANDIDATES}. Default: all; with --quick"
                            + " idle-1,idle-100,wake-8.")
    private @Nullable List<Row> rows;

    @Option(
            names = "--traffic",
            paramLabel = "MS",
            description = "Milliseconds of use of idle pools. Default: 1000; with --quick 200.")
    private @Nullable Integer traffic;

    @Option(
            names = "--settle",
            paramLabel = "MS",
            description = "Milliseconds of rest, also in held. Default: 2000; with --quick 1200.")
    private @Nullable Integer settle;

    @Option(
            names = "--window",
            paramLabel = "MS",
            description = "Milliseconds of watching. Default: 10000; with --quick 500.")
    private @Nullable Integer window;

    @Mixin private final JmhOptions jmh = new JmhOptions();

    @Option(
            names = "--time",
            paramLabel = "MS",
            description = "Milliseconds of an iteration, in wake. Default: 1000; with --quick 100.")
    private @Nullable Integer time;

    @Override
    protected Report measure() throws Exception {
        List<Row> chosen =
                common().choice(
                                rows,
                                // HikariCP pauses for 30 ms after each of the 1200 connections.
                                List.of(Row.IDLE_1, Row.IDLE_100, Row.WAKE_8),
                                List.of(Row.values()));
        List<Integer> idle = counts(chosen, "idle");
        List<Integer> held = counts(chosen, "held");
        List<Integer> wake = counts(chosen, "wake");
        List<Peer> peers = pools.chosen(common());
        int used = common().atLeastOne("--traffic", traffic, 200, 1000);
        int rest = common().atLeastOne("--settle", settle, 1200, 2000);
        int watched = common().atLeastOne("--window", window, 500, 10_000);
        int forks = jmh.forks(common());
        Iterations iterations =
                jmh.iterations(common(), common().atLeastOne("--time", time, 100, 1000));
        Map<String, String> settings = ForkedJvm.settings(jmh.jvmFlags());
        if (!idle.isEmpty()) {
            idle.add(0, 0);
            String sizes =
                    "of %s to %s connections on a stub, %s rounds"
                            .formatted(IdleFork.MIN_SIZE, IdleFork.MAX_SIZE, forks);
            String times =
                    "used for %s ms, left alone for %s ms, then watched for %s ms"
                            .formatted(used, rest, watched);
            settings.put("idle pools", sizes + "; " + times);
        }
        if (!held.isEmpty()) {
            settings.put(
                    "idle connections",
                    "%d and %d in a pool of each, on a stub, %d rounds; used once, left alone for %d ms"
                            .formatted(FEW, MANY, forks, rest));
        }
        if (!wake.isEmpty()) {
            settings.put("waking", forks + " forks, interleaved, each " + iterations);
        }
        List<Pool> contestants =
                Stream.concat(Stream.of(new Pool(null)), peers.stream().map(Pool::new)).toList();
        return report(
                settings,
                Measured.take(
                        "idle pools",
                        Turn.interleaved(
                                forks,
                                idle,
                                contestants,
                                (count, pool) -> (count == 0) == (pool.peer == null)),
                        (count, pool) ->
                                ForkedJvm.run(
                                        jmh.jvmFlags(),
                                        (long) used + rest + watched,
                                        new IdleFork(pool.opened(), count, used, rest, watched)),
                        fork -> Figures.nanos(fork.get("cpuNanosPerSecond")) + " of CPU/s"),
                Measured.take(
                        "idle connections",
                        Turn.interleaved(forks, held, peers),
                        (count, peer) ->
                                ForkedJvm.run(
                                        jmh.jvmFlags(),
                                        2L * rest,
                                        new HeldFork(peer, FEW, count, rest)),
                        HELD::inWords),
                Measured.take(
                        "waking",
                        Turn.interleaved(forks, wake, List.of(Background.values())),
                        (clients, background) -> wake(clients, background, iterations),
                        fork -> Figures.nanos(fork.get("nanosPerRequest")) + " per request"));
    }

    private static List<Integer> counts(List<Row> rows, String kind) {
        List<Integer> counts = new ArrayList<>();
        rows.stream()
                .filter(row -> row.toString().startsWith(kind))
                .forEach(row -> counts.add(row.count));
        return counts;
    }

    private Printed wake(int clients, Background background, Iterations iterations) {
        List<String> flags = ForkedJvm.flags(jmh.jvmFlags());
        ChainedOptionsBuilder options =
                JmhFork.options(WakeBenchmark.class, "request", flags, iterations, jmh.verbose())
                        .param("background", background.name())
                        .threads(clients)
                        .addProfiler(CpuProfiler.class);
        JmhFork fork =
                JmhFork.run(options, "the fork of " + background + " with " + clients + " clients");
        return Printed.begin()
                .with("nanosPerRequest", 1e9 * clients / fork.perSecond())
                .with("cpuNanosPerRequest", fork.figureOrZero(CpuProfiler.NANOS_PER_OPERATION));
    }

    /** Returns the report of some forks. */
    static Report report(
            Map<String, String> settings,
            List<Measured<Integer, Pool>> idle,
            List<Measured<Integer, Peer>> held,
            List<Measured<Integer, Background>> wake) {
        String question =
                "What do pools cost that nobody uses, and what does it cost to wake a thread?";
        Findings findings = new Findings(NAME, question, settings);
        String words =
                "Threads are those that were not there before the pools, started and ended those of"
                        + " them that did so while they were watched. Wake-ups are their voluntary"
                        + " context switches, as Linux counts them in /proc/self/task/*/status, and"
                        + " their ends; CPU/s is their CPU time in a second, and the process is all"
                        + " of the virtual machine. (none) is one without pools.";
        List<Measured<Integer, Pool>> none = Sheet.where(idle, fork -> fork.row() == 0);
        for (int count : idle.stream().map(Measured::row).distinct().skip(1).toList()) {
            String title = count == 1 ? "1 idle pool" : count + " idle pools";
            findings.add(
                    IDLE.section(title, words, none, Sheet.where(idle, one -> one.row() == count)));
            words = "";
        }
        if (!idle.isEmpty()) {
            findings.add(IDLE.results(idle));
            findings.add("idle.csv", IDLE.csv(idle));
            findings.add(
                    "threads.csv",
                    idle,
                    fork ->
                            fork.printed().groups("kinds").stream()
                                    .map(kind -> KIND.stream().map(kind.figures()::get).toList())
                                    .toList(),
                    "pools,pool,round," + String.join(",", KIND));
        }
        findings.add(
                HELD,
                held,
                count -> "What a pool keeps for an idle connection",
                ("What a pool of %s connections keeps on the heap that one of %s does not, by their"
                                + " difference in number and less the connection of the stub itself,"
                                + " which has a column of its own. All were used once and are idle;"
                                + " what is left after several collections counts. Threads in the"
                                + " same way.")
                        .formatted(MANY, FEW),
                "held.csv");
        findings.add(
                WAKE,
                wake,
                count -> count + " clients have a background thread woken",
                "Each client sends a request to a background thread and waits for the answer. poll"
                        + " looks each millisecond, timed is told and looks each millisecond all the"
                        + " same, signal is told; each has a background thread for each client,"
                        + " shared one for all. CPU is that of the whole process.",
                "wake.csv");
        return findings.report();
    }
}
