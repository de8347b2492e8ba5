package io.sluice.perf.cycle;

import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.Pools;
import io.sluice.perf.command.UsageException;
import io.sluice.perf.fork.Findings;
import io.sluice.perf.fork.ForkOptions;
import io.sluice.perf.fork.ForkPlan;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.Rates;
import io.sluice.perf.fork.Row;
import io.sluice.perf.fork.Sheet;
import io.sluice.perf.fork.Turn;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.Report;
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

    /** The time of a fork beyond its measurement: for start and end on a busy machine. */
    private static final Duration GRACE = Duration.ofSeconds(60);

    private static final Sheet<Row, Peer> WAITS =
            Rates.sheet("waits")
                    .spread("p99.9", "waitP999Micros", Figures::micros)
                    .range("longest", "waitMaxMicros", Figures::micros)
                    .chart("Longest wait, less is better")
                    .range("overtaken by", "overtakenBy", Figures::count)
                    .chart("Most leases during one wait, less is better")
                    .spread("leases/s", "leasesPerSecond", Figures::count);

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
    static final List<Peer> POOLS = Pools.and(Peer.LITERAL, Peer.FLOOR, Peer.IDEAL);

    private static final List<Peer> QUICK =
            List.of(Peer.SLUICE, Peer.HIKARI, Peer.AGROAL, Peer.LITERAL, Peer.FLOOR, Peer.IDEAL);

    @Mixin private final ForkOptions forks = new ForkOptions();

    @Option(
            names = "--pools",
            split = ",",
            paramLabel = "POOL",
            description =
                    "The contestants, from: "
                            + Pools.NAMES
                            + ", literal, floor, ideal. Default: all; with --quick"
                            + " sluice,hikari,agroal,literal,floor,ideal.")
    private @Nullable List<Peer> pools;

    @Option(
            names = "--rows",
            split = ",",
            paramLabel = "ROW",
            description = Row.HELP + " Default: all; with --quick 1t, 8t, 32t-500.")
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
    protected Report measure() throws Exception {
        List<Row> chosen = common().orDefault(rows, QUICK_ROWS, List.of(Row.values()));
        ForkPlan plan =
                forks.plan(common(), chosen, Pools.chosen(common(), pools, POOLS, QUICK, POOLS));
        int rounds = common().atLeastOne("--wait-rounds", waitRounds, 1, 5);
        int millis = common().atLeastOne("--wait-time", waitTime, 700, 4000);
        List<Turn<Row, Peer>> waitTurns =
                waits == WaitsChoice.NONE ? List.of() : waitTurns(plan, rounds);
        if (waits == WaitsChoice.ONLY && waitTurns.isEmpty()) {
            throw new UsageException(
                    "--waits=only leaves nothing to measure; expected a row with work while holding"
                            + " in --rows and a pool, not only bounds, in --pools");
        }
        List<Measured<Row, Peer>> cycles =
                waits == WaitsChoice.ONLY ? List.of() : rates(plan).run(forks.verbose());
        return report(
                plan,
                millis,
                cycles,
                waitTurns.isEmpty()
                        ? List.of()
                        : Measured.take(
                                "waits",
                                waitTurns,
                                (row, peer) -> measureWaits(plan, row, peer, millis),
                                fork ->
                                        "longest wait "
                                                + Figures.micros(fork.get("waitMaxMicros"))));
    }

    /** Returns the turns in rows that measure waits, without the bounds: there no thread waits. */
    static List<Turn<Row, Peer>> waitTurns(ForkPlan plan, int rounds) {
        return Turn.interleaved(
                rounds,
                plan.rows(),
                plan.peers(),
                (row, peer) -> row.measuresWaits() && peer.kind() != Peer.Kind.BOUND);
    }

    private static Printed measureWaits(ForkPlan plan, Row row, Peer peer, int millis)
            throws Exception {
        return ForkedJvm.run(
                "the fork that measures waits of " + peer + " in row " + row,
                plan.jvmFlags(row.threads()),
                WaitsFork.class,
                new WaitsFork.Order(row, peer, millis, plan.threadKind()),
                Duration.ofMillis(2L * millis).plus(GRACE));
    }

    private static Rates rates(ForkPlan plan) {
        return new Rates(CycleBenchmark.class, "cycle", plan);
    }

    /**
     * Returns the report of some forks.
     *
     * @param waitMillis how long each of those of the waits took
     */
    static Report report(
            ForkPlan plan,
            int waitMillis,
            List<Measured<Row, Peer>> cycles,
            List<Measured<Row, Peer>> waits) {
        Findings findings =
                new Findings(
                        plan.threadKind().reportName("cycle"),
                        "What does it cost to acquire a connection and to release it again?",
                        plan.settings());
        rates(plan).addTo(findings, cycles);
        if (!waits.isEmpty()) {
            findings.set("waits", waitMillis + " ms per contestant and round");
            findings.add(
                    WAITS,
                    waits,
                    row -> "Waits: " + row.title(),
                    "How long an acquire took, and the most leases that began elsewhere while one"
                            + " acquire waited; in arrival order that would be about as many as"
                            + " there are threads.",
                    "waits.csv");
        }
        return findings.report();
    }
}
