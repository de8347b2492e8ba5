package io.sluice.perf.command;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine.PicocliException;

/** Formats a failure as one line. */
public final class Failures {

    private static final Pattern LINE_BREAKS = Pattern.compile("\\s*\\R\\s*");
    private static final Pattern SECRET = Pattern.compile("(?i)(password=)[^&;\\s]*");

    private Failures() {}

    /**
     * Returns the messages of an exception and of its causes as one line, without passwords and
     * without saying the same thing twice.
     *
     * @param failure what was thrown
     */
    public static String oneLine(Throwable failure) {
        Set<String> messages = new LinkedHashSet<>();
        int depth = 0;
        for (Throwable t = failure; t != null && depth < 8; t = t.getCause(), depth++) {
            String message = message(t);
            if (messages.stream().noneMatch(earlier -> earlier.contains(message))) {
                messages.add(message);
            }
        }
        return withoutSecrets(String.join(": ", messages));
    }

    /**
     * Returns a text, usually a JDBC URL, with the values of its passwords replaced.
     *
     * @param text a text that may contain a password
     */
    public static String withoutSecrets(String text) {
        return SECRET.matcher(text).replaceAll("$1***");
    }

    private static String message(Throwable t) {
        String message = t.getMessage();
        if (message == null || message.isBlank()) {
            return t.getClass().getSimpleName();
        }
        String line =
                LINE_BREAKS.matcher(message.strip()).replaceAll(" ").replaceFirst("^Error: ", "");
        boolean forReaders =
                t instanceof UsageException
                        || t instanceof MeasurementException
                        || t instanceof PicocliException;
        return forReaders ? line : t.getClass().getSimpleName() + ": " + line;
    }
}
