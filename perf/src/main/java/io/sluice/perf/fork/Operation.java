package io.sluice.perf.fork;

import java.util.Locale;

/**
 * The operation that a benchmark repeats.
 *
 * @param benchmark the class of the benchmark
 * @param name its method, which is also the word for one operation
 */
public record Operation(Class<?> benchmark, String name) {

    /** Returns the word for several. */
    String plural() {
        return name + "s";
    }

    /** Returns the name of the rate in results. */
    String perSecond() {
        return plural() + "PerSecond";
    }

    /** Returns the name of the allocation in results. */
    String bytesPer() {
        return "bytesPer" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }
}
