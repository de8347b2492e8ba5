package io.sluice.perf.fork;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option to measure allocation, for measurements that can do without. */
public final class ProfilerOption {

    /** The profilers there are. */
    enum Profiler {
        GC
    }

    @Option(
            names = "--prof",
            paramLabel = "PROFILER",
            description = "'gc' also tells how many bytes are allocated each time.")
    private @Nullable Profiler profiler;

    /** Returns whether to measure what is allocated. */
    public boolean allocation() {
        return profiler == Profiler.GC;
    }
}
