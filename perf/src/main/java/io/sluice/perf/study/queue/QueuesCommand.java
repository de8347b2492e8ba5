package io.sluice.perf.study.queue;

import io.sluice.perf.command.CommonOptions;
import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.fork.JmhOptions;
import io.sluice.perf.report.Report;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code queues}: the structures that could hold idle resources. */
@Command(
        name = "queues",
        description = {
            "Measures what it costs to take an idle resource and to give it back, in the structures"
                    + " that could hold them, and what that allocates and leaves to the collector.",
            "",
            "sync-stack and sync-queue are an array under one monitor; linked-deque and linked-queue"
                    + " the ConcurrentLinked ones; blocking-deque and blocking-queue the"
                    + " LinkedBlocking ones; array-queue is ArrayBlockingQueue; mpmc-array and"
                    + " mpmc-xadd are of JCTools. Deques are used as stacks. 'sluice' is acquire and"
                    + " release of a whole pool. Forks are interleaved: each structure runs once"
                    + " before any runs again.",
            ""
        })
public final class QueuesCommand extends MeasuringCommand {

    @Mixin private final JmhOptions jmh = new JmhOptions();

    @Option(
            names = "--structures",
            split = ",",
            paramLabel = "NAME",
            converter = Structure.Converter.class,
            description =
                    "From: sluice, sync-stack, sync-queue, linked-deque, linked-queue,"
                            + " blocking-deque, blocking-queue, array-queue, mpmc-array, mpmc-xadd."
                            + " Default: all.")
    private List<Structure> structures = List.of(Structure.values());

    @Option(
            names = "--threads",
            split = ",",
            paramLabel = "N",
            description =
                    "How many threads take and give, at most 16. Default: 1,2,4,8,16; with --quick"
                            + " 1,4.")
    private @Nullable List<Integer> threads;

    @Option(
            names = "--work",
            split = ",",
            paramLabel = "TOKENS",
            description =
                    "How much work is done while a resource is held, in tokens of JMH. Default:"
                            + " 0,500; with --quick 0.")
    private @Nullable List<Integer> work;

    @Option(
            names = "--time",
            paramLabel = "MS",
            description =
                    "How long an iteration takes, in milliseconds. Default: 500; with --quick 200.")
    private @Nullable Integer time;

    @Override
    protected Report measure() throws IOException, InterruptedException {
        QueuePlan plan =
                new QueuePlan(
                        QueueRow.all(
                                CommonOptions.within(
                                        "--threads",
                                        common().orDefault(
                                                        threads,
                                                        List.of(1, 4),
                                                        List.of(1, 2, 4, 8, 16)),
                                        1,
                                        QueuePlan.RESOURCES),
                                CommonOptions.within(
                                        "--work",
                                        common().orDefault(work, List.of(0), List.of(0, 500)),
                                        0,
                                        1_000_000)),
                        List.copyOf(EnumSet.copyOf(structures)),
                        jmh.forks(common()),
                        jmh.iterations(common(), common().atLeastOne("--time", time, 200, 500)),
                        jmh.jvmFlags());
        return new QueuesReport(plan, new QueueForks(plan, jmh.verbose()).run()).report();
    }
}
