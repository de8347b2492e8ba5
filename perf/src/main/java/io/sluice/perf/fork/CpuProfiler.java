package io.sluice.perf.fork;

import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Reports to JMH how much CPU time of its virtual machine an operation takes, in any thread. Made
 * by JMH, by its name.
 */
public final class CpuProfiler implements InternalProfiler {

    /** The name of the figure, in nanoseconds. */
    public static final String NANOS_PER_OPERATION = "cpu.norm";

    private long before;

    /** For JMH. */
    public CpuProfiler() {}

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = Spent.processCpuNanos();
    }

    @Override
    public Collection<ScalarResult> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double nanos = Spent.processCpuNanos() - before;
        double each = nanos / Math.max(1, result.getMetadata().getAllOps());
        return List.of(new ScalarResult(NANOS_PER_OPERATION, each, "ns/op", AggregationPolicy.AVG));
    }

    @Override
    public String getDescription() {
        return "CPU time per operation";
    }
}
