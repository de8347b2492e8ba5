package io.sluice.jdbc;

import io.sluice.jdbc.internal.Spelling;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads options from properties, for one pool or for several, filling in what refers to the
 * environment. Immutable.
 */
final class PropertiesReader {

    private static final String VENDOR_PREFIX = "dataSource.";

    private final Placeholders placeholders;

    PropertiesReader(Map<String, String> environment) {
        placeholders = new Placeholders(environment);
    }

    static PropertiesReader ofSystem() {
        return new PropertiesReader(System.getenv());
    }

    // One pool

    JdbcPoolConfig load(Path file) throws IOException {
        try {
            return read(PropertiesFile.read(file), origin(file)).build();
        } catch (IllegalArgumentException e) {
            throw inFile(file, e);
        }
    }

    JdbcPoolConfig.Builder read(Properties properties) {
        return read(properties, "");
    }

    private JdbcPoolConfig.Builder read(Properties properties, String origin) {
        NavigableMap<String, String> keys = new TreeMap<>();
        for (String key : textKeys(properties)) {
            if (key.startsWith(PoolKeys.PREFIX)) {
                throw PoolKeys.notForOnePool(key);
            }
            keys.put(key, key);
        }
        return read(properties, keys, origin);
    }

    // Several pools

    NavigableMap<String, JdbcPoolConfig> loadPools(Path file) throws IOException {
        try {
            return readPools(PropertiesFile.read(file), origin(file));
        } catch (IllegalArgumentException e) {
            throw inFile(file, e);
        }
    }

    NavigableMap<String, JdbcPoolConfig> readPools(Properties properties) {
        return readPools(properties, "");
    }

    private NavigableMap<String, JdbcPoolConfig> readPools(Properties properties, String origin) {
        NavigableMap<String, JdbcPoolConfig> pools = new TreeMap<>();
        PoolKeys.byPool(textKeys(properties))
                .forEach(
                        (pool, keys) -> {
                            JdbcPoolConfig.Builder builder = read(properties, keys, origin);
                            String where = "keys " + PoolKeys.PREFIX + pool + ".*" + origin;
                            builder.put(JdbcOption.NAME, setting(pool, where, List.of(), null));
                            try {
                                pools.put(pool, builder.build());
                            } catch (IllegalArgumentException e) {
                                throw new IllegalArgumentException(
                                        "pool " + pool + ": " + e.getMessage(), e);
                            }
                        });
        return pools;
    }

    // What both have in common

    private static String origin(Path file) {
        return " of " + file.getFileName();
    }

    private static IllegalArgumentException inFile(Path file, IllegalArgumentException e) {
        return new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }

    private static Iterable<String> textKeys(Properties properties) {
        properties.forEach(
                (key, value) -> {
                    if (!(key instanceof String) || !(value instanceof String)) {
                        throw new IllegalArgumentException(
                                key
                                        + " is not a text; expected text for both key and value: use setProperty");
                    }
                });
        return properties.stringPropertyNames();
    }

    /**
     * Reads the options of one pool.
     *
     * @param keys the key of the properties for each option, by the option's own
     */
    private JdbcPoolConfig.Builder read(
            Properties properties, NavigableMap<String, String> keys, String origin) {
        JdbcPoolConfig.Builder builder = JdbcPoolConfig.builder();
        Map<String, String> vendor = new HashMap<>();
        List<String> vendorKeys = new ArrayList<>();
        List<String> vendorVariables = new ArrayList<>();
        keys.forEach(
                (key, fullKey) -> {
                    Placeholders.Filled given =
                            placeholders.fill(fullKey, properties.getProperty(fullKey, ""));
                    if (key.startsWith(VENDOR_PREFIX) && key.length() > VENDOR_PREFIX.length()) {
                        vendor.put(key.substring(VENDOR_PREFIX.length()), given.text());
                        vendorKeys.add(fullKey);
                        vendorVariables.addAll(given.variables());
                    } else {
                        JdbcOption option = option(key, fullKey);
                        Object value = option.parse(fullKey, given.text(), given.shown());
                        String shown = given.isSecret() ? option.show(given.shown()) : null;
                        String where = "key " + fullKey + origin;
                        builder.put(option, setting(value, where, given.variables(), shown));
                    }
                });
        if (!vendor.isEmpty()) {
            String where = "key " + String.join(", ", vendorKeys) + origin;
            builder.put(
                    JdbcOption.DATA_SOURCE_PROPERTIES,
                    setting(Map.copyOf(vendor), where, vendorVariables, null));
        }
        return builder;
    }

    private static Setting setting(
            Object value, String where, List<String> variables, @Nullable String shown) {
        return variables.isEmpty()
                ? new Setting(value, OptionSource.PROPERTIES, where, shown)
                : new Setting(
                        value,
                        OptionSource.ENVIRONMENT,
                        where + ", with ${" + String.join("}, ${", variables) + "}",
                        shown);
    }

    private static JdbcOption option(String key, String fullKey) {
        List<String> known = new ArrayList<>();
        for (JdbcOption option : JdbcOption.values()) {
            if (option.key().equals(key)) {
                return option;
            }
            known.add(option.key());
        }
        String nearest = Spelling.nearest(key, known);
        String prefix = fullKey.substring(0, fullKey.length() - key.length());
        // The value is left out: that of a misspelt password would be one.
        throw new IllegalArgumentException(
                fullKey
                        + " is no option; expected "
                        + (nearest == null
                                ? "one of " + String.join(", ", known)
                                : prefix + nearest + ", perhaps")
                        + ": correct the name or remove the line");
    }
}
