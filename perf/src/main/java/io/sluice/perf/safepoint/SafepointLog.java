package io.sluice.perf.safepoint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads what {@code -Xlog:safepoint*} writes: one line for each stop from JDK 13 on, and several of
 * them before. Decorations and all other lines do not matter.
 */
final class SafepointLog {

    private static final Pattern ONE_LINE =
            Pattern.compile(
                    "Safepoint \"([^\"]+)\",.* Reaching safepoint: +(\\d+) ns,.* Total: +(\\d+) ns");

    private static final Pattern BEGIN = Pattern.compile("Entering safepoint region: (.*\\S)");

    private static final Pattern END =
            Pattern.compile(
                    "application threads were stopped: (\\d+\\.\\d+) seconds,"
                            + " Stopping threads took: (\\d+\\.\\d+) seconds");

    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * What the next end belongs to, in logs of several lines; what began before the log is not
     * known.
     */
    private String operation = "(unknown)";

    private final List<Stop> stops = new ArrayList<>();

    private SafepointLog() {}

    /** Returns all stops in a file, in their order. */
    static List<Stop> read(Path file) throws IOException {
        // Each byte is a character: whatever else is in there, it is no reason to fail.
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return read(lines);
        }
    }

    /** Returns all stops in some lines, in their order. */
    static List<Stop> read(Stream<String> lines) {
        SafepointLog log = new SafepointLog();
        lines.forEachOrdered(log::add);
        return log.stops;
    }

    private void add(String line) {
        Matcher one = ONE_LINE.matcher(line);
        if (one.find()) {
            stops.add(
                    new Stop(
                            one.group(1),
                            Long.parseLong(one.group(2)),
                            Long.parseLong(one.group(3))));
            return;
        }
        Matcher begin = BEGIN.matcher(line);
        if (begin.find()) {
            operation = begin.group(1);
            return;
        }
        Matcher end = END.matcher(line);
        if (end.find()) {
            stops.add(new Stop(operation, nanos(end.group(2)), nanos(end.group(1))));
        }
    }

    private static long nanos(String seconds) {
        return Math.round(Double.parseDouble(seconds) * NANOS_PER_SECOND);
    }
}
