package io.sluice.perf.study.safepoint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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

    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * The operation that the next end belongs to, in logs of several lines; unknown if it began
     * before the log.
     */
    private String operation = "(unknown)";

    private final List<Stop> stops = new ArrayList<>();
    private final List<Handshake> handshakes = new ArrayList<>();

    private SafepointLog() {}

    /** Reads a file. */
    static SafepointLog read(Path file) throws IOException {
        // Each byte is a character, so that unexpected content is no reason to fail.
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return read(lines);
        }
    }

    /** Reads some lines. */
    static SafepointLog read(Stream<String> lines) {
        SafepointLog log = new SafepointLog();
        lines.forEachOrdered(log::add);
        return log;
    }

    /** Returns all stops of all threads, in their order. */
    List<Stop> stops() {
        return Collections.unmodifiableList(stops);
    }

    /** Returns all handshakes, in their order. */
    List<Handshake> handshakes() {
        return Collections.unmodifiableList(handshakes);
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
            return;
        }
        Matcher handshake = HANDSHAKE.matcher(line);
        if (handshake.find()) {
            handshakes.add(
                    new Handshake(
                            handshake.group(1),
                            Integer.parseInt(handshake.group(2)),
                            Long.parseLong(handshake.group(3))));
        }
    }

    private static long nanos(String seconds) {
        return Math.round(Double.parseDouble(seconds) * NANOS_PER_SECOND);
    }
}
