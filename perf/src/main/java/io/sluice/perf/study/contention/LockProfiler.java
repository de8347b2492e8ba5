package io.sluice.perf.study.contention;

import io.sluice.perf.command.Failures;
import io.sluice.perf.fork.FlightRecording;
import java.io.IOException;
import one.profiler.AsyncProfiler;
import org.jspecify.annotations.Nullable;

/**
 * The lock mode of async-profiler, on this virtual machine. It relies on the monitor events of the
 * virtual machine, not on {@code perf_event}. It needs only its library, which exists for Linux and
 * macOS. Not thread-safe.
 */
final class LockProfiler {

    /** Standard output is for the figures, and each command sets anew where messages go. */
    private static final String LOG = ",log=stderr,loglevel=warn";

    /** Every wait, however short. */
    private static final String START = "start,lock=0" + LOG;

    private static final String COLLAPSED = "collapsed,total" + LOG;

    /** More stacks than a pool has. */
    private static final String TEXT = "traces=200,flat=200" + LOG;

    private @Nullable AsyncProfiler profiler;
    private String missing = "it was not started";
    private double watchedNanos;

    /** Does some work under the profiler; does nothing where there is no profiler. */
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

    /** Returns the profile, or null if there is none. */
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

    /** Returns why there is no profile, in one line. */
    String missing() {
        return missing;
    }
}
