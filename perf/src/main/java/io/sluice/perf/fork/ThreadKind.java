package io.sluice.perf.fork;

import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The kind of threads that the clients of a pool are. */
public enum ThreadKind {
    /** Threads of the operating system. */
    PLATFORM {
        @Override
        List<String> flags(int threads) {
            return List.of();
        }

        @Override
        public ExecutorService executor(int threads) {
            return Executors.newFixedThreadPool(threads);
        }

        @Override
        String explanation() {
            return "platform";
        }
    },

    /**
     * Virtual threads. A benchmark never yields its processor, so there are as many carriers as
     * clients; with fewer, most clients would begin only after others have ended.
     */
    VIRTUAL {
        @Override
        List<String> flags(int threads) {
            return List.of(
                    "-Djmh.executor=VIRTUAL",
                    "-Djdk.virtualThreadScheduler.parallelism=" + threads,
                    "-Djdk.virtualThreadScheduler.maxPoolSize=" + Math.max(threads, MOST_CARRIERS));
        }

        @Override
        public ExecutorService executor(int threads) {
            try {
                // Not in the class library of Java 17, for which this is compiled.
                return (ExecutorService)
                        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
            } catch (NoSuchMethodException | IllegalAccessException e) {
                throw new IllegalStateException("this JVM has no virtual threads", e);
            } catch (InvocationTargetException e) {
                throw new IllegalStateException("cannot start virtual threads", e.getCause());
            }
        }

        @Override
        String explanation() {
            return "virtual, as many carriers as threads";
        }
    };

    /** The first JDK that has virtual threads without a preview flag. */
    private static final int FIRST_WITH_VIRTUAL = 21;

    /** The default of the JDK. */
    private static final int MOST_CARRIERS = 256;

    /**
     * Returns the flags that a virtual machine needs.
     *
     * @param threads how many clients there are
     */
    abstract List<String> flags(int threads);

    /** Returns an executor that runs so many clients at once. */
    public abstract ExecutorService executor(int threads);

    /** Returns the kind in words. */
    abstract String explanation();

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
                "--thread-kind="
                        + this
                        + " needs a JDK "
                        + FIRST_WITH_VIRTUAL
                        + " or newer; this is "
                        + feature);
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
