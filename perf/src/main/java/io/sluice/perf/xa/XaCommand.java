package io.sluice.perf.xa;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.fork.Findings;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Sheet;
import io.sluice.perf.fork.Turn;
import io.sluice.perf.report.Report;
import io.sluice.pool.fault.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code xa}: global transactions through pools and their managers. */
@Command(
        name = "xa",
        description = {
            "Measures global transactions on one and on two databases through Sluice with Narayana,"
                    + " Agroal with Narayana, Atomikos' own pool, and Bitronix 2.1.4.",
            "",
            "Rows: stub (a manager and a driver that do nothing), plain (the same without a"
                    + " transaction), h2-1, h2-2, postgres, postgres-h2 (transactions of several threads), growth and growth-1ms (100 threads on"
                    + " a pool that grows), statements (the pools' wrappers, beside the driver"
                    + " alone). Each turn has a virtual machine of its own; contestants take turns."
                    + " No manager keeps a log on disk.",
            ""
        })
public final class XaCommand extends MeasuringCommand {

    /** The time limit of a fork. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private static final List<XaRow> QUICK = List.of(XaRow.STUB, XaRow.H2_2);

    @Option(
            names = "--rows",
            split = ",",
            paramLabel = "ROW",
            description = "What to measure. Default: all; with --quick stub,h2-2.")
    private @Nullable List<XaRow> rows;

    @Option(
            names = "--pools",
            split = ",",
            paramLabel = "POOL",
            description =
                    "The contestants. Default: all, which are sluice, no-manager (Sluice without one), agroal,"
                            + " atomikos, bitronix, driver.")
    private List<XaPeer> pools = List.of(XaPeer.values());

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How many turns each pool has in each row. Default: 10; with --quick 1.")
    private @Nullable Integer rounds;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "How many threads run transactions, on as many connections. Default: 8.")
    private @Nullable Integer threads;

    @Option(
            names = "--warmup-millis",
            paramLabel = "MS",
            description =
                    "How long transactions run before they are measured: managers and databases"
                            + " are much code to compile. Default: 15000; with --quick 300.")
    private @Nullable Integer warmupMillis;

    @Option(
            names = "--millis",
            paramLabel = "MS",
            description =
                    "How long transactions are measured, and are watched by JFR, each."
                            + " Default: 2000; with --quick 300.")
    private @Nullable Integer millis;

    @Option(
            names = "--count",
            paramLabel = "N",
            description =
                    "How many transactions or statements a batch has in the rows stub, plain and"
                            + " statements. Default: 200000; with --quick 20000.")
    private @Nullable Integer count;

    @Override
    protected Report measure() throws Exception {
        List<XaRow> chosen = common().choice(rows, QUICK, List.of(XaRow.values()));
        List<XaPeer> peers = List.copyOf(EnumSet.copyOf(pools));
        int turns = common().atLeastOne("--rounds", rounds, 1, 10);
        int clients = common().atLeastOne("--threads", threads, 8, 8);
        int warmup = common().atLeastOne("--warmup-millis", warmupMillis, 300, 15_000);
        int time = common().atLeastOne("--millis", millis, 300, 2000);
        int batch = common().atLeastOne("--count", count, 20_000, 200_000);
        Map<String, String> settings = ForkedJvm.settings(List.of());
        settings.put(
                "xa",
                ("%d interleaved rounds; transactions: %d threads on %d connections, %d ms of"
                                + " warm-up, %d ms measured, and as long watched by JFR; stub and"
                                + " statements: batches of %d")
                        .formatted(turns, clients, clients, warmup, time, batch));
        settings.put("managers", "none keeps a log on disk; one virtual machine for each turn");
        try (PostgresServer server = serverFor(chosen)) {
            String url = server == null ? "" : server.url();
            return report(
                    settings,
                    Measured.take(
                            "xa",
                            Turn.interleaved(turns, chosen, peers, XaRow::admits),
                            (row, peer) ->
                                    ForkedJvm.run(
                                            "the fork of " + peer + " in row " + row,
                                            List.of(),
                                            ForkedJvm.class,
                                            new XaFork(
                                                    row, peer, clients, warmup, time, batch, url),
                                            LIMIT),
                            turn -> turn.row().sheet.inWords(turn)));
        }
    }

    /** Starts the server that some rows need; returns null if none of them does. */
    private static @Nullable PostgresServer serverFor(List<XaRow> rows) {
        if (rows.stream().noneMatch(XaRow::needsPostgres)) {
            return null;
        }
        PostgresServer server =
                PostgresServer.start(
                        Map.of("max_connections", "150", "max_prepared_transactions", "100"));
        try (Connection admin = server.admin()) {
            XaFork.createTable(admin);
            return server;
        } catch (SQLException e) {
            server.close();
            throw new MeasurementException("cannot make the table of the transactions", e);
        }
    }

    /** Returns the report of some turns. */
    static Report report(Map<String, String> settings, List<Measured<XaRow, XaPeer>> turns) {
        String question = "What do global transactions cost through each pool and its manager?";
        Findings findings = new Findings("xa", question, settings);
        Sheet.byRow(turns)
                .forEach(
                        (row, some) ->
                                findings.add(row.sheet, some, any -> row.title, row.explanation));
        findings.add(
                "turns.csv",
                turns,
                turn ->
                        turn.printed().figures().entrySet().stream()
                                .filter(figure -> figure.getValue() instanceof Number)
                                .map(figure -> List.of(figure.getKey(), figure.getValue()))
                                .toList(),
                "row,pool,round,figure,value");
        // From the first second of the warm-up on.
        findings.add(
                "seconds.csv",
                turns,
                turn -> turn.printed().lists("seconds"),
                "row,pool,round,second,transactions");
        findings.add(
                "locks.csv",
                turns,
                turn -> turn.printed().lists("locks"),
                "row,pool,round,lock,contentions,millis");
        return findings.report();
    }
}
