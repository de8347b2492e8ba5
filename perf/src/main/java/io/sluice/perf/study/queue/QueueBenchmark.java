package io.sluice.perf.study.queue;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What does it cost to take an idle resource and to give it back?
 *
 * <p>There are at least as many resources as threads, so no thread waits for one. Run it with
 * {@code perf/run queues}; {@link QueuesCommand} starts it.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@State(Scope.Benchmark)
public class QueueBenchmark {

    /** The structure that holds the resources, by the name of its constant. */
    @Param("SLUICE")
    public String structure;

    /** How many resources there are. */
    @Param("16")
    public int resources;

    /** How much work is done while one is held, in tokens of {@link Blackhole#consumeCPU}. */
    @Param("0")
    public int tokens;

    private IdleStore store;

    /** Makes the structure and fills it. */
    @Setup
    public void fill() throws InterruptedException {
        store = Structure.valueOf(structure).filled(resources);
    }

    /** Ends structures that have threads. */
    @TearDown
    public void close() {
        store.close();
    }

    /** Takes a resource, works, and gives it back. */
    @Benchmark
    public void take(Blackhole blackhole) throws InterruptedException {
        Object taken = store.take();
        blackhole.consume(taken);
        if (tokens > 0) {
            Blackhole.consumeCPU(tokens);
        }
        store.give(taken);
    }
}
