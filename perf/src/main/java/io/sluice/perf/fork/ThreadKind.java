package io.sluice.perf.fork;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The kind of threads that the clients of a pool are. */
public enum ThreadKind {
    /** Threads of the operating system. */
    PLATFORM,
    /**
     * Virtual threads. A benchmark never yields its processor, so there are as many carriers as
     * clients; with fewer, most clients would begin only after others have ended.
     */
    VIRTUAL;

    /** The first JDK that has virtual threads without a preview flag. */
    private static final int FIRST_WITH_VIRTUAL = 21;

    /** The default of the JDK. */
    private static final int MOST_CARRIERS = 256;

    /**
     * Returns the flags that a virtual machine needs.
     *
     * @param threads how many clients there are
     */
    List<String> flags(int threads) {
        return this == PLATFORM
                ? List.of()
                : List.of(
                        "-Djmh.executor=VIRTUAL",
                        "-Djdk.virtualThreadScheduler.parallelism=" + threads,
                        "-Djdk.virtualThreadScheduler.maxPoolSize="
                                + Math.max(threads, MOST_CARRIERS));
    }

    /** Returns an executor that runs so many clients at once. */
    public ExecutorService executor(int threads) {
        if (this == PLATFORM) {
            return Executors.newFixedThreadPool(threads);
        }
        try {
            // Not in the class library of Java 17, for which this is compiled.
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM has no virtual threads", e);
        }
    }

    /** Returns the kind in words. */
    String explanation() {
        return this == PLATFORM ? "platform" : "virtual, as many carriers as threads";
    }

    /**
     * Returns why a JDK has no such threads, if so.
     *
     * @param feature the feature version of the JDK
     */
    public Optional<String> refusal(int feature) {
        if (this == PLATFORM || feature >= FIRST_WITH_VIRTUAL) {
            return Optional.empty();
        }
        return Optional.of(
                "--thread-kind=%s needs a JDK %s or newer; this is %s"
                        .formatted(this, FIRST_WITH_VIRTUAL, feature));
    }

    /**
     * Returns the name of a report about clients of this kind: reports of two kinds may go into the
     * same folder.
     *
     * @param command the command that makes it
     */
    public String reportName(String command) {
        return this == PLATFORM ? command : command + "-" + this;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
