package io.sluice.jdbc.internal.config;

import io.sluice.jdbc.JdbcOption;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The keys of a file that configures several pools: {@code pool.orders.maxSize} is for the pool
 * orders, {@code maxSize} for every pool that does not set it itself.
 */
final class PoolKeys {

    static final String PREFIX = "pool.";

    private static final Pattern KEY = Pattern.compile("pool\\.([A-Za-z0-9_-]+)\\.(.+)");

    private PoolKeys() {}

    static IllegalArgumentException notForOnePool(String key) {
        return new IllegalArgumentException(
                key
                        + " belongs to a file of several pools; load it with"
                        + " SluicePools.load, or remove the line");
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
                problems.add(
                        new IllegalArgumentException(
                                name
                                        + " cannot be set; the keys name the pool, as in"
                                        + " pool.orders.url: remove the line"));
            }
        }
        return pools;
    }
}
