package io.sluice.jdbc.internal.config;

import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.OptionSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads the options of one pool or several from properties, and replaces references to the
 * environment. Immutable.
 */
public final class PropertiesReader {

    private static final String VENDOR_PREFIX = "dataSource.";

    private static final List<String> KEYS =
            Arrays.stream(JdbcOption.values()).map(JdbcOption::key).toList();

    private final Placeholders placeholders;

    /** Creates a reader that takes variables from the given environment. */
    public PropertiesReader(Map<String, String> environment) {
        placeholders = new Placeholders(environment);
    }

    /** Returns a reader that takes variables from the environment of the process. */
    public static PropertiesReader ofSystem() {
        return new PropertiesReader(System.getenv());
    }

    // One pool

    /**
     * Reads the options of one pool from a file.
     *
     * @throws IOException if the file is missing, cannot be read, or is not in UTF-8
     * @throws IllegalArgumentException if a key is unknown, a value is bad, or the options do not
     *     fit together
     */
    public OptionValues load(Path file) throws IOException {
        Problems problems = new Problems();
        return one(readFile(file, problems), origin(file), problems, where(file));
    }

    /**
     * Reads the options of one pool.
     *
     * @throws IllegalArgumentException if a key is unknown, a value is bad, or the options do not
     *     fit together
     */
    public OptionValues read(Properties properties) {
        return one(properties, "", new Problems(), "");
    }

    private OptionValues one(
            Properties properties, String origin, Problems problems, String where) {
        NavigableMap<String, String> keys = new TreeMap<>();
        for (String key : textKeys(properties, problems)) {
            if (key.startsWith(PoolKeys.PREFIX)) {
                problems.add(PoolKeys.notForOnePool(key));
            } else {
                keys.put(key, key);
            }
        }
        OptionValues values =
                new OnePool(properties, origin, problems).read(keys).checked(/* where= */ "");
        problems.throwIfAny(where);
        return values;
    }

    // Several pools

    /**
     * Reads the options of each pool by its name from a file.
     *
     * @throws IOException if the file is missing, cannot be read, or is not in UTF-8
     * @throws IllegalArgumentException if a key is unknown, a value is bad, options do not fit
     *     together, or there is no pool
     */
    public NavigableMap<String, OptionValues> loadPools(Path file) throws IOException {
        Problems problems = new Problems();
        return several(readFile(file, problems), origin(file), problems, where(file));
    }

    /**
     * Reads the options of each pool by its name.
     *
     * @throws IllegalArgumentException if a key is unknown, a value is bad, options do not fit
     *     together, or there is no pool
     */
    public NavigableMap<String, OptionValues> readPools(Properties properties) {
        return several(properties, "", new Problems(), "");
    }

    private NavigableMap<String, OptionValues> several(
            Properties properties, String origin, Problems problems, String where) {
        NavigableMap<String, OptionValues> pools = new TreeMap<>();
        PoolKeys.byPool(textKeys(properties, problems), problems)
                .forEach(
                        (pool, keys) -> {
                            OnePool one = new OnePool(properties, origin, problems).read(keys);
                            one.name(pool);
                            pools.put(pool, one.checked("pool " + pool + ": "));
                        });
        problems.throwIfAny(where);
        return pools;
    }

    // What both have in common

    private static Properties readFile(Path file, Problems problems) throws IOException {
        try {
            return PropertiesFile.read(file, problems);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(where(file) + e.getMessage(), e);
        }
    }

    private static String origin(Path file) {
        return " of " + file.getFileName();
    }

    private static String where(Path file) {
        return file + ": ";
    }

    private static Iterable<String> textKeys(Properties properties, Problems problems) {
        properties.forEach(
                (key, value) -> {
                    if (!(key instanceof String) || !(value instanceof String)) {
                        problems.add(
                                new IllegalArgumentException(
                                        key
                                                + " is not a String; use setProperty, which"
                                                + " takes only strings"));
                    }
                });
        return properties.stringPropertyNames();
    }

    /** Reads the options of one pool and collects the problems. */
    private final class OnePool {

        private final Properties properties;
        private final String origin;
        private final Problems problems;
        private final OptionValues values = new OptionValues();

        /** The options whose values could not be read, as far as they can be identified. */
        private final Set<JdbcOption> unknown = EnumSet.noneOf(JdbcOption.class);

        private final Map<String, String> vendor = new HashMap<>();
        private final List<String> vendorKeys = new ArrayList<>();
        private final List<String> vendorVariables = new ArrayList<>();

        OnePool(Properties properties, String origin, Problems problems) {
            this.properties = properties;
            this.origin = origin;
            this.problems = problems;
        }

        /**
         * Reads all options.
         *
         * @param keys the full keys by option key
         */
        OnePool read(NavigableMap<String, String> keys) {
            keys.forEach((key, fullKey) -> problems.collect(() -> read(key, fullKey)));
            if (!vendor.isEmpty()) {
                String where = "key " + String.join(", ", vendorKeys) + origin;
                values.put(
                        JdbcOption.DATA_SOURCE_PROPERTIES,
                        setting(Map.copyOf(vendor), where, vendorVariables, null, false));
            }
            return this;
        }

        private void read(String key, String fullKey) {
            boolean isVendors =
                    key.startsWith(VENDOR_PREFIX) && key.length() > VENDOR_PREFIX.length();
            JdbcOption option =
                    isVendors ? JdbcOption.DATA_SOURCE_PROPERTIES : OptionValues.withKey(key);
            if (option == null) {
                throw noOption(key, fullKey);
            }
            unknown.add(option); // until it is read
            Placeholders.Filled given =
                    placeholders.fill(fullKey, properties.getProperty(fullKey, ""));
            if (isVendors) {
                vendor.put(key.substring(VENDOR_PREFIX.length()), given.text());
                vendorKeys.add(fullKey);
                vendorVariables.addAll(given.variables());
            } else {
                OptionType type = OptionTypes.of(option.key());
                Object value = type.read(fullKey, given.text(), given.shown());
                String shown = given.isSecret() ? type.showText(given.shown()) : null;
                String where = "key " + fullKey + origin;
                boolean isBare = value instanceof Duration && Durations.isBare(given.text());
                values.put(option, setting(value, where, given.variables(), shown, isBare));
            }
            unknown.remove(option);
        }

        private IllegalArgumentException noOption(String key, String fullKey) {
            String prefix = fullKey.substring(0, fullKey.length() - key.length());
            // In a key such as spring.datasource.url the last part may be the option that is meant.
            String last = key.substring(key.lastIndexOf('.') + 1);
            OtherPools.Entry other = OtherPools.find(last);
            JdbcOption nearest =
                    other == null ? OptionValues.withKey(NearestName.nearest(last, KEYS)) : null;
            JdbcOption meant = other != null ? other.option() : nearest;
            if (meant != null) {
                unknown.add(meant);
            }
            // Without the value, which is a secret if the key is a misspelt password.
            return new IllegalArgumentException(
                    "unknown option \""
                            + fullKey
                            + "\"; "
                            + (other != null
                                    ? other.expected(prefix)
                                    : nearest != null
                                            ? "did you mean " + prefix + nearest.key()
                                            : "docs/configuration.md lists all options"));
        }

        void name(String pool) {
            String where = "keys " + PoolKeys.PREFIX + pool + ".*" + origin;
            values.put(JdbcOption.NAME, setting(pool, where, List.of(), null, false));
        }

        /**
         * Checks and returns the values, which are unusable if there are problems.
         *
         * @param where the prefix of each message
         */
        OptionValues checked(String where) {
            Problems own = new Problems();
            Combinations.check(values, unknown, own);
            own.moveTo(problems, where);
            return values;
        }
    }

    private static Setting setting(
            Object value,
            String where,
            List<String> variables,
            @Nullable String shown,
            boolean isBare) {
        return variables.isEmpty()
                ? new Setting(value, OptionSource.PROPERTIES, where, shown, isBare)
                : new Setting(
                        value,
                        OptionSource.ENVIRONMENT,
                        where + ", with ${" + String.join("}, ${", variables) + "}",
                        shown,
                        isBare);
    }
}
