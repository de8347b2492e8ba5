package io.sluice.perf.cycle;

import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.PeerConverter;
import io.sluice.perf.command.UsageException;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Report;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code cycle}: acquire and release on a driver that does nothing. */
@Command(
        name = "cycle",
        description = {
            "Measures what it costs to acquire a connection and to release it, on a stub driver.",
            "",
            "Besides sluice, hikari and agroal run: 'literal', the shape Sluice descends from (a"
                    + " locked queue, and the write lock twice per cycle); 'floor', a compare-and-set"
                    + " each way on a holder of the thread's own; 'ideal', the same work on as many"
                    + " threads as cores with no pool. Forks are interleaved: each contestant runs once"
                    + " before any runs again.",
            ""
        })
public final class CycleCommand extends MeasuringCommand {

    private static final List<CycleRow> QUICK_ROWS =
            List.of(CycleRow.ONE, CycleRow.EIGHT, CycleRow.CROWD_SHORT_WORK);

    /** Whether the longest waits are measured. */
    enum WaitsChoice {
        ALSO,
        ONLY,
        NONE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The profilers that JMH may run with. */
    enum Profiler {
        GC;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--pools",
            converter = PeerConverter.class,
            split = ",",
            paramLabel = "POOL",
            description = "The contestants, from: ${COMPLETION-CANDIDATES}. Default: all.")
    private List<Peer> pools = List.of(Peer.values());

    @Option(
            names = "--rows",
            split = ",",
            paramLabel = "ROW",
            converter = CycleRow.Converter.class,
            description =
                    "The rows, from: 1t, 2t, 8t (threads on 16 connections), 32t-0, 32t-500,"
                            + " 32t-5000 (threads on 8 connections, with so many tokens of work while"
                            + " holding one). Default: all; with --quick 1t, 8t, 32t-500.")
    private @Nullable List<CycleRow> rows;

    @Option(
            names = "--forks",
            paramLabel = "N",
            description = "Forks for each contestant and row. Default: 10; with --quick 1.")
    private @Nullable Integer forks;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            description = "Iterations of a fork that do not count. Default: 3; with --quick 1.")
    private @Nullable Integer warmups;

    @Option(
            names = "--iterations",
            paramLabel = "N",
            description = "Iterations of a fork that count. Default: 3; with --quick 1.")
    private @Nullable Integer iterations;

    @Option(
            names = "--time",
            paramLabel = "MS",
            description =
                    "How long an iteration takes, in milliseconds. Default: 1000; with --quick"
                            + " 300.")
    private @Nullable Integer time;

    @Option(
            names = "--prof",
            paramLabel = "PROFILER",
            description = "'gc' also tells how many bytes a cycle allocates.")
    private @Nullable Profiler profiler;

    @Option(
            names = "--promoted",
            description =
                    "Move the filled pools to the old generation before measuring, as they are in"
                            + " an application that has run for a while.")
    private boolean promoted;

    @Option(
            names = "--waits",
            paramLabel = "WHEN",
            defaultValue = "also",
            description =
                    "Whether to measure the longest waits and how many leases overtake a waiter, in"
                            + " rows with work while holding: ${COMPLETION-CANDIDATES}. Default: also.")
    private WaitsChoice waits = WaitsChoice.ALSO;

    @Option(
            names = "--wait-rounds",
            paramLabel = "N",
            description = "Rounds of the waits. Default: 5; with --quick 1.")
    private @Nullable Integer waitRounds;

    @Option(
            names = "--wait-time",
            paramLabel = "MS",
            description =
                    "How long each round of the waits measures one contestant, in milliseconds."
                            + " Default: 4000; with --quick 700.")
    private @Nullable Integer waitTime;

    @Option(
            names = "--jvm-arg",
            paramLabel = "FLAG",
            description =
                    "A flag for the forks besides the usual ones; may be given several times.")
    private List<String> jvmArgs = new ArrayList<>();

    @Option(names = "--verbose", description = "Show the output of JMH.")
    private boolean verbose;

    @Override
    protected Report measure() throws IOException, InterruptedException {
        CyclePlan plan = plan(common().orDefault(atLeastOne("--forks", forks), 1, 10));
        CyclePlan waitPlan =
                plan(common().orDefault(atLeastOne("--wait-rounds", waitRounds), 1, 5));
        Duration waitDuration =
                Duration.ofMillis(
                        common().orDefault(atLeastOne("--wait-time", waitTime), 700, 4000));
        Waits waitsToMeasure = new Waits(waitPlan, waitDuration);
        if (waits == WaitsChoice.ONLY && waitsToMeasure.steps().isEmpty()) {
            throw new UsageException(
                    "--waits=only leaves nothing to measure; expected a row with work while holding"
                            + " in --rows and a pool, not only bounds, in --pools");
        }
        if (plan.steps().isEmpty()) {
            throw new UsageException(
                    "--pools and --rows leave nothing to measure; 'floor' needs a row without"
                            + " waiting threads, 'ideal' one with them");
        }
        List<CycleFork> cycles =
                waits == WaitsChoice.ONLY ? List.of() : new CycleForks(plan, verbose).run();
        List<WaitTurn> turns = waits == WaitsChoice.NONE ? List.of() : waitsToMeasure.run();
        return new CycleReport(plan, waitDuration, cycles, turns).report();
    }

    private CyclePlan plan(int rounds) {
        List<CycleRow> chosen = common().orDefault(rows, QUICK_ROWS, List.of(CycleRow.values()));
        return new CyclePlan(
                List.copyOf(EnumSet.copyOf(chosen)),
                List.copyOf(EnumSet.copyOf(pools)),
                rounds,
                common().orDefault(atLeastOne("--warmup", warmups), 1, 3),
                common().orDefault(atLeastOne("--iterations", iterations), 1, 3),
                Duration.ofMillis(common().orDefault(atLeastOne("--time", time), 300, 1000)),
                profiler == Profiler.GC,
                promoted,
                jvmArgs);
    }

    private static @Nullable Integer atLeastOne(String option, @Nullable Integer value) {
        if (value != null && value < 1) {
            throw new UsageException(option + "=" + value + "; expected at least 1");
        }
        return value;
    }
}
