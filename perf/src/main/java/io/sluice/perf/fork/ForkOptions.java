package io.sluice.perf.fork;

import io.sluice.perf.command.CommonOptions;
import io.sluice.perf.command.UsageException;
import io.sluice.perf.peer.Peer;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of measurements by JMH; each command chooses its rows and contestants. */
public final class ForkOptions {

    /**
     * With 32 busy threads on two processors, the compiler's threads get so little time that each
     * pool has its final code only after more than three seconds; after six all have it.
     */
    private static final int WARMUPS = 6;

    @Mixin private final JmhOptions jmh = new JmhOptions();

    @Mixin private final ProfilerOption profiler = new ProfilerOption();

    @Option(
            names = "--time",
            paramLabel = "MS",
            description =
                    "How long an iteration takes, in milliseconds. Default: 1000; with --quick"
                            + " 300.")
    private @Nullable Integer time;

    @Option(
            names = "--promoted",
            description =
                    "Move the filled pools to the old generation before measuring, as they are in"
                            + " an application that has run for a while.")
    private boolean promoted;

    @Option(
            names = "--metrics",
            description =
                    "Let sluice and hikari publish their figures through Micrometer; the others run"
                            + " without.")
    private boolean metrics;

    @Mixin private final ThreadKindOption threadKind = new ThreadKindOption();

    /** Returns whether to show the output of JMH. */
    public boolean verbose() {
        return jmh.verbose();
    }

    /** Returns the requested plan. */
    public ForkPlan plan(CommonOptions common, List<Row> rows, List<Peer> peers) {
        ForkPlan plan =
                new ForkPlan(
                        List.copyOf(EnumSet.copyOf(rows)),
                        List.copyOf(EnumSet.copyOf(peers)),
                        jmh.forks(common),
                        jmh.iterations(
                                common, WARMUPS, common.atLeastOne("--time", time, 300, 1000)),
                        profiler.allocation(),
                        promoted,
                        metrics,
                        threadKind.chosen(),
                        jmh.jvmFlags());
        if (plan.turns().isEmpty()) {
            throw new UsageException(
                    "--pools and --rows leave nothing to measure; 'floor' needs a row without"
                            + " waiting threads, 'ideal' one with them");
        }
        return plan;
    }
}
