package io.sluice.perf.study.line;

import io.sluice.perf.command.CommonOptions;
import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.PeerConverter;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Report;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code lines}: the memory that cores share. */
@Command(
        name = "lines",
        description = {
            "Counts what a cycle, an acquire and a release, does to memory that other threads touch"
                    + " as well: what keeps a pool from growing with the number of cores, shown on a"
                    + " machine that has few.",
            "",
            "Nothing is timed. The classes of each pool, and what they use of java.util, are changed"
                    + " as they are loaded so that they note every field and array element they"
                    + " touch; threads take turns; and a model of the caches of as many cores says"
                    + " which lines have to move. What a pool does on threads of its own (c3p0"
                    + " releases there) and what a driver does is not counted.",
            ""
        })
public final class LinesCommand extends MeasuringCommand {

    /** More would only take longer. */
    private static final int MOST_THREADS = 256;

    /** The contestants that have cycles. */
    static final class Pools extends PeerConverter {

        static final List<Peer> ALL = applicationsAnd(Peer.LITERAL, Peer.FLOOR);

        static final List<Peer> QUICK = List.of(Peer.SLUICE, Peer.HIKARI, Peer.AGROAL, Peer.FLOOR);

        Pools() {
            super(ALL);
        }
    }

    @Option(
            names = "--pools",
            converter = Pools.class,
            split = ",",
            paramLabel = "POOL",
            description =
                    "The contestants, from: "
                            + PeerConverter.Applications.NAMES
                            + ", literal, floor. Default: all; with --quick"
                            + " sluice,hikari,agroal,floor.")
    private @Nullable List<Peer> pools;

    @Option(
            names = "--threads",
            split = ",",
            paramLabel = "N",
            description =
                    "How many threads take turns, on twice as many connections and at least 16."
                            + " Default: 1,8,16,128; with --quick 8.")
    private @Nullable List<Integer> threads;

    @Override
    protected Report measure() throws IOException, InterruptedException {
        LinesPlan plan =
                new LinesPlan(
                        CommonOptions.within(
                                "--threads",
                                common().orDefault(threads, List.of(8), List.of(1, 8, 16, 128)),
                                1,
                                MOST_THREADS),
                        common().choice(pools, Pools.QUICK, Pools.ALL));
        return new LinesReport(plan, new Lines(plan).run()).report();
    }
}
