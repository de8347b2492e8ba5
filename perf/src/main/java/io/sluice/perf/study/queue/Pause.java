package io.sluice.perf.study.queue;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A pause in which a collector lets no thread of the application run, as the log of a virtual
 * machine tells it.
 *
 * @param seconds when it was logged, by the decoration {@code uptime}
 * @param what what for, in the words of the virtual machine
 * @param millis how long it took
 */
record Pause(double seconds, String what, double millis) {

    /** What has to be logged: some collectors tell of their pauses as phases only. */
    static final String TAGS = "gc,gc+phases";

    private static final Pattern LINE =
            Pattern.compile(
                    "\\[(\\d+\\.\\d+)s].*GC\\(\\d+\\) (?:[A-Za-z]: )?(Pause .*?)"
                            + "(?: \\d+[BKMGT]->\\S+)? (\\d+\\.\\d+)ms$");

    /** Returns the pauses in a log; all other lines do not matter. */
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
