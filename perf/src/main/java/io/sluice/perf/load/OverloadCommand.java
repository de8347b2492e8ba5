package io.sluice.perf.load;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.Startup;
import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.Pools;
import io.sluice.perf.fork.Findings;
import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Sheet;
import io.sluice.perf.load.Overload.Rate;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.Report;
import io.sluice.perf.server.Database;
import io.sluice.perf.server.OwnPostgres;
import io.sluice.perf.server.ServerOptions;
import io.sluice.pool.fault.TcpProxy;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code overload}: more requests than a PostgreSQL can serve, through each pool. */
@Command(
        name = "overload",
        description = {
            "Lets requests arrive at fixed rates up to three times what a PostgreSQL can do, and"
                    + " shows how many are served in time, and how soon all are again.",
            "",
            "It starts a PostgreSQL of its own in a temporary folder, which does not wait for the"
                    + " disk. At the end the server cannot be reached for a while. The pools take"
                    + " turns in interleaved rounds.",
            ""
        })
public final class OverloadCommand extends MeasuringCommand {

    private static final String EXPLAINED =
            "A request is good if it was served within its limit, from when it was due; '÷ at 0.9'"
                    + " are the good requests beside those at 0.9 of the capacity. Times are those"
                    + " of all served requests. 'Back' is when 95 % of the requests are good again.";

    /** A connect may take so long, in whole seconds. */
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(1);

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "A Sluice properties file for the pool under test. Its url is not used; set its"
                            + " acquireTimeout as --limit.")
    private @Nullable Path config;

    @Option(
            names = "--max-waiting",
            paramLabel = "N",
            description = "Sluice's maxWaiting. Default: that of --config, or no limit.")
    private @Nullable Integer maxWaiting;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description =
                    "How many threads the service has. A request that finds none is refused, and"
                            + " counted as 'no thread'. Default: 1000; with --quick 200.")
    private @Nullable Integer threads;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "How many connections each pool has. Default: 8.")
    private @Nullable Integer connections;

    @Option(
            names = "--time",
            paramLabel = "MS",
            description =
                    "How long each rate lasts, in milliseconds; the outage takes twice as long."
                            + " Default: 5000; with --quick 1000.")
    private @Nullable Integer time;

    @Option(
            names = "--limit",
            paramLabel = "MS",
            description =
                    "How long a request may take, and an acquire, in milliseconds. Default: 250.")
    private @Nullable Integer limit;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How many turns each pool has. Default: 3; with --quick 1.")
    private @Nullable Integer rounds;

    @Mixin private final Pools pools = new Pools();

    @Override
    protected Report measure() throws Exception {
        int millis = common().atLeastOne("--time", time, 1000, 5000);
        int size = common().atLeastOne("--connections", connections, 8, 8);
        Duration most = Duration.ofMillis(common().atLeastOne("--limit", limit, 250, 250));
        JdbcPoolConfig sluice = sluice(size, most);
        Overload plan =
                new Overload(
                        pools.chosen(common()),
                        common().atLeastOne("--threads", threads, 200, 1000),
                        size,
                        Duration.ofMillis(millis),
                        Duration.ofMillis(2L * millis),
                        most,
                        common().atLeastOne("--rounds", rounds, 1, 3),
                        sluice == null ? Integer.MAX_VALUE : sluice.maxWaiting());
        return OwnPostgres.orNamed(
                null,
                plan.connections(),
                /* durable= */ false,
                database -> measure(plan, database, sluice));
    }

    /** Returns the options of Sluice, or null for those that every pool has. */
    private @Nullable JdbcPoolConfig sluice(int size, Duration acquireTimeout) {
        JdbcPoolConfig given = LoadConfig.of(config, new ServerOptions()).sluice();
        if (maxWaiting == null) {
            return given;
        }
        JdbcPoolConfig.Builder own =
                given == null
                        ? JdbcPoolConfig.builder()
                                .url("jdbc:postgresql:")
                                .minSize(size)
                                .maxSize(size)
                                .startup(Startup.FAIL)
                                .acquireTimeout(acquireTimeout)
                        : given.toBuilder();
        return own.maxWaiting(common().atLeastOne("--max-waiting", maxWaiting, 1, 1)).build();
    }

    private static Report measure(Overload plan, Database database, @Nullable JdbcPoolConfig sluice)
            throws Exception {
        URI address = URI.create(database.url().substring("jdbc:".length()));
        try (TpcbTables tables = TpcbTables.create(database, plan.connections());
                TcpProxy network = TcpProxy.to(address.getPort())) {
            PeerSettings settings =
                    new PeerSettings(
                            "jdbc:postgresql://127.0.0.1:%d%s?socketTimeout=%d"
                                    .formatted(
                                            network.port(),
                                            address.getPath(),
                                            CONNECT_LIMIT.toSeconds()),
                            database.user(),
                            database.password(),
                            plan.connections(),
                            plan.connections(),
                            false,
                            plan.limit(),
                            CONNECT_LIMIT,
                            sluice);
            double capacity = plan.capacity(settings, tables);
            return report(
                    plan,
                    ServerOptions.facts(database),
                    capacity,
                    plan.run(settings, tables, network, capacity));
        }
    }

    /**
     * Returns the report of some turns.
     *
     * @param server version and settings of the server
     * @param capacity how many transactions a second the server does
     */
    static Report report(
            Overload plan, String server, double capacity, List<Measured<Rate, Peer>> rates) {
        Sheet<Rate, Peer> sheet =
                new Sheet<Rate, Peer>("pool", "overload", Peer::tone)
                        .fact("row", (rate, peer) -> rate)
                        .value("", "maxWaiting", some -> plan.maxWaiting(some.get(0).contestant()))
                        .range("good/s", "goodPerSecond", Figures::count)
                        .chart("Good requests per second, more is better")
                        .spread("÷ at 0.9", "goodOfReference", Figures::ratio)
                        .spread("p50", "serviceMicrosP50", Figures::micros)
                        .spread("p99", "serviceMicrosP99", Figures::micros)
                        .spread("p99.9", "serviceMicrosP999", Figures::micros)
                        .total("refused", "refused")
                        .total("no thread", "withoutThread")
                        .range("back", "backMillis", Figures::millis)
                        .raw("arrivedPerSecond");
        Findings findings =
                new Findings(
                        "overload",
                        "How many requests are served in time when more arrive than the database can"
                                + " do, and how soon is all well again?");
        plan.describeIn(findings, capacity);
        findings.set("PostgreSQL", server);
        findings.add(sheet, rates, Rate::title, EXPLAINED, "turns.csv");
        findings.addFailures(rates, "rate");
        return findings.report();
    }
}
