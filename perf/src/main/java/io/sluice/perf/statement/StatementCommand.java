package io.sluice.perf.statement;

import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.Pools;
import io.sluice.perf.fork.Findings;
import io.sluice.perf.fork.ForkOptions;
import io.sluice.perf.fork.ForkPlan;
import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Rates;
import io.sluice.perf.fork.Row;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Report;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code statement}: one statement per lease on a driver that does nothing. */
@Command(
        name = "statement",
        description = {
            "Measures what a statement costs through the pool, on a stub driver: acquire, prepare,"
                    + " bind, execute, read ten rows of two columns, close all.",
            "",
            "Besides Sluice and its peers run: 'floor', a compare-and-set each way on a holder"
                    + " of the thread's own and the driver's own statements; on request 'ideal', the"
                    + " same on as many threads as cores with no pool. Forks are interleaved: each"
                    + " contestant runs once before any runs again.",
            ""
        })
public final class StatementCommand extends MeasuringCommand {

    /** The contestants that wrap statements, and that by which they are measured. */
    static final List<Peer> POOLS = Pools.and(Peer.FLOOR);

    private static final List<Peer> QUICK =
            List.of(Peer.SLUICE, Peer.HIKARI, Peer.AGROAL, Peer.FLOOR);

    @Mixin private final ForkOptions forks = new ForkOptions();

    @Option(
            names = "--pools",
            split = ",",
            paramLabel = "POOL",
            description =
                    "The contestants, from: "
                            + Pools.NAMES
                            + ", floor, ideal. Default: all but ideal; with --quick"
                            + " sluice,hikari,agroal,floor.")
    private @Nullable List<Peer> pools;

    @Option(
            names = "--rows",
            split = ",",
            paramLabel = "ROW",
            description = Row.HELP + " Default: 1t, 8t.")
    private List<Row> rows = List.of(Row.ONE, Row.EIGHT);

    @Override
    protected Report measure() throws Exception {
        ForkPlan plan =
                forks.plan(
                        common(),
                        rows,
                        Pools.chosen(
                                common(), pools, Pools.and(Peer.FLOOR, Peer.IDEAL), QUICK, POOLS));
        return report(plan, rates(plan).run(forks.verbose()));
    }

    private static Rates rates(ForkPlan plan) {
        return new Rates(StatementBenchmark.class, "statement", plan);
    }

    /** Returns the report of some forks. */
    static Report report(ForkPlan plan, List<Measured<Row, Peer>> forks) {
        Findings findings =
                new Findings(
                        plan.threadKind().reportName("statement"),
                        "What does a statement cost through the pool, from the acquire to the"
                                + " release?",
                        plan.settings());
        rates(plan).addTo(findings, forks);
        return findings.report();
    }
}
