package io.sluice.jdbc.internal.config;

import io.sluice.jdbc.Holdability;
import io.sluice.jdbc.Isolation;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The type of an option's values: how they are parsed from text, which are in range, and how both
 * are described. Immutable.
 */
public abstract class OptionType {

    private final String title;
    private final Class<?> javaType;
    private final String range;
    private final String example;

    OptionType(String title, Class<?> javaType, String range, String example) {
        this.title = title;
        this.javaType = javaType;
        this.range = range;
        this.example = example;
    }

    /** Returns the kind of value in one word, for the table of options. */
    public final String title() {
        return title;
    }

    /** Returns the type of the setter's parameter. */
    public final Class<?> javaType() {
        return javaType;
    }

    /** Returns the expected values in words, such as "a number from 1 to 10". */
    public final String range() {
        return range;
    }

    /** Returns a valid value to show in error messages; empty when there is none to show. */
    public final String example() {
        return example;
    }

    /**
     * Parses a text; returns null when it is no value of this type.
     *
     * @throws ReflectiveOperationException if the text names an unusable class
     */
    abstract @Nullable Object parse(String text) throws ReflectiveOperationException;

    /** Returns whether a value of the Java type is in range. */
    boolean accepts(Object value) {
        return true;
    }

    /** Returns the value as error messages and {@code toString} show it. */
    String show(Object value) {
        return value.toString();
    }

    /** Returns whether spaces around a text belong to the value. */
    boolean keepsSpaces() {
        return false;
    }

    /**
     * Reads a value from a properties file.
     *
     * @param key the key in the file, which may have a prefix
     * @param shown what may be shown of the text
     * @throws IllegalArgumentException if the text is no value of this type, or not one in its
     *     range
     */
    public final Object read(String key, String given, String shown) {
        Object value;
        try {
            value = parse(keepsSpaces() ? given : given.trim());
        } catch (ReflectiveOperationException | LinkageError e) {
            // The cause has the name of the class, which may be a secret by mistake.
            Throwable cause = given.equals(shown) ? Secrets.cleared(e) : null;
            throw refused(key, '"' + showText(shown) + '"', cause);
        }
        if (value == null || !accepts(value)) {
            throw refused(key, '"' + showText(shown) + '"', null);
        }
        return value;
    }

    /** Returns what may be shown of a text from a properties file. */
    final String showText(String given) {
        if (javaType == String.class) {
            return show(given);
        }
        // A secret was meant for another option, and may be of any form: none of it is shown.
        return Secrets.mask(given).equals(given) ? given : Secrets.MASK;
    }

    /**
     * Checks a value that Java code gives.
     *
     * @throws IllegalArgumentException if the value is out of range
     */
    final void check(String key, Object value) {
        if (!accepts(value)) {
            String shown = show(value);
            throw refused(key, value instanceof String ? '"' + shown + '"' : shown, null);
        }
    }

    private IllegalArgumentException refused(String key, String shown, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                key
                        + " is "
                        + shown
                        + "; expected "
                        + range
                        + (example.isEmpty() ? "" : "; write for example " + key + "=" + example)
                        + (cause == null ? "" : " (" + cause + ")"),
                cause);
    }

    /** Any text that is not blank. */
    static OptionType text(String example) {
        return new Text("text", "some text", example) {
            @Override
            boolean accepts(Object value) {
                return !((String) value).isBlank();
            }
        };
    }

    /** Any text at all, even an empty one. */
    static OptionType anyText(String example) {
        return new Text("text", "any text", example);
    }

    /** A text of which neither length nor content is ever shown. */
    static OptionType secret() {
        return new Text("secret", "any text", "") {
            @Override
            String show(Object value) {
                return "(not shown)";
            }

            @Override
            boolean keepsSpaces() {
                return true;
            }
        };
    }

    /** The URL of a database; passwords in it are not shown. */
    static OptionType url(String example) {
        return new Text("text", "a JDBC URL, which begins with jdbc:", example) {
            @Override
            boolean accepts(Object value) {
                return ((String) value).startsWith("jdbc:");
            }
        };
    }

    /** A whole number. */
    static OptionType number(int from, int to) {
        String range =
                to == Integer.MAX_VALUE
                        ? "a number of at least " + from + ", or unlimited"
                        : "a number from " + from + " to " + to;
        return new OptionType("number", int.class, range, "10") {
            @Override
            @Nullable Object parse(String text) {
                if (to == Integer.MAX_VALUE && text.equalsIgnoreCase("unlimited")) {
                    return to;
                }
                try {
                    return Integer.valueOf(text);
                } catch (NumberFormatException e) {
                    return null;
                }
            }

            @Override
            boolean accepts(Object value) {
                int number = (Integer) value;
                return number >= from && number <= to;
            }

            @Override
            String show(Object value) {
                return value.equals(Integer.MAX_VALUE) ? "unlimited" : value.toString();
            }
        };
    }

    /** A fraction from 0 to 1. */
    static OptionType fraction() {
        return new OptionType("fraction", double.class, "a number from 0 to 1", "0.2") {
            @Override
            @Nullable Object parse(String text) {
                try {
                    return Double.valueOf(text);
                } catch (NumberFormatException e) {
                    return null;
                }
            }

            @Override
            boolean accepts(Object value) {
                double number = (Double) value;
                return number >= 0 && number <= 1;
            }
        };
    }

    /** True or false. */
    static OptionType flag() {
        return new OptionType("true or false", boolean.class, "true or false", "true") {
            @Override
            @Nullable Object parse(String text) {
                return switch (Letters.lower(text)) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> null;
                };
            }
        };
    }

    /** One of the constants of an enum. */
    static <E extends Enum<E>> OptionType choice(Class<E> type, String example) {
        return new Choice<>(type, example);
    }

    /** A duration. */
    static OptionType duration(DurationRange range, String example) {
        return new OptionType(
                "time", Duration.class, range.words() + " " + Durations.FORMS, example) {
            @Override
            @Nullable Object parse(String text) {
                return range.zeroIsOff() && text.equalsIgnoreCase("off")
                        ? Duration.ZERO
                        : Durations.parse(text);
            }

            @Override
            boolean accepts(Object value) {
                return range.contains((Duration) value);
            }

            @Override
            String show(Object value) {
                Duration duration = (Duration) value;
                return range.zeroIsOff() && duration.isZero() ? "off" : Durations.format(duration);
            }
        };
    }

    /** An object; a properties file can name its class. */
    static OptionType instance(Class<?> type) {
        String range =
                "the name of a class that implements "
                        + type.getName()
                        + " and has a public constructor without parameters";
        return new OptionType("class name", type, range, "com.example.My" + type.getSimpleName()) {
            @Override
            Object parse(String text) throws ReflectiveOperationException {
                return Instances.create(text, type);
            }

            @Override
            String show(Object value) {
                return value.getClass().getName();
            }
        };
    }

    /** An object that only Java code can give. */
    static OptionType object(Class<?> type, String instead) {
        return new OptionType(
                "object", type, "an object, which only Java code can set: " + instead, "") {
            @Override
            @Nullable Object parse(String text) {
                return null;
            }

            @Override
            String show(Object value) {
                return value.getClass().getName();
            }
        };
    }

    /** A family of keys with a common prefix. */
    static OptionType properties() {
        return new OptionType("properties", Map.class, "a property of the vendor's", "") {
            @Override
            @Nullable Object parse(String text) {
                return null;
            }

            @Override
            String show(Object value) {
                // Sorted, so that the order is the same each time.
                return Secrets.mask(new TreeSet<>(((Map<?, ?>) value).keySet()).toString());
            }
        };
    }

    private static class Text extends OptionType {

        Text(String title, String range, String example) {
            super(title, String.class, range, example);
        }

        @Override
        @Nullable Object parse(String text) {
            return text;
        }

        @Override
        String show(Object value) {
            return Secrets.mask((String) value);
        }
    }

    private static final class Choice<E extends Enum<E>> extends OptionType {

        private final Class<E> type;

        Choice(Class<E> type, String example) {
            super("choice", type, words(type), example);
            this.type = type;
        }

        private static <E extends Enum<E>> String words(Class<E> type) {
            E[] constants = type.getEnumConstants();
            StringBuilder words = new StringBuilder("one of ");
            for (int i = 0; i < constants.length; i++) {
                words.append(i == 0 ? "" : ", ").append(text(constants[i]));
            }
            return words.toString();
        }

        /**
         * Our constants are shown in lower case, as users type them; constants of JDBC as JDBC
         * writes them.
         */
        private static String text(Enum<?> constant) {
            String name = constant.name();
            return constant instanceof Isolation || constant instanceof Holdability
                    ? name
                    : name.toLowerCase(Locale.ROOT).replace('_', '-');
        }

        @Override
        @Nullable Object parse(String text) {
            String name = Letters.upper(text).replace('-', '_').replace(' ', '_');
            String plain = name.startsWith("TRANSACTION_") ? name.substring(12) : name;
            Predicate<E> same = constant -> constant.name().equals(plain);
            for (E constant : type.getEnumConstants()) {
                if (same.test(constant)) {
                    return constant;
                }
            }
            return null;
        }

        @Override
        String show(Object value) {
            return text((Enum<?>) value);
        }
    }
}
