package io.sluice.jdbc;

import io.sluice.jdbc.internal.config.Durations;
import io.sluice.jdbc.internal.config.NearestName;
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
final class PropertiesReader {

    private static final String VENDOR_PREFIX = "dataSource.";

    private static final List<String> KEYS =
            Arrays.stream(JdbcOption.values()).map(JdbcOption::key).toList();

    private final Placeholders placeholders;

    PropertiesReader(Map<String, String> environment) {
        placeholders = new Placeholders(environment);
    }

    static PropertiesReader ofSystem() {
        return new PropertiesReader(System.getenv());
    }

    // One pool

    JdbcPoolConfig load(Path file) throws IOException {
        Problems problems = new Problems();
        return one(readFile(file, problems), origin(file), problems, where(file));
    }

    JdbcPoolConfig read(Properties properties) {
        return one(properties, "", new Problems(), "");
    }

    private JdbcPoolConfig one(
            Properties properties, String origin, Problems problems, String where) {
        NavigableMap<String, String> keys = new TreeMap<>();
        for (String key : textKeys(properties, problems)) {
            if (key.startsWith(PoolKeys.PREFIX)) {
                problems.add(PoolKeys.notForOnePool(key));
            } else {
                keys.put(key, key);
            }
        }
        JdbcPoolConfig config =
                new OnePool(properties, origin, problems).read(keys).build(/* where= */ "");
        problems.throwIfAny(where);
        return config;
    }

    // Several pools

    NavigableMap<String, JdbcPoolConfig> loadPools(Path file) throws IOException {
        Problems problems = new Problems();
        return several(readFile(file, problems), origin(file), problems, where(file));
    }

    NavigableMap<String, JdbcPoolConfig> readPools(Properties properties) {
        return several(properties, "", new Problems(), "");
    }

    private NavigableMap<String, JdbcPoolConfig> several(
            Properties properties, String origin, Problems problems, String where) {
        NavigableMap<String, JdbcPoolConfig> pools = new TreeMap<>();
        PoolKeys.byPool(textKeys(properties, problems), problems)
                .forEach(
                        (pool, keys) -> {
                            OnePool one = new OnePool(properties, origin, problems).read(keys);
                            one.name(pool);
                            pools.put(pool, one.build("pool " + pool + ": "));
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
                                                + " is not a text; expected text for both key and value: use setProperty"));
                    }
                });
        return properties.stringPropertyNames();
    }

    /** Reads the options of one pool and collects the problems. */
    private final class OnePool {

        private final Properties properties;
        private final String origin;
        private final Problems problems;
        private final JdbcPoolConfig.Builder builder = JdbcPoolConfig.builder();

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
                builder.put(
                        JdbcOption.DATA_SOURCE_PROPERTIES,
                        setting(Map.copyOf(vendor), where, vendorVariables, null, false));
            }
            return this;
        }

        private void read(String key, String fullKey) {
            boolean isVendors =
                    key.startsWith(VENDOR_PREFIX) && key.length() > VENDOR_PREFIX.length();
            JdbcOption option = isVendors ? JdbcOption.DATA_SOURCE_PROPERTIES : find(key);
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
                Object value = option.parse(fullKey, given.text(), given.shown());
                String shown = given.isSecret() ? option.show(given.shown()) : null;
                String where = "key " + fullKey + origin;
                boolean isBare = value instanceof Duration && Durations.isBare(given.text());
                builder.put(option, setting(value, where, given.variables(), shown, isBare));
            }
            unknown.remove(option);
        }

        private IllegalArgumentException noOption(String key, String fullKey) {
            String prefix = fullKey.substring(0, fullKey.length() - key.length());
            // In a key such as spring.datasource.url the last part may be the option that is meant.
            String last = key.substring(key.lastIndexOf('.') + 1);
            OtherPools.Entry other = OtherPools.find(last);
            JdbcOption nearest = other == null ? find(NearestName.nearest(last, KEYS)) : null;
            JdbcOption meant = other != null ? other.option() : nearest;
            if (meant != null) {
                unknown.add(meant);
            }
            // Without the value, which is a secret if the key is a misspelt password.
            return new IllegalArgumentException(
                    fullKey
                            + " is no option; expected "
                            + (other != null
                                    ? other.expected(prefix)
                                    : nearest != null
                                            ? prefix + nearest.key() + ", perhaps"
                                            : "a name of the table in docs/configuration.md")
                            + ": correct the name or remove the line");
        }

        void name(String pool) {
            String where = "keys " + PoolKeys.PREFIX + pool + ".*" + origin;
            builder.put(JdbcOption.NAME, setting(pool, where, List.of(), null, false));
        }

        /**
         * Returns the configuration, which is unusable if there are problems.
         *
         * @param where the prefix of each message
         */
        JdbcPoolConfig build(String where) {
            Problems own = new Problems();
            JdbcPoolConfig config = builder.build(unknown, own);
            own.moveTo(problems, where);
            return config;
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

    private static @Nullable JdbcOption find(@Nullable String key) {
        for (JdbcOption option : JdbcOption.values()) {
            if (option.key().equals(key)) {
                return option;
            }
        }
        return null;
    }
}
