package io.sluice.perf.study.safepoint;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The output of {@code -Xlog:safepoint*,handshake}: one line for each stop from JDK 13 on, several
 * lines before; one for each handshake. Decorations and all other lines do not matter.
 */
final class SafepointLog {

    /**
     * One stop: of all threads, or, in a handshake, of some, each for itself, while the others go
     * on.
     *
     * @param operation its reason, in the words of the virtual machine
     * @param threads how many threads in a handshake; 0 for all
     * @param reachNanos how long it took until all threads had stopped, in nanoseconds
     * @param totalNanos how long it took in all, until they went on, in nanoseconds
     */
    record Stop(String operation, int threads, long reachNanos, long totalNanos) {}

    private static final Pattern ONE_LINE =
            Pattern.compile(
                    "Safepoint \"([^\"]+)\",.* Reaching safepoint: +(\\d+) ns,.* Total: +(\\d+) ns");

    private static final Pattern BEGIN = Pattern.compile("Entering safepoint region: (.*\\S)");

    private static final Pattern END =
            Pattern.compile(
                    "application threads were stopped: (\\d+\\.\\d+) seconds,"
                            + " Stopping threads took: (\\d+\\.\\d+) seconds");

    private static final Pattern HANDSHAKE =
            Pattern.compile(
                    "Handshake \"([^\"]+)\", Targeted threads: (\\d+),.* completion time: (\\d+) ns");

    /**
     * The operation that the next end belongs to, in logs of several lines; unknown if it began
     * before the log.
     */
    private String operation = "(unknown)";

    private final List<Stop> stops = new ArrayList<>();
    private final List<Stop> handshakes = new ArrayList<>();

    /** Reads some lines more. */
    SafepointLog read(Stream<String> lines) {
        lines.forEachOrdered(this::add);
        return this;
    }

    /** Returns all stops of all threads, in their order. */
    List<Stop> stops() {
        return Collections.unmodifiableList(stops);
    }

    /** Returns all handshakes, in their order. */
    List<Stop> handshakes() {
        return Collections.unmodifiableList(handshakes);
    }

    private void add(String line) {
        Matcher one = ONE_LINE.matcher(line);
        if (one.find()) {
            stops.add(new Stop(one.group(1), 0, number(one, 2), number(one, 3)));
            return;
        }
        Matcher begin = BEGIN.matcher(line);
        if (begin.find()) {
            operation = begin.group(1);
            return;
        }
        Matcher end = END.matcher(line);
        if (end.find()) {
            stops.add(new Stop(operation, 0, nanos(end.group(2)), nanos(end.group(1))));
            return;
        }
        Matcher handshake = HANDSHAKE.matcher(line);
        if (handshake.find()) {
            int threads = (int) number(handshake, 2);
            handshakes.add(new Stop(handshake.group(1), threads, 0, number(handshake, 3)));
        }
    }

    private static long number(Matcher line, int group) {
        return Long.parseLong(line.group(group));
    }

    private static long nanos(String seconds) {
        return Math.round(Double.parseDouble(seconds) * 1e9);
    }
}
