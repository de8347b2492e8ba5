package io.sluice.jdbc.internal.config;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How the value of an option of another pool becomes one of an option here. Immutable.
 *
 * <p>The table of names has each as words: a unit ({@code ms}, {@code s}, {@code min}, {@code iso})
 * and perhaps what zero or less ({@code 0 off}) or only less ({@code -1 forever}) means; or the
 * name of a rule, such as {@code level}.
 */
final class Conversion {

    private static final String FOREVER = "36500d";
    private static final String MOST = "1000000";

    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]{1,18}");

    /** {@code sql[SELECT 1]5}: a query, and perhaps a limit in seconds. */
    private static final Pattern SQL_VALIDATOR =
            Pattern.compile("sql\\[(.+?)]([0-9]*)", Pattern.CASE_INSENSITIVE);

    private static final Pattern DEFAULT_VALIDATOR =
            Pattern.compile("(?:empty|default([0-9]*))", Pattern.CASE_INSENSITIVE);

    /** Translates a value; returns null if the other pool would not take it. */
    private interface Rule {

        @Nullable Map<String, String> apply(String here, String text);
    }

    private final String expected;
    private final String page;
    private final Rule rule;

    private Conversion(String expected, String page, Rule rule) {
        this.expected = expected;
        this.page = page;
        this.rule = rule;
    }

    /** Returns what a value has to be, in words. */
    String expected() {
        return expected;
    }

    /** Returns what happens to the value, for the guide. */
    String page() {
        return page;
    }

    /**
     * Translates a value.
     *
     * @param here the name of the option here
     * @return values by the names of options here, empty if none is to be set; null if the value is
     *     not as expected
     */
    @Nullable Map<String, String> apply(String here, String text) {
        return rule.apply(here, text);
    }

    /** Returns the conversion that the table of names has these words for. */
    static Conversion of(String words) {
        int comma = words.indexOf(',');
        String name = comma < 0 ? words : words.substring(0, comma);
        String low = comma < 0 ? "" : words.substring(comma + 1).trim();
        if (name.startsWith("map ")) {
            return choice(name.substring(4));
        }
        return switch (name) {
            case "same" -> new Conversion("a value", "the same value", Map::of);
            case "ms" -> time(ChronoUnit.MILLIS, "milliseconds", low);
            case "s" -> time(ChronoUnit.SECONDS, "seconds", low);
            case "min" -> time(ChronoUnit.MINUTES, "minutes", low);
            case "iso" -> time(null, "ISO-8601, as `PT30S`", low);
            case "level" ->
                    new Conversion(
                            "an isolation level, as READ_COMMITTED or 2",
                            "the name or number of a level",
                            Conversion::level);
            case "count" -> count(low);
            case "pairs" ->
                    new Conversion(
                            "settings as a=b;c=d",
                            "`a=b;c=d` becomes `dataSource.a=b`, `dataSource.c=d`",
                            (here, text) -> pairs(text));
            case "statements" ->
                    new Conversion(
                            "one statement; for several write a ConnectionCustomizer",
                            "one statement",
                            Conversion::statement);
            case "startup" ->
                    new Conversion(
                            "a number of milliseconds",
                            "above 0 `fail`, 0 `warn`, below 0 `lazy`",
                            Conversion::startup);
            case "provider" ->
                    new Conversion(
                            "the name of a class",
                            "`dataSourceClassName` or `xaDataSourceClassName` if the class is called"
                                    + " so",
                            Conversion::provider);
            case "validator" ->
                    new Conversion(
                            "empty, default or sql[...]",
                            "`sql[...]` becomes the query; `empty` and `default` set nothing",
                            (here, text) -> validator(text));
            default -> throw new IllegalArgumentException(words);
        };
    }

    private static Conversion time(@Nullable ChronoUnit bare, String unit, String low) {
        int space = low.indexOf(' ');
        boolean zeroToo = low.startsWith("0 ");
        String meaning = space < 0 ? "" : low.substring(space + 1);
        String lowest = zeroToo ? "0 or less" : "less than 0";
        String page =
                switch (meaning) {
                    case "" -> unit;
                    case "off" -> unit + "; " + lowest + ": `off`";
                    case "forever" -> unit + "; " + lowest + ": `" + FOREVER + "`";
                    case "none" -> unit + "; " + lowest + " sets nothing";
                    default -> throw new IllegalArgumentException(low);
                };
        String expected = bare == null ? "a time in the ISO form, as PT30S" : "a number of " + unit;
        return new Conversion(
                expected,
                page,
                (here, text) -> {
                    Duration time = duration(text, bare);
                    if (time == null) {
                        return null;
                    }
                    if (time.isNegative() || (zeroToo && time.isZero())) {
                        return switch (meaning) {
                            case "off" -> Map.of(here, "off");
                            case "forever" -> Map.of(here, FOREVER);
                            case "none" -> Map.of();
                            default -> null;
                        };
                    }
                    return Map.of(here, Durations.format(time));
                });
    }

    /** Reads a bare number in the given unit, or a time that has its unit. */
    private static @Nullable Duration duration(String text, @Nullable ChronoUnit bare) {
        if (!NUMBER.matcher(text).matches()) {
            return Durations.parse(text);
        }
        if (bare == null) {
            return null;
        }
        try {
            return Duration.of(Long.parseLong(text), bare);
        } catch (DateTimeException | ArithmeticException e) {
            return null;
        }
    }

    /** A number that may be unlimited, or unset, at zero or less. */
    private static Conversion count(String low) {
        String page =
                switch (low) {
                    case "-1 most" -> "a number; less than 0: `" + MOST + "`";
                    case "0 unlimited" -> "a number; 0 or less: `unlimited`";
                    case "0 none" -> "a number; 0 or less sets nothing";
                    default -> throw new IllegalArgumentException(low);
                };
        return new Conversion(
                "a number",
                page,
                (here, text) -> {
                    if (!NUMBER.matcher(text).matches()) {
                        return null;
                    }
                    long number = Long.parseLong(text);
                    return switch (low) {
                        case "-1 most" -> Map.of(here, number < 0 ? MOST : text);
                        case "0 unlimited" -> Map.of(here, number <= 0 ? "unlimited" : text);
                        default -> number <= 0 ? Map.of() : Map.of(here, text);
                    };
                });
    }

    /** Words with their meaning here; an empty meaning sets nothing. */
    private static Conversion choice(String words) {
        Map<String, String> meanings = new LinkedHashMap<>();
        StringBuilder page = new StringBuilder();
        for (String word : words.split(" ", -1)) {
            int equals = word.indexOf('=');
            String from = word.substring(0, equals);
            String to = word.substring(equals + 1);
            meanings.put(from.toLowerCase(Locale.ROOT), to);
            page.append(page.length() == 0 ? "" : ", ")
                    .append('`')
                    .append(from)
                    .append(to.isEmpty() ? "` sets nothing" : "`: `" + to + "`");
        }
        return new Conversion(
                "one of " + String.join(", ", meanings.keySet()),
                page.toString(),
                (here, text) -> {
                    String meaning = meanings.get(Letters.lower(text));
                    return meaning == null
                            ? null
                            : meaning.isEmpty() ? Map.of() : Map.of(here, meaning);
                });
    }

    private static @Nullable Map<String, String> level(String here, String text) {
        return switch (Letters.upper(text)) {
            case "-1", "NONE", "UNDEFINED", "DEFAULT" -> Map.of();
            case "1" -> Map.of(here, "READ_UNCOMMITTED");
            case "2" -> Map.of(here, "READ_COMMITTED");
            case "4" -> Map.of(here, "REPEATABLE_READ");
            case "8" -> Map.of(here, "SERIALIZABLE");
            default -> Map.of(here, text);
        };
    }

    private static @Nullable Map<String, String> pairs(String text) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String pair : text.split(";", -1)) {
            if (pair.isBlank()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String name = pair.substring(0, Math.max(equals, 0)).trim();
            if (name.isEmpty()) {
                return null;
            }
            settings.put("dataSource." + name, pair.substring(equals + 1).trim());
        }
        return settings;
    }

    private static @Nullable Map<String, String> statement(String here, String text) {
        String one = text.endsWith(";") ? text.substring(0, text.length() - 1).trim() : text;
        return one.contains(";") ? null : one.isEmpty() ? Map.of() : Map.of(here, one);
    }

    private static @Nullable Map<String, String> startup(String here, String text) {
        if (!NUMBER.matcher(text).matches()) {
            return null;
        }
        int sign = Long.signum(Long.parseLong(text));
        return Map.of(here, sign > 0 ? "fail" : sign == 0 ? "warn" : "lazy");
    }

    private static Map<String, String> provider(String here, String text) {
        return Map.of(
                text.contains("XADataSource")
                        ? "xaDataSourceClassName"
                        : text.contains("DataSource") ? "dataSourceClassName" : here,
                text);
    }

    private static @Nullable Map<String, String> validator(String text) {
        Matcher sql = SQL_VALIDATOR.matcher(text);
        if (sql.matches()) {
            return sql.group(2).isEmpty()
                    ? Map.of("validationQuery", sql.group(1))
                    : Map.of(
                            "validationQuery",
                            sql.group(1),
                            "validationTimeout",
                            sql.group(2) + "s");
        }
        Matcher byDriver = DEFAULT_VALIDATOR.matcher(text);
        if (!byDriver.matches()) {
            return null;
        }
        String limit = byDriver.group(1);
        return limit == null || limit.isEmpty()
                ? Map.of()
                : Map.of("validationTimeout", limit + "s");
    }
}
