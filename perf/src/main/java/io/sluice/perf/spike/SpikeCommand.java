package io.sluice.perf.spike;

import io.sluice.perf.command.CommonOptions;
import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.Pools;
import io.sluice.perf.command.UsageException;
import io.sluice.perf.fork.Findings;
import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Sheet;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Chart;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.LineChart;
import io.sluice.perf.report.Report;
import io.sluice.perf.server.Database;
import io.sluice.perf.server.OwnPostgres;
import io.sluice.perf.server.ServerOptions;
import io.sluice.perf.turn.Judge;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code spike}: many requests at once on a cold or a small pool. */
@Command(
        name = "spike",
        description = {
            "Measures how long pools take to serve many requests that come at once, and how many"
                    + " connections they make for that, when they have none or a few.",
            "",
            "On 'stub' each connect takes a time that is the same for all (--connect) and the"
                    + " connections lead nowhere. On 'postgres' they lead to a PostgreSQL, one of our"
                    + " own or that of --url, and a connect takes what it takes. Every turn has a new"
                    + " pool, and the pools take turns in interleaved rounds. A pool may still be"
                    + " closing its connections while the next one connects: a PostgreSQL of yours"
                    + " has to take twice --connections and a few more.",
            "",
            SpikeVerdict.CRITERION + " The pools that are better in both are named.",
            "",
            "A turn that fails is reported, and the others go on. Fails where a turn of Sluice"
                    + " does, a request of it is not served, or its connections outlive it. All"
                    + " pools take about twenty minutes on both servers.",
            ""
        })
public final class SpikeCommand extends MeasuringCommand {

    /** Of threads, and of milliseconds. */
    private static final int MOST = 100_000;

    /** How many points a line of the chart has. */
    private static final int POINTS = 160;

    @Mixin private final ServerOptions server = new ServerOptions();

    @Option(
            names = "--requests",
            split = ",",
            paramLabel = "N",
            description =
                    "How many threads ask at once. Default: 50,200,500, and on the stub 100 that"
                            + " may have a connection each (stub-ramp); with --quick 50.")
    private @Nullable List<Integer> requests;

    @Option(
            names = "--start",
            split = ",",
            paramLabel = "N",
            description = "How many connections the pool has before. Default: 0,5.")
    private List<Integer> starts = List.of(0, 5);

    @Option(
            names = "--hold",
            split = ",",
            paramLabel = "MS",
            description = "How long a connection is held, in milliseconds. Default: 2,100.")
    private List<Integer> holds = List.of(2, 100);

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "How many connections a pool may have. Default: 50.")
    private @Nullable Integer connections;

    @Option(
            names = "--connect",
            paramLabel = "MS",
            description = "How long a connect takes on the stub, in milliseconds. Default: 100.")
    private @Nullable Integer connect;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How many turns each pool has in each row. Default: 5; with --quick 1.")
    private @Nullable Integer rounds;

    @Option(
            names = "--on",
            split = ",",
            paramLabel = "SERVER",
            description = "What the connections lead to: stub, postgres. Default: both.")
    private List<SpikeRow.Server> servers = List.of(SpikeRow.Server.values());

    @Mixin private final Pools pools = new Pools();

    @Override
    protected Report measure() throws Exception {
        Database named = server.database();
        Spikes plan = plan();
        if (!plan.uses(SpikeRow.Server.POSTGRES)) {
            if (named != null) {
                throw new UsageException("--url needs --on=postgres; the stub connects nowhere");
            }
            return measure(plan, null, null);
        }
        return OwnPostgres.orNamed(
                named,
                plan.connections(),
                /* durable= */ false,
                database -> measure(plan, ServerOptions.facts(database), database));
    }

    private Report measure(Spikes plan, @Nullable String facts, @Nullable Database postgres)
            throws Exception {
        List<Measured<SpikeRow, Peer>> turns = plan.run(postgres);
        failFor(wrong(turns));
        return report(plan, facts, turns);
    }

    /** Returns what is wrong, if anything is. */
    static List<String> wrong(List<Measured<SpikeRow, Peer>> turns) {
        return new Judge<>(turns)
                .check("a request that was not served", turn -> turn.get("errors") > 0)
                .check("a connection that outlived the pool", turn -> turn.get("leaked") > 0)
                .wrong();
    }

    /**
     * Returns the report of some turns.
     *
     * @param server version and settings of the server, if there is one
     */
    static Report report(
            Spikes plan, @Nullable String server, List<Measured<SpikeRow, Peer>> turns) {
        Sheet<SpikeRow, Peer> sheet =
                new Sheet<SpikeRow, Peer>("pool", "spike", Peer::tone)
                        .fact("row", (row, peer) -> row)
                        .fact("server", (row, peer) -> row.server())
                        .fact("requests", (row, peer) -> row.requests())
                        .fact("connectionsAtStart", (row, peer) -> row.start())
                        .fact("holdMillis", (row, peer) -> row.millis())
                        .fact("maxConnections", (row, peer) -> row.connections(plan.connections()))
                        .value("", "connectMillis", some -> plan.connectMillis(some.get(0).row()))
                        .failures("roundsFailed")
                        .range("all served in", "serveAllMillis", Figures::millis)
                        .range("connections made", "connectionsMade", Figures::count)
                        .spread("wait p99", "waitMillisP99", Figures::millis)
                        .range("longest wait", "waitMillisLongest", Figures::millis)
                        .total("errors", "errors")
                        .total("leaked", "leaked")
                        .value(
                                "",
                                "betterThanSluiceInBoth",
                                (some, row) ->
                                        SpikeVerdict.of(row)
                                                        .betterInBoth()
                                                        .contains(some.get(0).contestant())
                                                ? "yes"
                                                : "no")
                        .chart(SpikeCommand::chart);
        String question =
                "How long do many requests at once wait on a pool that has none or few connections,"
                        + " and how many does it make for them?";
        Findings findings = new Findings("spike", question);
        plan.describeIn(findings);
        if (server != null) {
            findings.set("PostgreSQL", server);
        }
        findings.setFirst("first error", turns, "firstError");
        for (List<Measured<SpikeRow, Peer>> row : Sheet.byRow(turns).values()) {
            String verdict = "Verdict: " + SpikeVerdict.of(row).toLine() + ".";
            findings.add(sheet, row, SpikeRow::title, verdict);
        }
        findings.add("turns.csv", sheet.csv(turns));
        findings.add(
                "waiting.csv",
                Sheet.succeeded(turns),
                turn -> turn.printed().get("waits", SpikeWaits.class).millis(),
                "row,pool,round,askedMillis,answeredMillis");
        findings.addMatrix(
                "Verdicts",
                "Time to serve all, connections made (medians), and the pools better than Sluice in"
                        + " both. "
                        + SpikeVerdict.CRITERION,
                List.of("row", "better in both"),
                turns,
                some ->
                        sheet.cell(some, "serveAllMillis")
                                + ", "
                                + sheet.cell(some, "connectionsMade"),
                some -> List.of(SpikeVerdict.of(some).toCell()));
        findings.addFailures(turns, "row");
        return findings.report();
    }

    private static Chart chart(List<Measured<SpikeRow, Peer>> row) {
        List<Measured<SpikeRow, Peer>> typical = Sheet.typical(row, "serveAllMillis");
        double longest =
                Sheet.succeeded(row).stream()
                        .mapToDouble(turn -> turn.get("serveAllMillis"))
                        .max()
                        .orElse(1);
        return new LineChart(
                "Requests that wait, over time; the round with the median time of each",
                typical.stream().map(turn -> line(turn, longest)).toList(),
                List.of(),
                Figures::count);
    }

    private static LineChart.Line line(Measured<SpikeRow, Peer> turn, double longestMillis) {
        SpikeWaits waits = turn.printed().get("waits", SpikeWaits.class);
        return new LineChart.Line(
                turn.contestant().toString(),
                IntStream.rangeClosed(0, POINTS)
                        .mapToObj(
                                i -> {
                                    double millis = longestMillis / POINTS * i;
                                    return new LineChart.Point(
                                            millis / 1e3, waits.waitingAt((long) (1e6 * millis)));
                                })
                        .toList());
    }

    private Spikes plan() {
        int most = common().atLeastOne("--connections", connections, 50, 50);
        List<Integer> counts = common().orDefault(requests, List.of(50), List.of(50, 200, 500));
        List<SpikeRow> rows =
                SpikeRow.all(
                        List.copyOf(EnumSet.copyOf(servers)),
                        CommonOptions.within("--start", starts, 0, most - 1),
                        CommonOptions.within("--requests", counts, 1, MOST),
                        CommonOptions.within("--hold", holds, 1, MOST));
        if (requests == null && !common().quick() && servers.contains(SpikeRow.Server.STUB)) {
            rows.add(SpikeRow.RAMP);
        }
        List<Peer> peers = pools.chosen(common());
        Duration connectTime =
                Duration.ofMillis(common().atLeastOne("--connect", connect, 100, 100));
        Duration acquireTimeout = Duration.ofSeconds(30);
        int turns = common().atLeastOne("--rounds", rounds, 1, 5);
        return new Spikes(rows, peers, most, connectTime, acquireTimeout, turns);
    }
}
