package io.sluice.perf.xa;

import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.NameConverter;
import io.sluice.perf.report.Report;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
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

    /** Reads a contestant from the command line. */
    static final class Pools extends NameConverter<XaPeer> {

        Pools() {
            super(List.of(XaPeer.values()));
        }
    }

    private static final List<XaRow> QUICK = List.of(XaRow.STUB, XaRow.H2_2);

    @Option(
            names = "--rows",
            split = ",",
            paramLabel = "ROW",
            converter = XaRow.Converter.class,
            description = "What to measure. Default: all; with --quick stub,h2-2.")
    private @Nullable List<XaRow> rows;

    @Option(
            names = "--pools",
            split = ",",
            paramLabel = "POOL",
            converter = Pools.class,
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
    protected Report measure() throws IOException, InterruptedException {
        XaPlan plan =
                new XaPlan(
                        common().choice(rows, QUICK, List.of(XaRow.values())),
                        List.copyOf(EnumSet.copyOf(pools)),
                        common().atLeastOne("--rounds", rounds, 1, 10),
                        common().atLeastOne("--threads", threads, 8, 8),
                        common().atLeastOne("--warmup-millis", warmupMillis, 300, 15_000),
                        common().atLeastOne("--millis", millis, 300, 2000),
                        common().atLeastOne("--count", count, 20_000, 200_000));
        return new XaReport(plan, new XaRuns(plan).run()).report();
    }
}
