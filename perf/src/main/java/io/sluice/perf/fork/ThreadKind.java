package io.sluice.perf.fork;

import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** What kind of threads the clients of a pool are. */
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
     * Virtual threads. A benchmark never gives its processor up of itself, so there are as many
     * carriers as clients: with fewer, most clients would not begin before others have ended.
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

    /** The first JDK that has virtual threads for everybody. */
    private static final int FIRST_WITH_VIRTUAL = 21;

    /** What the JDK's default is where it is not told. */
    private static final int MOST_CARRIERS = 256;

    /**
     * Returns what a virtual machine has to be told.
     *
     * @param threads how many clients there are
     */
    abstract List<String> flags(int threads);

    /** Returns what runs as many clients at once. */
    public abstract ExecutorService executor(int threads);

    /** Returns the kind in words. */
    abstract String explanation();

    /**
     * Returns why a JDK has no such threads, if it has none.
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
     * Returns what a report of clients of this kind is called: reports of two kinds may go into the
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
