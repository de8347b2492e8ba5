package io.sluice.perf.study.contention;

import io.sluice.perf.command.Failures;
import io.sluice.perf.fork.FlightRecording;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LongSummaryStatistics;
import java.util.Map;
import one.profiler.AsyncProfiler;

/**
 * The lock mode of async-profiler, on this virtual machine. It relies on the monitor events of the
 * virtual machine, not on {@code perf_event}. It needs only its library, which exists for Linux and
 * macOS. It knows monitors, reentrant locks and semaphores.
 */
final class LockProfiler {

    /** Standard output is for the figures, and each command sets anew where messages go. */
    private static final String LOG = ",log=stderr,loglevel=warn";

    private LockProfiler() {}

    /**
     * Does some work under the profiler, and returns its figures; the stacks "collapsed", a line
     * for each with the nanoseconds that were waited there; and the same as "text", the longest
     * first. Where there is no profiler, does nothing and returns why it is "missing".
     *
     * @param threads how many threads do the work
     */
    static Map<String, Object> profile(int threads, FlightRecording.Work work) throws Exception {
        AsyncProfiler profiler;
        try {
            profiler = AsyncProfiler.getInstance();
            // Every wait, however short.
            profiler.execute("start,lock=0" + LOG);
        } catch (LinkageError | RuntimeException | IOException e) {
            return Map.of("missing", Failures.oneLine(e));
        }
        long begin = System.nanoTime();
        work.run();
        profiler.stop();
        double nanos = System.nanoTime() - begin;
        String collapsed = profiler.execute("collapsed,total" + LOG);
        Map<String, Object> profile = figures(collapsed, nanos * threads);
        profile.put("version", profiler.getVersion());
        profile.put("contentions", profiler.getSamples());
        // More stacks than a pool has.
        profile.put("text", profiler.execute("traces=200,flat=200" + LOG));
        return profile;
    }

    /**
     * Returns the figures of some stacks.
     *
     * @param nanos the time of all threads
     */
    static Map<String, Object> figures(String collapsed, double nanos) {
        LongSummaryStatistics stacks =
                collapsed
                        .lines()
                        .mapToLong(
                                line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                        .summaryStatistics();
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("blockedNanos", stacks.getSum());
        figures.put("blockedShare", stacks.getSum() / nanos);
        figures.put(
                "largestStackShare",
                stacks.getSum() == 0 ? 0 : (double) stacks.getMax() / stacks.getSum());
        figures.put("collapsed", collapsed);
        return figures;
    }
}
