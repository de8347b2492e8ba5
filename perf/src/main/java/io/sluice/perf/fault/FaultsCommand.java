package io.sluice.perf.fault;

import io.sluice.perf.command.CommonOptions;
import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.Pools;
import io.sluice.perf.fork.Findings;
import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Sheet;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Chart;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.LineChart;
import io.sluice.perf.report.Report;
import io.sluice.perf.turn.Judge;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code faults}: pools while the server or the network misbehaves. */
@Command(
        name = "faults",
        description = {
            "Shows what threads see of a pool while the server or the network misbehaves, and how"
                    + " soon all is well again.",
            "",
            "Starts a PostgreSQL of its own behind a network of its own, lets threads work through"
                    + " each pool, and makes one thing go wrong at a time: stopped, killed, frozen,"
                    + " frozen-restarted (the server), terminated (each session), dropped, delayed,"
                    + " half-closed, reset, hanging (the network), password (a wrong one for a"
                    + " while), too-many (connections for the pool's role), failover (to a"
                    + " standby), switchover (the same, and the primary stays up),"
                    + " failover-plain and switchover-plain (the URL says nothing of roles).",
            "",
            "Pools are set up alike: a fixed size; 1 s for the acquire, the connect, an answer of"
                    + " the server (the driver's socketTimeout) and a validation; validation after"
                    + " 500 ms of idleness, or at each acquire where a pool cannot tell idleness;"
                    + " errors of PostgreSQL recognized where there is a switch for it. The pools"
                    + " take turns in interleaved rounds.",
            "",
            "A turn that fails is reported, and the others go on. Fails where a turn of Sluice"
                    + " does, gets a reply to another question, leaves a thread stuck or leaks a"
                    + " connection; where more calls lose their connection than there are, but for"
                    + " those that waited for an answer in vain; or where an acquire is late though"
                    + " no thread that merely parks was so by 25 ms. All faults and pools take about an hour.",
            ""
        })
public final class FaultsCommand extends MeasuringCommand {

    private static final String EXPLAINED =
            "Recovered is the time from the end of the fault, when the command that ends it had"
                    + " returned, until every thread had been served and none failed any more."
                    + " Refused calls got an error instead of a connection;"
                    + " broken ones had a connection that failed. Late are acquires that took 50 ms"
                    + " more beyond the time-out than a thread that merely parks. Stuck counts the"
                    + " rounds in which a thread had to be interrupted in the end. Leaked are"
                    + " connections that the pool counts and the server does not, or the other way"
                    + " round, 3 s after the end. Connects are counted by the network; in a failover"
                    + " there is none between. Counts are those of all rounds.";

    private static final List<Fault> QUICK = List.of(Fault.KILLED, Fault.DROPPED);

    @Option(
            names = "--faults",
            split = ",",
            paramLabel = "FAULT",
            description = "What goes wrong. Default: all; with --quick killed,dropped.")
    private @Nullable List<Fault> faults;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "How many threads work. Default: 64.")
    private @Nullable Integer threads;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "How many connections each pool has. Default: 16; at most 30.")
    private @Nullable Integer connections;

    @Option(
            names = "--outage",
            paramLabel = "MS",
            description =
                    "How long a fault lasts, if it is one that lasts, in milliseconds. Default:"
                            + " 2500, for at 2000 the second wave of time-outs would meet the"
                            + " end; with --quick 1500.")
    private @Nullable Integer outage;

    @Option(
            names = "--watch",
            paramLabel = "MS",
            description =
                    "How long a pool has to recover, in milliseconds. Default: 15000; with --quick"
                            + " 2000.")
    private @Nullable Integer watch;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description =
                    "How many turns each pool has with each fault. Default: 3; with --quick 1.")
    private @Nullable Integer rounds;

    @Mixin private final Pools pools = new Pools();

    @Override
    protected Report measure() throws Exception {
        FaultPlan plan = plan();
        List<Measured<Fault, Peer>> turns = new FaultRuns(plan).run();
        failFor(wrong(plan, turns));
        return report(plan, turns);
    }

    /**
     * Returns what is wrong, if anything is, as far as the machine cannot have caused it: a machine
     * that stands still, as threads that merely park show, delays calls and answers.
     */
    static List<String> wrong(FaultPlan plan, List<Measured<Fault, Peer>> turns) {
        return new Judge<>(turns)
                .check("a reply to another question", turn -> turn.get("wrongResults") > 0)
                .check(
                        "an acquire that was told late by a machine that did not stand still",
                        turn -> turn.get("late") > 0 && turn.get("machineStalled") == 0)
                .check(
                        "more calls that lost their connection than there were connections",
                        turn -> turn.get("lost") > plan.connections())
                .check("a thread that was stuck", turn -> turn.printed().text("stuck") != null)
                .check("a connection leaked in the pool", turn -> turn.get("leakedInPool") > 0)
                .check("a connection leaked on the server", turn -> turn.get("leakedOnServer") > 0)
                .wrong();
    }

    /** Returns the report of some turns. */
    static Report report(FaultPlan plan, List<Measured<Fault, Peer>> turns) {
        Sheet<Fault, Peer> sheet =
                new Sheet<Fault, Peer>("pool", "faults", Peer::tone)
                        .fact("fault", (fault, peer) -> fault)
                        .fact("threads", (fault, peer) -> plan.threads())
                        .fact("connections", (fault, peer) -> plan.connections())
                        .value("", "rounds", some -> Sheet.succeeded(some).size())
                        .failures("roundsFailed")
                        .value(
                                "",
                                "roundsRecovered",
                                some -> count(some, turn -> turn.get("recovered") > 0))
                        .range("recovered in", "recoverMillis", plan::recovered)
                        .total("refused", "refused")
                        .total("broken", "broken")
                        .total("wrong", "wrongResults")
                        .total("late", "late")
                        .most("latest by", "latestMillis", Figures::millis)
                        .value(
                                "stuck",
                                "roundsStuck",
                                some -> count(some, turn -> turn.printed().text("stuck") != null))
                        .total("leaked in pool", "leakedInPool")
                        .total("on server", "leakedOnServer")
                        .total("connects", "connects")
                        .raw("lost", "parkingLateMillisP999", "parkingLateMillisMax")
                        .raw("parkingCount", "poolTotal", "poolLeased", "serverSessions")
                        .chart(FaultsCommand::chart);
        String question =
                "What do threads see of a pool while the server or the network misbehaves, and how"
                        + " soon is all well again?";
        Findings findings = new Findings("faults", question);
        plan.describeIn(findings);
        String late = "by how much they are late is the 99.9th percentile of ";
        String parks = " times they park, or more, in each turn";
        Sheet.succeeded(turns).stream()
                .mapToLong(turn -> (long) turn.get("parkingCount"))
                .min()
                .ifPresent(least -> findings.set("parking threads", late + least + parks));
        findings.setFirst("first stuck thread", turns, "stuck");
        findings.add(sheet, turns, fault -> fault + ": " + fault.title, EXPLAINED, "turns.csv");
        findings.add(
                "timeline.csv",
                Sheet.succeeded(turns),
                turn ->
                        timeline(turn).points().stream()
                                .map(point -> List.of(point.seconds(), point.value()))
                                .toList(),
                "fault,pool,round,seconds,callsPerSecond");
        findings.addMatrix(
                "In short",
                "Time to recover, and calls that failed in all rounds.",
                List.of("fault"),
                turns,
                some ->
                        sheet.cell(some, "recoverMillis")
                                + ", "
                                + (Sheet.total(some, "refused") + Sheet.total(some, "broken")),
                some -> List.of());
        findings.addFailures(turns, "fault");
        return findings.report();
    }

    private static long count(
            List<Measured<Fault, Peer>> some, Predicate<Measured<Fault, Peer>> which) {
        return Sheet.succeeded(some).stream().filter(which).count();
    }

    private static LineChart.Line timeline(Measured<Fault, Peer> turn) {
        return turn.printed().get("timeline", LineChart.Line.class);
    }

    private static Chart chart(List<Measured<Fault, Peer>> ofFault) {
        List<Measured<Fault, Peer>> typical = Sheet.typical(ofFault, "recoverMillis");
        return new LineChart(
                "Calls done per second, over time; the round with the median recovery of" + " each",
                typical.stream().map(FaultsCommand::timeline).toList(),
                typical.stream().limit(1).map(FaultsCommand::mark).toList(),
                Figures::count);
    }

    private static LineChart.Mark mark(Measured<Fault, Peer> turn) {
        Span span = turn.printed().get("span", Span.class);
        double from = span.onTimeline(span.begun()) / 1e9;
        double to = span.onTimeline(span.ended()) / 1e9;
        return new LineChart.Mark(turn.row().toString(), from, to);
    }

    private FaultPlan plan() {
        // The server takes no more than two such pools.
        int size = common().orDefault(connections, 16, 16);
        size = CommonOptions.within("--connections", size, 1, Scene.MOST_CONNECTIONS);
        return new FaultPlan(
                common().choice(faults, QUICK, List.of(Fault.values())),
                pools.chosen(common()),
                common().atLeastOne("--threads", threads, 64, 64),
                size,
                Duration.ofMillis(common().orDefault(null, 500, 1000)),
                Duration.ofMillis(common().atLeastOne("--outage", outage, 1500, 2500)),
                Duration.ofMillis(common().atLeastOne("--watch", watch, 2000, 15_000)),
                common().atLeastOne("--rounds", rounds, 1, 3));
    }
}
