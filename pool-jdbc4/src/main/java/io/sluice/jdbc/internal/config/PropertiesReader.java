package io.sluice.jdbc.internal.config;

import io.sluice.jdbc.JdbcOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reads the options of one pool or several from properties, and replaces references to the
 * environment. Immutable.
 */
public final class PropertiesReader {

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
        PoolReader pool = one(readFile(file, problems), origin(file), problems);
        problems.throwIfAny(where(file));
        return pool.values();
    }

    /**
     * Reads the options of one pool.
     *
     * @throws IllegalArgumentException if a key is unknown, a value is bad, or the options do not
     *     fit together
     */
    public OptionValues read(Properties properties) {
        Problems problems = new Problems();
        PoolReader pool = one(properties, "", problems);
        problems.throwIfAny("");
        return pool.values();
    }

    /**
     * Reads the options of one pool, and options of another pool beside them.
     *
     * @param other the other pool
     * @param beside the full keys by the names of the other pool
     * @param values returns the value of a full key
     * @throws IllegalArgumentException if a key is unknown, a value is bad, both set an option, or
     *     the options do not fit together
     */
    public OptionValues read(
            Properties properties,
            Dialect other,
            NavigableMap<String, String> beside,
            UnaryOperator<String> values) {
        Problems problems = new Problems();
        NavigableMap<String, String> keys = new TreeMap<>();
        textKeys(properties, problems).forEach(key -> keys.put(key, key));
        Properties all = new Properties();
        all.putAll(properties);
        beside.values().forEach(key -> all.setProperty(key, values.apply(key)));
        PoolReader pool = pool(all, "", problems, null, null).read(keys, other, beside).check("");
        problems.throwIfAny("");
        return pool.values();
    }

    private PoolReader pool(
            Properties properties,
            String origin,
            Problems problems,
            @Nullable Dialect dialect,
            @Nullable String name) {
        return new PoolReader(placeholders, properties, origin, problems, dialect, name);
    }

    private PoolReader one(Properties properties, String origin, Problems problems) {
        NavigableMap<String, String> keys = new TreeMap<>();
        boolean resources = false;
        for (String key : textKeys(properties, problems)) {
            resources |= key.startsWith(PoolKeys.RESOURCE);
            if (key.startsWith(PoolKeys.PREFIX)) {
                problems.add(PoolKeys.notForOnePool(key));
            } else {
                keys.put(key, key);
            }
        }
        if (!resources) {
            return pool(properties, origin, problems, null, null).read(keys).check("");
        }
        NavigableMap<String, NavigableMap<String, String>> byResource =
                PoolKeys.byResource(keys.keySet(), problems);
        if (byResource.size() > 1) {
            problems.add(PoolKeys.notForSeveralResources(byResource.navigableKeySet()));
        }
        PoolReader resource = pool(properties, origin, problems, Dialect.BITRONIX, null);
        return byResource.isEmpty()
                ? resource
                : resource.read(byResource.firstEntry().getValue()).check("");
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
        NavigableMap<String, PoolReader> pools =
                several(readFile(file, problems), origin(file), problems);
        problems.throwIfAny(where(file));
        return values(pools);
    }

    /**
     * Reads the options of each pool by its name.
     *
     * @throws IllegalArgumentException if a key is unknown, a value is bad, options do not fit
     *     together, or there is no pool
     */
    public NavigableMap<String, OptionValues> readPools(Properties properties) {
        Problems problems = new Problems();
        NavigableMap<String, PoolReader> pools = several(properties, "", problems);
        problems.throwIfAny("");
        return values(pools);
    }

    private static NavigableMap<String, OptionValues> values(
            NavigableMap<String, PoolReader> pools) {
        NavigableMap<String, OptionValues> values = new TreeMap<>();
        pools.forEach((name, pool) -> values.put(name, pool.values()));
        return values;
    }

    private NavigableMap<String, PoolReader> several(
            Properties properties, String origin, Problems problems) {
        NavigableMap<String, PoolReader> pools = new TreeMap<>();
        List<String> all = new ArrayList<>();
        textKeys(properties, problems).forEach(all::add);
        if (all.stream().anyMatch(key -> key.startsWith(PoolKeys.RESOURCE))) {
            PoolKeys.byResource(all, problems)
                    .forEach(
                            (resource, keys) -> {
                                PoolReader pool =
                                        pool(properties, origin, problems, Dialect.BITRONIX, null)
                                                .read(keys)
                                                .check("resource " + resource + ": ");
                                String name = pool.values().text(JdbcOption.NAME);
                                if (pools.put(name == null ? resource : name, pool) != null) {
                                    problems.add(PoolKeys.sameName(resource, name));
                                }
                            });
            return pools;
        }
        PoolKeys.byPool(all, problems)
                .forEach(
                        (name, keys) ->
                                pools.put(
                                        name,
                                        pool(properties, origin, problems, null, name)
                                                .read(keys)
                                                .check("pool " + name + ": ")));
        return pools;
    }

    // Either, with everything that is wrong

    /**
     * What a file has for one pool.
     *
     * @param values the options, as far as they could be read
     * @param properties the same as a file of one pool
     * @param references by Sluice's key, the values that the file takes from the environment
     */
    public record Examined(
            OptionValues values, Properties properties, Map<String, Reference> references) {}

    /**
     * A value with references to the environment.
     *
     * @param given the text in the file
     * @param isSame whether the same text means the same in a file of Sluice
     */
    public record Reference(String given, boolean isSame) {}

    /**
     * What a file has.
     *
     * @param pools each pool by its name
     * @param problem what is wrong with them; null if nothing is
     */
    public record Contents(NavigableMap<String, Examined> pools, @Nullable String problem) {}

    /**
     * Reads a file of one pool or of several, whatever is wrong with it.
     *
     * @throws IOException if the file is missing, cannot be read, or is not in UTF-8
     */
    public Contents examine(Path file) throws IOException {
        Problems problems = new Problems();
        NavigableMap<String, Examined> pools = new TreeMap<>();
        try {
            Properties properties = readFile(file, problems);
            boolean many =
                    properties.stringPropertyNames().stream()
                            .anyMatch(
                                    key ->
                                            key.startsWith(PoolKeys.PREFIX)
                                                    || key.startsWith(PoolKeys.RESOURCE));
            if (many) {
                several(properties, origin(file), problems)
                        .forEach((name, pool) -> pools.put(name, pool.examined()));
            } else {
                PoolReader pool = one(properties, origin(file), problems);
                pools.put(pool.values().ensureName(), pool.examined());
            }
            problems.throwIfAny(where(file));
            return new Contents(pools, null);
        } catch (IllegalArgumentException e) {
            return new Contents(pools, e.getMessage());
        }
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
}
