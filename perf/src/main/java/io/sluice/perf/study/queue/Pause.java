package io.sluice.perf.study.queue;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A pause in which a collector stops all threads of the application, as the log of a virtual
 * machine reports it.
 *
 * @param seconds when it was logged, by the decoration {@code uptime}
 * @param what its reason, in the words of the virtual machine
 * @param millis how long it took
 */
record Pause(double seconds, String what, double millis) {

    /** The tags to log: some collectors report their pauses as phases only. */
    static final String TAGS = "gc,gc+phases";

    private static final Pattern LINE =
            Pattern.compile(
                    "\\[(\\d+\\.\\d+)s].*GC\\(\\d+\\) (?:[A-Za-z]: )?(Pause .*?)"
                            + "(?: \\d+[BKMGT]->\\S+)? (\\d+\\.\\d+)ms$");

    /** Returns the pauses in a log; ignores all other lines. */
    static List<Pause> in(Stream<String> log) {
        return log.map(LINE::matcher).filter(Matcher::find).map(Pause::of).toList();
    }

    private static Pause of(Matcher line) {
        return new Pause(
                Double.parseDouble(line.group(1)),
                line.group(2),
                Double.parseDouble(line.group(3)));
    }
}
