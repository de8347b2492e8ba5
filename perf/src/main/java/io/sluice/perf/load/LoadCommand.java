package io.sluice.perf.load;

import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.Pools;
import io.sluice.perf.fork.Findings;
import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Sheet;
import io.sluice.perf.fork.ThreadKindOption;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.Report;
import io.sluice.perf.server.Database;
import io.sluice.perf.server.OwnPostgres;
import io.sluice.perf.server.ServerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code load}: a real PostgreSQL through each pool in turn. */
@Command(
        name = "load",
        description = {
            "Loads a PostgreSQL through Sluice and its peers with the transaction that pgbench runs"
                    + " by default.",
            "",
            "Without --url it starts a PostgreSQL of its own in a temporary folder, which waits for"
                    + " the disk only with --durable. With --url it makes a schema of its own there and drops it"
                    + " at the end. The pools take turns in interleaved rounds.",
            ""
        })
public final class LoadCommand extends MeasuringCommand {

    private static final String EXPLAINED =
            "Medians over the rounds. A transaction is timed from before the acquire until after"
                    + " the release, so it includes the wait for a connection; acquire is that part"
                    + " alone.";

    @Mixin private final ServerOptions server = new ServerOptions();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "A Sluice properties file for the pool under test. Its url, username, password"
                            + " and maxSize hold for all pools, unless given here.")
    private @Nullable Path config;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "How many client threads. Default: 32.")
    private @Nullable Integer threads;

    @Mixin private final ThreadKindOption threadKind = new ThreadKindOption();

    @Option(
            names = "--durable",
            description =
                    "Let the server wait for the disk at each commit (fsync, synchronous_commit and"
                            + " full_page_writes).")
    private boolean durable;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "How many connections each pool has. Default: 8.")
    private @Nullable Integer connections;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            description =
                    "How long each pool is measured, all rounds together. Default: 30; with --quick"
                            + " 6.")
    private @Nullable Integer seconds;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How many turns each pool has. Default: 5; with --quick 3.")
    private @Nullable Integer rounds;

    @Option(
            names = "--scale",
            paramLabel = "N",
            description =
                    "How many branches the tables have; each has 10 tellers and 100,000 accounts."
                            + " With fewer branches than connections, transactions wait for each"
                            + " other's rows. Default: 16; with --quick 8.")
    private @Nullable Integer scale;

    @Option(
            names = "--acquire-timeout",
            paramLabel = "MS",
            description =
                    "How long an acquire may wait, in milliseconds. Set a file's acquireTimeout to"
                            + " the same. Default: 30000.")
    private @Nullable Integer acquireTimeout;

    @Option(
            names = "--heap",
            description =
                    "Show the heap in use after a collection, when a turn begins to count, at half"
                            + " time and at its end. The collections lengthen the longest times.")
    private boolean heap;

    @Mixin private final Pools pools = new Pools();

    @Override
    protected Report measure() throws Exception {
        LoadConfig given = LoadConfig.of(config, server);
        int size = given.maxSizeOr(8);
        LoadPlan plan =
                new LoadPlan(
                        pools.chosen(common()),
                        common().atLeastOne("--threads", threads, 32, 32),
                        threadKind.chosen(),
                        common().atLeastOne("--connections", connections, size, size),
                        Duration.ofSeconds(common().atLeastOne("--seconds", seconds, 6, 30)),
                        common().atLeastOne("--rounds", rounds, 3, 5),
                        common().atLeastOne("--scale", scale, 8, 16),
                        Duration.ofMillis(
                                common().atLeastOne(
                                                "--acquire-timeout",
                                                acquireTimeout,
                                                30_000,
                                                30_000)),
                        heap,
                        config);
        return OwnPostgres.orNamed(
                given.database(),
                plan.connections(),
                durable,
                database -> measure(plan, database, given));
    }

    private static Report measure(LoadPlan plan, Database database, LoadConfig given)
            throws Exception {
        String server = ServerOptions.facts(database);
        System.err.printf(
                "filling %,d accounts%n", (long) plan.scale() * TpcbTables.ACCOUNTS_PER_SCALE);
        try (TpcbTables tables = TpcbTables.create(database, plan.scale())) {
            String user = database.user();
            String password = database.password();
            int size = plan.connections();
            Duration timeout = plan.acquireTimeout();
            PeerSettings settings =
                    new PeerSettings(
                            database.url(), user, password, size, false, timeout, given.sluice());
            return report(plan, server, plan.run(settings, tables));
        }
    }

    /**
     * Returns the report of some turns.
     *
     * @param server version and settings of the server
     */
    static Report report(LoadPlan plan, String server, List<Measured<String, Peer>> turns) {
        Sheet<String, Peer> sheet =
                new Sheet<String, Peer>("pool", "load", Peer::tone)
                        .fact("threads", (load, peer) -> plan.threads())
                        .fact("kind", (load, peer) -> plan.kind())
                        .fact("connections", (load, peer) -> plan.connections())
                        .fact("scale", (load, peer) -> plan.scale())
                        .fact("rounds", (load, peer) -> plan.rounds())
                        .range("tx/s", "transactionsPerSecond", Figures::count)
                        .chart("Transactions per second, more is better")
                        .total("errors", "errors")
                        .most("threads without one", "clientsUnserved", Figures::count)
                        .raw("transactions");
        addTimes(sheet, "Time of a transaction", EXPLAINED, "transactionMicros");
        addTimes(sheet, "Time of an acquire", "", "acquireMicros");
        sheet.spread("mean", "acquireMicrosMean", Figures::micros)
                .most("longest", "acquireMicrosMax", Figures::micros);
        sheet.part("Failed acquires", "How late they were is the time beyond the acquire time-out.")
                .total("failed", "acquiresFailed")
                .most("late p99", "lateMicrosP99", Figures::micros)
                .most("at most", "lateMicrosMax", Figures::micros);
        if (plan.watchesHeap()) {
            sheet.part("Heap in use after a collection", "")
                    .spread("bytes at the start", "heapBytesStart", Figures::count)
                    .spread("at half time", "heapBytesHalf", Figures::count)
                    .spread("at the end", "heapBytesEnd", Figures::count);
        }
        String question =
                "How many TPC-B-like transactions does PostgreSQL do through each pool, and how"
                        + " long do they take?";
        Findings findings = new Findings(plan.kind().reportName("load"), question);
        plan.describeIn(findings);
        findings.set("PostgreSQL", server);
        findings.setFirst("first error", turns, "firstError");
        findings.add(sheet, turns, load -> "Transactions per second", "", "turns.csv");
        return findings.report();
    }

    private static void addTimes(
            Sheet<String, Peer> sheet, String title, String explanation, String name) {
        sheet.part(title, explanation)
                .spread("p50", name + "P50", Figures::micros)
                .range("p99", name + "P99", Figures::micros)
                .chart(title + ", p99, less is better")
                .range("p99.9", name + "P999", Figures::micros)
                .chart(title + ", p99.9, less is better");
    }
}
