package io.sluice.jdbc;

import io.sluice.jdbc.internal.config.HikariCpOptions;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Options of HikariCP below a prefix of a framework, such as {@code spring.datasource.hikari.}.
 * They become options of Sluice by the table of {@code docs/migrating.md}. Immutable.
 */
public final class HikariOptions {

    /** The keys as given, by the names in the table of names. */
    private final Map<String, String> keys;

    /** The values by the keys as given. */
    private final Map<String, String> values;

    private HikariOptions(Map<String, String> keys, Map<String, String> values) {
        this.keys = keys;
        this.values = values;
    }

    /**
     * Returns options with these values, which are taken literally.
     *
     * @param prefix what stands before each key, in messages
     * @param given the values by key, without the prefix. A key may be written in any case and with
     *     hyphens. If several mean one option, the first in the order of the map counts.
     */
    public static HikariOptions of(String prefix, Map<String, String> given) {
        Map<String, String> keys = new LinkedHashMap<>();
        Map<String, String> values = new LinkedHashMap<>();
        given.forEach(
                (key, value) -> {
                    if (keys.putIfAbsent(HikariCpOptions.nameOf(key), prefix + key) == null) {
                        // Reading replaces references to the environment; there are none here.
                        values.put(prefix + key, value.replace("${", "$${"));
                    }
                });
        return new HikariOptions(keys, values);
    }

    /** Returns whether an option of Sluice gets a value that is not empty from these. */
    public boolean sets(JdbcOption option) {
        return keys.entrySet().stream()
                .anyMatch(
                        key ->
                                option == HikariCpOptions.target(key.getKey())
                                        && !value(key.getValue()).isBlank());
    }

    /** Returns these options but for those that set one of the given options of Sluice. */
    public HikariOptions without(JdbcOption... options) {
        Map<String, String> rest = new LinkedHashMap<>(keys);
        rest.keySet()
                .removeIf(
                        name -> {
                            @Nullable JdbcOption target = HikariCpOptions.target(name);
                            return target != null && Arrays.asList(options).contains(target);
                        });
        return new HikariOptions(rest, values);
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
