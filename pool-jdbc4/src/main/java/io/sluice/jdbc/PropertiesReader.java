package io.sluice.jdbc;

import io.sluice.jdbc.internal.Spelling;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads options from properties, filling in what refers to the environment. Immutable. */
final class PropertiesReader {

    private static final String VENDOR_PREFIX = "dataSource.";

    /** {@code $${}} stands for itself without the first sign; else a name and perhaps a default. */
    private static final Pattern REFERENCE =
            Pattern.compile("\\$\\$\\{|\\$\\{([A-Za-z_][A-Za-z0-9_.]*)(?::([^}]*))?}|\\$\\{");

    private final Map<String, String> environment;

    PropertiesReader(Map<String, String> environment) {
        this.environment = environment;
    }

    static PropertiesReader ofSystem() {
        return new PropertiesReader(System.getenv());
    }

    JdbcPoolConfig load(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
            return read(properties).build();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    JdbcPoolConfig.Builder read(Properties properties) {
        JdbcPoolConfig.Builder builder = JdbcPoolConfig.builder();
        Map<String, String> vendor = new HashMap<>();
        for (Object key : properties.keySet()) {
            if (!(key instanceof String) || !(properties.get(key) instanceof String)) {
                throw new IllegalArgumentException(
                        key
                                + " is not a text; expected text for both key and value: use setProperty");
            }
        }
        for (String key : new TreeSet<>(properties.stringPropertyNames())) {
            String value = filledIn(key, properties.getProperty(key, ""));
            if (key.startsWith(VENDOR_PREFIX) && key.length() > VENDOR_PREFIX.length()) {
                vendor.put(key.substring(VENDOR_PREFIX.length()), value);
            } else {
                JdbcOption option = option(key);
                builder.set(option, option.parse(value));
            }
        }
        return vendor.isEmpty() ? builder : builder.dataSourceProperties(vendor);
    }

    private static JdbcOption option(String key) {
        List<String> known = new ArrayList<>();
        for (JdbcOption option : JdbcOption.values()) {
            if (option.key().equals(key)) {
                return option;
            }
            known.add(option.key());
        }
        String nearest = Spelling.nearest(key, known);
        // The value is left out: that of a misspelt password would be one.
        throw new IllegalArgumentException(
                key
                        + " is no option; expected "
                        + (nearest == null
                                ? "one of " + String.join(", ", known)
                                : nearest + ", perhaps")
                        + ": correct the name or remove the line");
    }

    private String filledIn(String key, String value) {
        Matcher matcher = REFERENCE.matcher(value);
        StringBuilder filled = new StringBuilder();
        while (matcher.find()) {
            String name = matcher.group(1);
            String text =
                    name == null
                            ? literal(key, matcher.group())
                            : lookUp(key, name, matcher.group(2));
            matcher.appendReplacement(filled, Matcher.quoteReplacement(text));
        }
        return matcher.appendTail(filled).toString();
    }

    private static String literal(String key, String found) {
        if (found.startsWith("$$")) {
            return found.substring(1);
        }
        throw new IllegalArgumentException(
                key
                        + " has a ${ that begins no reference to the environment; expected ${NAME} or"
                        + " ${NAME:default}: write $${ for the two signs themselves");
    }

    private String lookUp(String key, String name, @Nullable String otherwise) {
        String found = environment.get(name);
        if (found != null) {
            return found;
        }
        if (otherwise == null) {
            throw new IllegalArgumentException(
                    key
                            + " refers to ${"
                            + name
                            + "}, which the environment does not have; expected a variable of that name:"
                            + " set it, or give a default as ${"
                            + name
                            + ":default}");
        }
        return otherwise;
    }
}
