package io.sluice.perf.soak;

import io.sluice.perf.command.CommonOptions;
import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.fork.Findings;
import io.sluice.perf.report.Csv;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.LineChart;
import io.sluice.perf.report.Report;
import io.sluice.perf.report.Section;
import io.sluice.perf.report.Spread;
import io.sluice.perf.report.Table;
import io.sluice.perf.turn.Logs;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code soak}: pools at work for long while servers, network and operator act up. */
@Command(
        name = "soak",
        description = {
            "Lets threads use a pool on a PostgreSQL and one on a MariaDB of its own for as long as"
                    + " told, while things go wrong at random: the server is stopped, killed or"
                    + " frozen; some sessions are terminated; the network drops, delays, refuses,"
                    + " resets, half-closes, or does not answer; the password changes; the pool is"
                    + " resized, suspended and flushed.",
            "",
            "A round is a calm in which no call may fail, one or two faults on each database, their"
                    + " end, and a rest at which pool and server must count the same. Fails when"
                    + " anything is seen that must never be, or memory, threads or open files grow;"
                    + " the report has each violation with its circumstances.",
            ""
        })
public final class SoakCommand extends MeasuringCommand {

    private static final int MOST_CONNECTIONS = 30;
    private static final int QUICK_SECONDS = 20;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            description = "How long to go on. Default: 10; with --quick 20 seconds.")
    private @Nullable Integer minutes;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "How many threads use each pool. Default: 16.")
    private @Nullable Integer threads;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "How many connections each pool has. Default: 8; at most 30.")
    private @Nullable Integer connections;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description =
                    "Of the faults, their times, and what threads do. Default: another each time.")
    private @Nullable Long seed;

    @Override
    protected Report measure() throws SQLException, InterruptedException {
        Logs.discard();
        SoakPlan plan = plan();
        Watch watch = new Watch();
        try (Stalls stalls = Stalls.start();
                Site postgres = site("postgres", plan, watch, stalls);
                Site mariaDb = site("mariadb", plan, watch, stalls)) {
            SoakRun run = new SoakRun(plan, List.of(postgres, mariaDb), watch);
            run.run();
            failFor(wrong(run.failure(), watch));
            return report(plan, run.rounds(), watch, run.failure(), stalls.longest());
        }
    }

    private static Site site(String name, SoakPlan plan, Watch watch, Stalls stalls)
            throws SQLException {
        SoakServer server =
                name.equals("postgres")
                        ? SoakServer.postgres(plan.threads())
                        : SoakServer.mariaDb(plan.threads());
        try {
            return new Site(name, plan, server, watch, stalls, Site::open);
        } catch (SQLException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private SoakPlan plan() {
        int most =
                CommonOptions.within(
                        "--connections",
                        common().orDefault(connections, 8, 8),
                        1,
                        MOST_CONNECTIONS);
        Duration time =
                minutes == null && common().quick()
                        ? Duration.ofSeconds(QUICK_SECONDS)
                        : Duration.ofMinutes(common().atLeastOne("--minutes", minutes, 1, 10));
        return new SoakPlan(
                time,
                common().atLeastOne("--threads", threads, 16, 16),
                most,
                seed == null ? System.nanoTime() : seed,
                SoakPlan.PATIENCE);
    }

    /** Returns the reasons for which the command has to fail. */
    static List<String> wrong(@Nullable String failure, Watch watch) {
        List<String> wrong = new ArrayList<>();
        if (failure != null) {
            wrong.add("the run ended before its time: " + failure);
        }
        if (watch.violations() > 0) {
            wrong.add(
                    watch.violations()
                            + " violations; the report has the first of them with their"
                            + " circumstances");
        }
        return wrong;
    }

    /** Returns the report of a run. */
    static Report report(
            SoakPlan plan,
            List<SoakRound> rounds,
            Watch watch,
            @Nullable String failure,
            Duration stall) {
        Findings findings =
                new Findings(
                        "soak",
                        "Does anything go wrong in a pool, or grow, while servers, network and"
                                + " operator act up for long?");
        plan.describeIn(findings);
        findings.set("longest stall of the machine", Figures.millis(stall.toNanos() / 1e6));
        if (failure != null) {
            findings.set("ended before its time", failure);
        }
        addWhole(findings, rounds, watch);
        addFaults(findings, rounds);
        addInvariants(findings, watch);
        addViolations(findings, watch);
        findings.add("rounds.csv", csv(rounds));
        return findings.report();
    }

    private static void addWhole(Findings findings, List<SoakRound> rounds, Watch watch) {
        List<List<String>> lines = new ArrayList<>();
        List<Map<String, Object>> results = new ArrayList<>();
        for (String database : rounds.stream().map(SoakRound::database).distinct().toList()) {
            List<SoakRound> own =
                    rounds.stream().filter(round -> round.database().equals(database)).toList();
            SoakRound last = own.get(own.size() - 1);
            int faults = own.stream().mapToInt(round -> round.faults().size()).sum();
            lines.add(
                    List.of(
                            database,
                            Integer.toString(own.size()),
                            Integer.toString(faults),
                            Long.toString(last.leases()),
                            Long.toString(last.failures())));
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("pool", "sluice");
            result.put("measure", "soak");
            result.put("database", database);
            result.put("rounds", own.size());
            result.put("faults", faults);
            result.put("cycles", last.leases());
            result.put("failedCalls", last.failures());
            result.put("checks", watch.checks());
            result.put("violations", watch.violations());
            results.add(result);
        }
        findings.add(results);
        findings.add(
                new Section(
                        "What was done",
                        "A cycle is an acquire and a release with work in between.",
                        new Table(
                                List.of("database", "rounds", "faults", "cycles", "failed calls"),
                                lines),
                        List.of()));
        findings.add(
                new Section(
                        "What the process held at rest",
                        "The heap is what a collection leaves. The start is the third round.",
                        resources(rounds),
                        List.of(heap(rounds))));
    }

    private static Table resources(List<SoakRound> rounds) {
        return new Table(
                List.of("", "start", "end", "most"),
                List.of(
                        line("heap, KiB", rounds, round -> round.resources().heapBytes() >> 10),
                        line("threads", rounds, round -> round.resources().threads()),
                        line("open files", rounds, round -> round.resources().files())));
    }

    private static List<String> line(
            String name, List<SoakRound> rounds, ToDoubleFunction<SoakRound> figure) {
        List<SoakRound> counted =
                rounds.stream().filter(round -> round.number() >= SoakRun.START).toList();
        double[] values = counted.stream().mapToDouble(figure).toArray();
        if (values.length == 0) {
            return List.of(name, "–", "–", "–");
        }
        double most = counted.stream().mapToDouble(figure).max().orElse(0);
        return List.of(
                name,
                Long.toString((long) values[0]),
                Long.toString((long) values[values.length - 1]),
                Long.toString((long) most));
    }

    private static LineChart heap(List<SoakRound> rounds) {
        return new LineChart(
                "Heap after a collection at rest, in KiB, over time",
                List.of(
                        new LineChart.Line(
                                "sluice",
                                rounds.stream()
                                        .map(
                                                round ->
                                                        new LineChart.Point(
                                                                round.seconds(),
                                                                round.resources().heapBytes()
                                                                        / 1024.0))
                                        .toList())),
                List.of(),
                Figures::count);
    }

    private static void addFaults(Findings findings, List<SoakRound> rounds) {
        List<List<String>> lines = new ArrayList<>();
        for (SoakFault fault : SoakFault.values()) {
            List<SoakRound> with =
                    rounds.stream().filter(round -> round.faults().contains(fault)).toList();
            List<Double> recovered =
                    with.stream()
                            .map(SoakRound::recoverMillis)
                            .filter(millis -> millis >= 0)
                            .toList();
            Spread spread = recovered.isEmpty() ? null : Spread.of(recovered);
            lines.add(
                    List.of(
                            fault.toString(),
                            Integer.toString(with.size()),
                            Integer.toString(recovered.size()),
                            spread == null ? "–" : Figures.millis(spread.median()),
                            spread == null ? "–" : Figures.millis(spread.max())));
        }
        findings.add(
                new Section(
                        "Faults",
                        "Recovered is when every thread was served after the end of all faults of"
                                + " the round.",
                        new Table(
                                List.of("fault", "times", "recovered", "median", "longest"), lines),
                        List.of()));
    }

    private static void addInvariants(Findings findings, Watch watch) {
        List<List<String>> lines = new ArrayList<>();
        for (Invariant invariant : Invariant.values()) {
            lines.add(
                    List.of(
                            invariant.title,
                            Long.toString(watch.checks(invariant)),
                            Long.toString(watch.unjudged(invariant)),
                            Long.toString(watch.violations(invariant))));
        }
        lines.add(
                List.of(
                        "all",
                        Long.toString(watch.checks()),
                        "",
                        Long.toString(watch.violations())));
        findings.add(
                new Section(
                        "Invariants",
                        "Not judged are calls during which the machine stood still for more than"
                                + " half a second.",
                        new Table(List.of("invariant", "checked", "not judged", "violated"), lines),
                        List.of()));
    }

    private static void addViolations(Findings findings, Watch watch) {
        if (watch.violations() == 0) {
            return;
        }
        findings.add(
                new Section(
                        "Violations",
                        "The first of them.",
                        new Table(
                                List.of("what was seen"),
                                watch.circumstances().stream().map(List::of).toList()),
                        List.of()));
    }

    private static String csv(List<SoakRound> rounds) {
        return Csv.of(
                List.of(
                        "round,database,faults,seconds,outageMillis,recoverMillis,cycles,"
                                + "failedCalls,heapBytes,threads,openFiles"),
                rounds.stream()
                        .map(
                                round ->
                                        List.<Object>of(
                                                round.number(),
                                                round.database(),
                                                String.join(
                                                        " ",
                                                        round.faults().stream()
                                                                .map(SoakFault::toString)
                                                                .toList()),
                                                round.seconds(),
                                                round.outageMillis(),
                                                round.recoverMillis(),
                                                round.leases(),
                                                round.failures(),
                                                round.resources().heapBytes(),
                                                round.resources().threads(),
                                                round.resources().files()))
                        .toList());
    }
}
