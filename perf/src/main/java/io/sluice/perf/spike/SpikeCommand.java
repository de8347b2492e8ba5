package io.sluice.perf.spike;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.PeerConverter;
import io.sluice.perf.command.UsageException;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Report;
import io.sluice.perf.server.Database;
import io.sluice.perf.server.OwnPostgres;
import io.sluice.perf.server.ServerOptions;
import io.sluice.perf.turn.Turns;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
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
            SpikeVerdict.CRITERION + " Who is better in both is named.",
            "",
            "A turn that fails is reported, and the others go on. Fails where a turn of Sluice"
                    + " does, a request of it is not served, or its connections outlive it. All"
                    + " pools take about twenty minutes on both servers.",
            ""
        })
public final class SpikeCommand extends MeasuringCommand {

    /** Connections besides those of the pools, for us. */
    private static final int SPARE_CONNECTIONS = 20;

    @Mixin private final ServerOptions server = new ServerOptions();

    @Option(
            names = "--requests",
            split = ",",
            paramLabel = "N",
            description = "How many threads ask at once. Default: 50,200,500; with --quick 50.")
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
            converter = SpikeServer.Converter.class,
            description = "What the connections lead to: stub, postgres. Default: both.")
    private List<SpikeServer> servers = List.of(SpikeServer.values());

    @Option(
            names = "--pools",
            converter = PeerConverter.Applications.class,
            split = ",",
            paramLabel = "POOL",
            description = PeerConverter.Applications.HELP)
    private @Nullable List<Peer> pools;

    private final List<String> wrong = new ArrayList<>();

    @Override
    protected Report measure() throws InterruptedException, IOException {
        Database named = server.database();
        SpikePlan plan = plan();
        if (!plan.uses(SpikeServer.POSTGRES)) {
            if (named != null) {
                throw new UsageException("--url needs --on=postgres; the stub connects nowhere");
            }
            return report(plan, Map.of(), null);
        }
        if (named != null) {
            return report(plan, ServerOptions.facts(named), named);
        }
        System.err.println("starting a PostgreSQL");
        try (OwnPostgres own = OwnPostgres.start(2 * plan.connections() + SPARE_CONNECTIONS)) {
            return report(plan, ServerOptions.facts(own.database()), own.database());
        }
    }

    private Report report(SpikePlan plan, Map<String, String> facts, @Nullable Database postgres)
            throws InterruptedException {
        Turns<SpikeTurn> turns = new Spikes(plan, postgres).run();
        wrong.addAll(SpikeJudge.wrong(turns));
        return new SpikeReport(plan, facts, turns).report();
    }

    @Override
    protected void judge() {
        if (!wrong.isEmpty()) {
            throw new MeasurementException(String.join("; ", wrong));
        }
    }

    private SpikePlan plan() {
        int most = common().atLeastOne("--connections", connections, 50, 50);
        for (int start : starts) {
            if (start < 0 || start >= most) {
                throw new UsageException(
                        "--start="
                                + start
                                + "; expected 0 or more, and less than --connections, which is "
                                + most);
            }
        }
        return new SpikePlan(
                SpikeRow.all(
                        List.copyOf(EnumSet.copyOf(servers)),
                        List.copyOf(new TreeSet<>(starts)),
                        positive(
                                "--requests",
                                common().orDefault(requests, List.of(50), List.of(50, 200, 500))),
                        positive("--hold", holds).stream().map(Duration::ofMillis).toList()),
                PeerConverter.Applications.orDefault(common(), pools),
                most,
                Duration.ofMillis(common().atLeastOne("--connect", connect, 100, 100)),
                common().atLeastOne("--rounds", rounds, 1, 5));
    }

    private List<Integer> positive(String option, List<Integer> values) {
        TreeSet<Integer> sorted = new TreeSet<>();
        for (Integer value : values) {
            sorted.add(common().atLeastOne(option, value, 1, 1));
        }
        return List.copyOf(sorted);
    }
}
