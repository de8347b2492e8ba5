package io.sluice.perf.wrappers;

import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.Pools;
import io.sluice.perf.fork.Findings;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.ProfilerOption;
import io.sluice.perf.fork.RoundOptions;
import io.sluice.perf.fork.Sheet;
import io.sluice.perf.fork.Turn;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.Report;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code wrappers}: the CPU of handles and of reflective proxies. */
@Command(
        name = "wrappers",
        description = {
            "Measures what stands between an application and its driver, in CPU time of the thread"
                    + " that runs a fixed number of statements.",
            "",
            "'raw' is the driver alone, 'sluice' our handles, 'proxies' a reflective proxy around"
                    + " every connection, statement and result set, as Sluice's ancestor had it."
                    + " Each lease runs ten queries of ten rows and three columns. Forks are interleaved: each contestant runs once before any"
                    + " runs again.",
            ""
        })
public final class WrappersCommand extends MeasuringCommand {

    /** The contestants whose wrappers are measured. */
    private static final List<Peer> POOLS = Pools.and(Peer.RAW, Peer.PROXIES);

    /** The time limit of a fork, however many iterations it has. */
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private static final String EXPLAINED =
            "CPU is that of the thread that runs the statements. The share is the part of it that is"
                    + " not the driver's: 1 − CPU of raw ÷ CPU.";

    @Mixin private final RoundOptions rounds = new RoundOptions();

    @Mixin private final ProfilerOption profiler = new ProfilerOption();

    @Option(
            names = "--pools",
            split = ",",
            paramLabel = "POOL",
            description =
                    "Whose wrappers, from: "
                            + Pools.NAMES
                            + ", raw, proxies. Default: all; with --quick sluice,raw,proxies.")
    private @Nullable List<Peer> pools;

    @Option(
            names = "--rows",
            split = ",",
            paramLabel = "ROW",
            description =
                    "What lies behind them: h2 (a real database, in memory), stub (a driver that"
                            + " does nothing). Default: both.")
    private List<WrappersRow> rows = List.of(WrappersRow.values());

    @Option(
            names = "--statements",
            paramLabel = "N",
            description =
                    "How many statements an iteration runs. Default: 50000 on h2, 500000 on stub;"
                            + " with --quick a fifth of that.")
    private @Nullable Integer statements;

    @Override
    protected Report measure() throws Exception {
        int forks = rounds.forks(common());
        int warmups = rounds.warmups(common(), 3);
        int iterations = rounds.iterations(common());
        List<WrappersRow> chosen = List.copyOf(EnumSet.copyOf(rows));
        Map<String, String> settings = ForkedJvm.settings(rounds.jvmFlags());
        settings.put(
                "forks",
                "%d per contestant, interleaved, each %d + %d iterations"
                        .formatted(forks, warmups, iterations));
        String each =
                "%d per lease, %d calls each"
                        .formatted(
                                StatementWork.STATEMENTS_PER_LEASE,
                                StatementWork.CALLS_PER_STATEMENT);
        for (WrappersRow row : chosen) {
            settings.put("statements of an iteration on " + row, statements(row) + ", " + each);
        }
        return report(
                settings,
                profiler.allocation(),
                Measured.take(
                        "wrappers",
                        Turn.interleaved(forks, chosen, peers()),
                        (row, peer) ->
                                ForkedJvm.run(
                                        "the fork of " + peer + " in row " + row,
                                        rounds.jvmFlags(),
                                        ForkedJvm.class,
                                        new WrappersFork(
                                                row, peer, warmups, iterations, statements(row)),
                                        LIMIT),
                        fork ->
                                Figures.nanos(fork.get("cpuNanosPerStatement"))
                                        + " of CPU per statement"));
    }

    /** Returns the contestants, each once. */
    List<Peer> peers() {
        return Pools.chosen(
                common(), pools, POOLS, List.of(Peer.SLUICE, Peer.RAW, Peer.PROXIES), POOLS);
    }

    /** Returns how many statements an iteration has. */
    int statements(WrappersRow row) {
        int usual = row.statements(common().quick());
        return common().atLeastOne("--statements", statements, usual, usual);
    }

    /** Returns the report of some forks. */
    static Report report(
            Map<String, String> settings,
            boolean allocation,
            List<Measured<WrappersRow, Peer>> forks) {
        Sheet<WrappersRow, Peer> sheet =
                new Sheet<WrappersRow, Peer>("pool", "wrappers", Peer::tone)
                        .fact("row", (row, peer) -> row)
                        .fact("callsPerStatement", (row, peer) -> StatementWork.CALLS_PER_STATEMENT)
                        .range("CPU/statement", "cpuNanosPerStatement", Figures::nanos)
                        .chart("CPU time per statement, less is better")
                        .compared(
                                "share",
                                "wrapperCpuShare",
                                Peer.RAW::equals,
                                (own, raw) -> 1 - raw / own,
                                Figures::percent)
                        .ratio("÷ proxies", "ratioToProxies", Peer.PROXIES)
                        .spread("time/call", "nanosPerCall", Figures::nanos)
                        .raw("nanosPerStatement");
        if (allocation) {
            sheet.spread("bytes/statement", "bytesPerStatement", Figures::count);
        }
        String question = "How much CPU do handles take, and how much do reflective proxies?";
        Findings findings = new Findings("wrappers", question, settings);
        findings.add(sheet, forks, WrappersRow::title, EXPLAINED, "forks.csv");
        return findings.report();
    }
}
