package io.sluice.jdbc.internal.config;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses and formats durations as the configuration has them. */
public final class Durations {

    /** The forms that {@link #parse} takes, for error messages. */
    public static final String FORMS =
            "(as 500ms, 30s, 5m, 1h, 1d, PT30S, or a bare number of milliseconds)";

    private static final Pattern WITH_UNIT =
            Pattern.compile("([0-9]{1,18})\\s*(ms|s|m|h|d|)", Pattern.CASE_INSENSITIVE);

    private Durations() {}

    /** Returns the duration, or null when the text is none. */
    public static @Nullable Duration parse(String text) {
        Matcher matcher = WITH_UNIT.matcher(text);
        try {
            if (!matcher.matches()) {
                return Duration.parse(text);
            }
            long amount = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
                case "d" -> Duration.ofDays(amount);
                case "h" -> Duration.ofHours(amount);
                case "m" -> Duration.ofMinutes(amount);
                case "s" -> Duration.ofSeconds(amount);
                default -> Duration.ofMillis(amount);
            };
        } catch (DateTimeException | ArithmeticException e) {
            return null;
        }
    }

    /** Whether the text is a number without a unit, which counts as milliseconds. */
    public static boolean isBare(String text) {
        Matcher matcher = WITH_UNIT.matcher(text);
        return matcher.matches() && matcher.group(2).isEmpty();
    }

    /** Returns the shortest text that {@link #parse} reads back as the same duration. */
    public static String format(Duration value) {
        if (value.isZero()) {
            return "0";
        }
        if (value.isNegative()
                || value.getNano() % 1_000_000 != 0
                || value.getSeconds() >= Long.MAX_VALUE / 1_000) {
            return value.toString();
        }
        if (value.getNano() != 0) {
            return value.toMillis() + "ms";
        }
        long seconds = value.getSeconds();
        if (seconds % 86_400 == 0) {
            return seconds / 86_400 + "d";
        }
        if (seconds % 3_600 == 0) {
            return seconds / 3_600 + "h";
        }
        return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }
}
