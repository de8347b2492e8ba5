package io.sluice.jdbc.internal.config;

import io.sluice.jdbc.JdbcOption;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a file that configures several pools: {@code pool.orders.maxSize} is for the pool
 * orders, {@code maxSize} for every pool that does not set it itself.
 */
final class PoolKeys {

    static final String PREFIX = "pool.";

    /** The beginning of a key of Bitronix: {@code resource.orders.maxPoolSize}. */
    static final String RESOURCE = "resource.";

    private static final Pattern KEY = Pattern.compile("pool\\.([A-Za-z0-9_-]+)\\.(.+)");

    private PoolKeys() {}

    static IllegalArgumentException notForOnePool(String key) {
        return new IllegalArgumentException(
                key
                        + " belongs to a file of several pools; load it with"
                        + " SluicePools.load, or remove the line");
    }

    static IllegalArgumentException named(String key) {
        return new IllegalArgumentException(
                key
                        + " cannot be set; the keys name the pool, as in"
                        + " pool.orders.url: remove the line");
    }

    static IllegalArgumentException notForSeveralResources(Set<String> resources) {
        return new IllegalArgumentException(
                "the keys "
                        + RESOURCE
                        + String.join(".*, " + RESOURCE, resources)
                        + ".* are of several resources of Bitronix; load the file with"
                        + " SluicePools.load, or keep one of them");
    }

    static IllegalArgumentException sameName(String resource, @Nullable String name) {
        return new IllegalArgumentException(
                RESOURCE
                        + resource
                        + ".uniqueName is \""
                        + name
                        + "\", as that of another resource; give each a name of its own");
    }

    /**
     * Sorts keys of a file of Bitronix by resource. A key without {@code resource.} is for each of
     * them.
     *
     * @param problems collects malformed keys
     * @return for each resource the full keys by option key
     */
    static NavigableMap<String, NavigableMap<String, String>> byResource(
            Iterable<String> keys, Problems problems) {
        NavigableMap<String, NavigableMap<String, String>> resources = new TreeMap<>();
        NavigableMap<String, String> shared = new TreeMap<>();
        for (String key : keys) {
            if (!key.startsWith(RESOURCE)) {
                shared.put(key, key);
                continue;
            }
            int dot = key.indexOf('.', RESOURCE.length());
            if (dot <= RESOURCE.length() || dot == key.length() - 1) {
                problems.add(
                        new IllegalArgumentException(
                                key
                                        + " is not a valid key of Bitronix; expected"
                                        + " resource.NAME.OPTION, for example"
                                        + " resource.orders.maxPoolSize"));
                continue;
            }
            resources
                    .computeIfAbsent(key.substring(RESOURCE.length(), dot), name -> new TreeMap<>())
                    .put(key.substring(dot + 1), key);
        }
        resources.values().forEach(own -> shared.forEach(own::putIfAbsent));
        return resources;
    }

    /**
     * Sorts keys by pool.
     *
     * @param problems collects malformed keys of pools, keys that set the name of a pool, and the
     *     lack of any pool
     * @return for each pool the full keys by option key
     */
    static NavigableMap<String, NavigableMap<String, String>> byPool(
            Iterable<String> keys, Problems problems) {
        boolean named = false;
        NavigableMap<String, NavigableMap<String, String>> pools = new TreeMap<>();
        NavigableMap<String, String> shared = new TreeMap<>();
        for (String key : keys) {
            if (!key.startsWith(PREFIX)) {
                shared.put(key, key);
                continue;
            }
            named = true;
            Matcher parts = KEY.matcher(key);
            if (!parts.matches()) {
                problems.add(
                        new IllegalArgumentException(
                                key
                                        + " is not a valid key; expected pool.NAME.OPTION,"
                                        + " with letters, digits, - and _ in NAME, for"
                                        + " example pool.orders.maxSize"));
                continue;
            }
            pools.computeIfAbsent(parts.group(1), pool -> new TreeMap<>()).put(parts.group(2), key);
        }
        if (!named) {
            problems.add(
                    new IllegalArgumentException(
                            "no pool is configured; add keys such as pool.orders.url, or load"
                                    + " the file of a single pool with SluiceDataSource.load"));
        }
        for (NavigableMap<String, String> own : pools.values()) {
            shared.forEach(own::putIfAbsent);
            String name = own.remove(JdbcOption.NAME.key());
            if (name != null) {
                problems.add(named(name));
            }
        }
        return pools;
    }
}
