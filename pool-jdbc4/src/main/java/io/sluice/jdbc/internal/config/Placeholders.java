package io.sluice.jdbc.internal.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Replaces references to environment variables in a text. Immutable. */
final class Placeholders {

    /**
     * {@code $${}} is an escape that loses its first sign; otherwise a name and an optional
     * default.
     */
    private static final Pattern REFERENCE =
            Pattern.compile("\\$\\$\\{|\\$\\{([A-Za-z_][A-Za-z0-9_.]*)(?::([^}]*))?}|\\$\\{");

    private final Map<String, String> environment;

    Placeholders(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * A text with its references replaced.
     *
     * @param text the text
     * @param variables the variables whose values it contains
     * @param shown the text for display: references whose names suggest a secret are not replaced
     */
    record Filled(String text, List<String> variables, String shown) {

        /** Returns whether the text itself must not be shown. */
        boolean isSecret() {
            return !text.equals(shown);
        }
    }

    /**
     * Replaces the references in a text.
     *
     * @param key the key of the value, for error messages
     * @throws IllegalArgumentException if a reference is malformed, or its variable is missing and
     *     there is no default
     */
    Filled fill(String key, String given) {
        Matcher matcher = REFERENCE.matcher(given);
        StringBuilder filled = new StringBuilder();
        StringBuilder shown = new StringBuilder();
        List<String> variables = new ArrayList<>();
        int from = 0;
        while (matcher.find()) {
            String before = given.substring(from, matcher.start());
            from = matcher.end();
            String name = matcher.group(1);
            String text =
                    name == null
                            ? literal(key, matcher.group())
                            : value(key, name, matcher.group(2), variables);
            filled.append(before).append(text);
            shown.append(before)
                    .append(name != null && Secrets.isSecret(name) ? "${" + name + "}" : text);
        }
        String rest = given.substring(from);
        return new Filled(
                filled.append(rest).toString(),
                List.copyOf(variables),
                shown.append(rest).toString());
    }

    private static String literal(String key, String found) {
        if (found.startsWith("$$")) {
            return found.substring(1);
        }
        throw new IllegalArgumentException(
                key
                        + " has an invalid ${ reference; write ${NAME} or ${NAME:default}, or"
                        + " $${ for a literal ${");
    }

    private String value(
            String key, String name, @Nullable String otherwise, List<String> variables) {
        String found = environment.get(name);
        if (found != null) {
            variables.add(name);
            return found;
        }
        if (otherwise == null) {
            throw new IllegalArgumentException(
                    key
                            + " refers to ${"
                            + name
                            + "}, which is not set in the environment; set it, or give a"
                            + " default as ${"
                            + name
                            + ":default}");
        }
        return otherwise;
    }
}
