package io.sluice.perf.study.housekeeping;

import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.PoolsOption;
import io.sluice.perf.command.Progress;
import io.sluice.perf.fork.JmhOptions;
import io.sluice.perf.report.Report;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code housekeeping}: idle pools, and ways to wake a background thread. */
@Command(
        name = "housekeeping",
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

    /** Without held rows: HikariCP pauses for 30 ms after each connection, and there are 1200. */
    private static final List<HousekeepingRow> QUICK =
            List.of(HousekeepingRow.IDLE_1, HousekeepingRow.IDLE_100, HousekeepingRow.WAKE_8);

    @Mixin private final PoolsOption pools = new PoolsOption();

    @Option(
            names = "--rows",
            split = ",",
            paramLabel = "ROW",
            converter = HousekeepingRow.Converter.class,
            description = "What to measure. Default: all; with --quick idle-1,idle-100,wake-8.")
    private @Nullable List<HousekeepingRow> rows;

    @Option(
            names = "--traffic",
            paramLabel = "MS",
            description =
                    "How long idle pools are used before, in milliseconds. Default: 1000; with"
                            + " --quick 200.")
    private @Nullable Integer traffic;

    @Option(
            names = "--settle",
            paramLabel = "MS",
            description =
                    "How long they are then left alone, and those of held, in milliseconds."
                            + " Default: 2000; with --quick 1200.")
    private @Nullable Integer settle;

    @Option(
            names = "--window",
            paramLabel = "MS",
            description =
                    "How long they are watched, in milliseconds: what happens less often than that"
                            + " may be missed. Default: 10000; with --quick 500.")
    private @Nullable Integer window;

    @Mixin private final JmhOptions jmh = new JmhOptions();

    @Option(
            names = "--time",
            paramLabel = "MS",
            description =
                    "How long an iteration of waking takes, in milliseconds. Default: 1000; with"
                            + " --quick 100.")
    private @Nullable Integer time;

    @Override
    protected Report measure() throws IOException, InterruptedException {
        HousekeepingPlan plan =
                new HousekeepingPlan(
                        common().choice(rows, QUICK, List.of(HousekeepingRow.values())),
                        pools.peers(common()),
                        new IdleTimes(
                                common().atLeastOne("--traffic", traffic, 200, 1000),
                                common().atLeastOne("--settle", settle, 1200, 2000),
                                common().atLeastOne("--window", window, 500, 10_000)),
                        jmh.forks(common()),
                        jmh.iterations(common(), common().atLeastOne("--time", time, 100, 1000)),
                        jmh.jvmFlags());
        try (Progress progress = Progress.start("housekeeping", plan.size())) {
            List<IdleTurn> turns = new IdleRuns(plan, progress).run();
            List<HeldTurn> held = new HeldRuns(plan, progress).run();
            List<WakeFork> forks = new WakeForks(plan, jmh.verbose(), progress).run();
            return new HousekeepingReport(plan, turns, held, forks).report();
        }
    }
}
