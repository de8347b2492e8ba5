package io.sluice.perf.cycle;

import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.PeerConverter;
import io.sluice.perf.command.UsageException;
import io.sluice.perf.fork.Fork;
import io.sluice.perf.fork.ForkOptions;
import io.sluice.perf.fork.ForkPlan;
import io.sluice.perf.fork.Forks;
import io.sluice.perf.fork.Row;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Report;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code cycle}: acquire and release on a driver that does nothing. */
@Command(
        name = "cycle",
        description = {
            "Measures what it costs to acquire a connection and to release it, on a stub driver.",
            "",
            "Besides Sluice and its peers run: 'literal', the shape Sluice descends from (a"
                    + " locked queue, and the write lock twice per cycle); 'floor', a compare-and-set"
                    + " each way on a holder of the thread's own; 'ideal', the same work on as many"
                    + " threads as cores with no pool. Forks are interleaved: each contestant runs once"
                    + " before any runs again.",
            ""
        })
public final class CycleCommand extends MeasuringCommand {

    private static final List<Row> QUICK_ROWS = List.of(Row.ONE, Row.EIGHT, Row.CROWD_SHORT_WORK);

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

    /** The contestants that have something to acquire. */
    static final class Pools extends PeerConverter {

        static final List<Peer> ALL = applicationsAnd(Peer.LITERAL, Peer.FLOOR, Peer.IDEAL);

        static final List<Peer> QUICK =
                List.of(
                        Peer.SLUICE,
                        Peer.HIKARI,
                        Peer.AGROAL,
                        Peer.LITERAL,
                        Peer.FLOOR,
                        Peer.IDEAL);

        Pools() {
            super(ALL);
        }
    }

    @Mixin private final ForkOptions forks = new ForkOptions();

    @Option(
            names = "--pools",
            converter = Pools.class,
            split = ",",
            paramLabel = "POOL",
            description =
                    "The contestants, from: "
                            + PeerConverter.Applications.NAMES
                            + ", literal, floor, ideal. Default: all; with --quick"
                            + " sluice,hikari,agroal,literal,floor,ideal.")
    private @Nullable List<Peer> pools;

    @Option(
            names = "--rows",
            split = ",",
            paramLabel = "ROW",
            converter = Row.Converter.class,
            description = Row.Converter.HELP + " Default: all; with --quick 1t, 8t, 32t-500.")
    private @Nullable List<Row> rows;

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

    @Override
    protected Report measure() throws IOException, InterruptedException {
        List<Row> chosen = common().orDefault(rows, QUICK_ROWS, List.of(Row.values()));
        ForkPlan plan =
                forks.plan(common(), chosen, common().orDefault(pools, Pools.QUICK, Pools.ALL));
        int rounds = common().atLeastOne("--wait-rounds", waitRounds, 1, 5);
        Duration waitDuration =
                Duration.ofMillis(common().atLeastOne("--wait-time", waitTime, 700, 4000));
        Waits waitsToMeasure = new Waits(plan.withForks(rounds), waitDuration);
        if (waits == WaitsChoice.ONLY && waitsToMeasure.steps().isEmpty()) {
            throw new UsageException(
                    "--waits=only leaves nothing to measure; expected a row with work while holding"
                            + " in --rows and a pool, not only bounds, in --pools");
        }
        List<Fork> cycles =
                waits == WaitsChoice.ONLY
                        ? List.of()
                        : new Forks(CycleReport.CYCLE, plan, forks.verbose()).run();
        List<WaitTurn> turns = waits == WaitsChoice.NONE ? List.of() : waitsToMeasure.run();
        return new CycleReport(plan, waitDuration, cycles, turns).report();
    }
}
