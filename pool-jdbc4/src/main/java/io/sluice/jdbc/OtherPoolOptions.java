package io.sluice.jdbc;

import io.sluice.jdbc.internal.config.Dialect;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Options of another pool below a prefix of a framework, such as {@code spring.datasource.hikari.}.
 * They become options of Sluice by the table of {@code docs/migrating.md}. Immutable.
 */
public final class OtherPoolOptions {

    private final Dialect dialect;

    /** The keys as given, by the names in the table of names. */
    private final Map<String, String> keys;

    /** The values by the keys as given. */
    private final Map<String, String> values;

    private OtherPoolOptions(
            Dialect dialect, Map<String, String> keys, Map<String, String> values) {
        this.dialect = dialect;
        this.keys = keys;
        this.values = values;
    }

    /** Returns options of no other pool. */
    public static OtherPoolOptions none() {
        return new OtherPoolOptions(Dialect.HIKARICP, Map.of(), Map.of());
    }

    /**
     * Returns options with these values, which are taken literally. What is not set has the default
     * of Sluice, except for {@link JdbcOption#MAX_SIZE}, which has that of the other pool.
     *
     * @param pool the pool that has the options: {@code hikaricp}, {@code agroal}, {@code dbcp2},
     *     {@code tomcat}, {@code c3p0}, {@code druid} or {@code bitronix}
     * @param prefix what stands before each key, in messages
     * @param given the values by key, without the prefix. A key may be written in any case and with
     *     hyphens. If several mean one option, the first in the order of the map counts. Entries of
     *     a list, such as {@code connection-init-sqls.0}, are taken together.
     * @throws IllegalArgumentException if there is no such pool
     */
    public static OtherPoolOptions of(String pool, String prefix, Map<String, String> given) {
        Dialect dialect = Dialect.named(pool);
        Map<String, String> keys = new LinkedHashMap<>();
        Map<String, Map<String, String>> entries = new LinkedHashMap<>();
        given.forEach(
                (key, value) -> {
                    String name = dialect.nameLike(key);
                    keys.putIfAbsent(name, prefix + key);
                    entries.computeIfAbsent(name, first -> new LinkedHashMap<>())
                            .putIfAbsent(dialect.entryOf(key), value);
                });
        Map<String, String> values = new LinkedHashMap<>();
        keys.forEach(
                (name, key) -> {
                    String value = String.join(";", entries.getOrDefault(name, Map.of()).values());
                    // Reading replaces references to the environment; there are none here.
                    values.put(key, value.replace("${", "$${"));
                });
        return new OtherPoolOptions(dialect, keys, values);
    }

    /** Returns whether an option of Sluice gets a value that is not empty from these. */
    public boolean sets(JdbcOption option) {
        return keys.entrySet().stream()
                .anyMatch(
                        key ->
                                option == dialect.target(key.getKey())
                                        && !value(key.getValue()).isBlank());
    }

    /** Returns these options but for those that set one of the given options of Sluice. */
    public OtherPoolOptions without(JdbcOption... options) {
        Map<String, String> rest = new LinkedHashMap<>(keys);
        rest.keySet()
                .removeIf(
                        name -> {
                            @Nullable JdbcOption target = dialect.target(name);
                            return target != null && Arrays.asList(options).contains(target);
                        });
        return new OtherPoolOptions(dialect, rest, values);
    }

    /** Returns the pool that has these options. */
    Dialect dialect() {
        return dialect;
    }

    /** Returns the keys with their prefix, by the names in the table of names. */
    Map<String, String> keys() {
        return keys;
    }

    /** Returns the value of a key with its prefix. */
    String value(String key) {
        return values.getOrDefault(key, "");
    }
}
