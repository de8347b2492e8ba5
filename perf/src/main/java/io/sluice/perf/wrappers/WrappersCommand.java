package io.sluice.perf.wrappers;

import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.PeerConverter;
import io.sluice.perf.fork.ProfilerOption;
import io.sluice.perf.fork.RoundOptions;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Report;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code wrappers}: the CPU of handles and of reflective proxies. */
@Command(
        name = "wrappers",
        description = {
            "Measures what stands between an application and its driver, in CPU time of the thread"
                    + " that runs a fixed number of statements.",
            "",
            "'raw' is the driver alone, 'sluice' our handles, 'proxies' a reflective proxy around"
                    + " every connection, statement and result set, as Sluice's ancestor had it."
                    + " Each lease runs ten queries of ten rows and three columns. Forks are interleaved: each contestant runs once before any"
                    + " runs again.",
            ""
        })
public final class WrappersCommand extends MeasuringCommand {

    /** The contestants whose wrappers are measured. */
    static final class Pools extends PeerConverter {

        static final List<Peer> ALL = applicationsAnd(Peer.RAW, Peer.PROXIES);

        static final List<Peer> QUICK = List.of(Peer.SLUICE, Peer.RAW, Peer.PROXIES);

        Pools() {
            super(ALL);
        }
    }

    @Mixin private final RoundOptions rounds = new RoundOptions();

    @Mixin private final ProfilerOption profiler = new ProfilerOption();

    @Option(
            names = "--pools",
            converter = Pools.class,
            split = ",",
            paramLabel = "POOL",
            description =
                    "Whose wrappers, from: "
                            + PeerConverter.Applications.NAMES
                            + ", raw, proxies. Default: all; with --quick sluice,raw,proxies.")
    private @Nullable List<Peer> pools;

    @Option(
            names = "--rows",
            split = ",",
            paramLabel = "ROW",
            converter = WrappersRow.Converter.class,
            description =
                    "What lies behind them: h2 (a real database, in memory), stub (a driver that"
                            + " does nothing). Default: both.")
    private List<WrappersRow> rows = List.of(WrappersRow.values());

    @Option(
            names = "--statements",
            paramLabel = "N",
            description =
                    "How many statements an iteration runs. Default: 50000 on h2, 500000 on stub;"
                            + " with --quick a fifth of that.")
    private @Nullable Integer statements;

    @Override
    protected Report measure() throws IOException, InterruptedException {
        WrappersPlan plan = plan();
        return new WrappersReport(plan, new Wrappers(plan).run()).report();
    }

    /** Returns the requested plan. */
    WrappersPlan plan() {
        return new WrappersPlan(
                List.copyOf(EnumSet.copyOf(rows)),
                common().choice(pools, Pools.QUICK, Pools.ALL),
                rounds.forks(common()),
                rounds.warmups(common()),
                rounds.iterations(common()),
                atLeastOneLease(),
                common().quick(),
                profiler.allocation(),
                rounds.jvmFlags());
    }

    private @Nullable Integer atLeastOneLease() {
        return statements == null ? null : common().atLeastOne("--statements", statements, 1, 1);
    }
}
