package io.sluice.perf.study.contention;

import io.sluice.perf.command.Failures;
import io.sluice.perf.fork.FlightRecording;
import java.io.IOException;
import one.profiler.AsyncProfiler;
import org.jspecify.annotations.Nullable;

/**
 * The lock mode of async-profiler, on this virtual machine. It counts on the monitor events of the
 * virtual machine and not on {@code perf_event}; what it needs is its library, which it has for
 * Linux and macOS. Not thread-safe.
 */
final class LockProfiler {

    /** Standard output has the figures only, and each command says anew where messages go. */
    private static final String LOG = ",log=stderr,loglevel=warn";

    /** Every wait, however short. */
    private static final String START = "start,lock=0" + LOG;

    private static final String COLLAPSED = "collapsed,total" + LOG;

    /** More stacks than a pool has. */
    private static final String TEXT = "traces=200,flat=200" + LOG;

    private @Nullable AsyncProfiler profiler;
    private String missing = "it was not started";
    private double watchedNanos;

    /** Profiles while some work is done, or does not do it where there is no profiler. */
    void during(FlightRecording.Work work) throws Exception {
        AsyncProfiler loaded;
        try {
            loaded = AsyncProfiler.getInstance();
            loaded.execute(START);
        } catch (LinkageError | RuntimeException | IOException e) {
            missing = Failures.oneLine(e);
            return;
        }
        long begin = System.nanoTime();
        work.run();
        loaded.stop();
        watchedNanos = System.nanoTime() - begin;
        profiler = loaded;
    }

    /** Returns what was seen, or null if nothing could be. */
    @Nullable LockProfile profile() throws IOException {
        return profiler == null
                ? null
                : new LockProfile(
                        profiler.getVersion(),
                        watchedNanos,
                        profiler.getSamples(),
                        profiler.execute(COLLAPSED),
                        profiler.execute(TEXT));
    }

    /** Returns why nothing could be seen, in one line. */
    String missing() {
        return missing;
    }
}
