package io.sluice.perf.study.housekeeping;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * What does a request take for which a background thread has to be woken?
 *
 * <p>Each client sends one request at a time and waits for its answer. Run it with {@code perf/run
 * housekeeping --rows wake-8,wake-16}; {@link WakeForks} starts it.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class WakeBenchmark {

    /** Sends a request and waits for its answer. */
    @Benchmark
    public void request(Caller caller) throws InterruptedException {
        caller.request();
    }
}
