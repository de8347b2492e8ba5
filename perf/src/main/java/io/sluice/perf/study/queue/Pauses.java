package io.sluice.perf.study.queue;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The pauses in which a collector stops all threads, as the log of a virtual machine reports them.
 */
final class Pauses {

    /** The tags to log: some collectors report their pauses as phases only. */
    static final String TAGS = "gc,gc+phases";

    private static final Pattern LINE =
            Pattern.compile("GC\\(\\d+\\) (?:[A-Za-z]: )?Pause .* (\\d+\\.\\d+)ms$");

    private Pauses() {}

    /** Returns how long the longest pause in a log was; 0 without one. */
    static double longestMillis(List<String> log) {
        return log.stream()
                .map(LINE::matcher)
                .filter(Matcher::find)
                .mapToDouble(line -> Double.parseDouble(line.group(1)))
                .max()
                .orElse(0);
    }
}
