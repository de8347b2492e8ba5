package io.sluice.spring.boot;

import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.OtherPoolOptions;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/**
 * Address and user that Boot has for any pool.
 *
 * @param url of the database; null or empty if Boot has none, like the others
 */
record CommonOptions(
        @Nullable String url,
        @Nullable String username,
        @Nullable String password,
        @Nullable String driverClassName) {

    private static final List<JdbcOption> SOURCES =
            List.of(
                    JdbcOption.URL,
                    JdbcOption.DATA_SOURCE_CLASS_NAME,
                    JdbcOption.XA_DATA_SOURCE_CLASS_NAME);

    /** Whether the options of a pool name a database themselves. */
    static boolean areNeedless(Map<String, String> options, OtherPoolOptions other) {
        return SOURCES.stream().map(JdbcOption::key).anyMatch(options::containsKey)
                || SOURCES.stream().anyMatch(other::sets);
    }

    /** Adds them to the options of a pool, each unless the pool has it. */
    void add(Map<String, String> options, OtherPoolOptions other) {
        add(options, other, JdbcOption.URL, url);
        add(options, other, JdbcOption.USERNAME, username);
        add(options, other, JdbcOption.PASSWORD, password);
        add(options, other, JdbcOption.DRIVER_CLASS_NAME, driverClassName);
    }

    /**
     * Replaces those of a pool, as what a service has comes first.
     *
     * @return the options of another pool that count besides
     */
    OtherPoolOptions replace(Map<String, String> options, OtherPoolOptions other) {
        replace(options, JdbcOption.URL, url);
        replace(options, JdbcOption.USERNAME, username);
        replace(options, JdbcOption.PASSWORD, password);
        replace(options, JdbcOption.DRIVER_CLASS_NAME, driverClassName);
        return other.without(
                JdbcOption.URL,
                JdbcOption.USERNAME,
                JdbcOption.PASSWORD,
                JdbcOption.DRIVER_CLASS_NAME);
    }

    /** Adds an option that Boot has, unless the pool has it. */
    static void add(
            Map<String, String> options,
            OtherPoolOptions other,
            JdbcOption option,
            @Nullable String value) {
        if (StringUtils.hasLength(value) && !other.sets(option)) {
            options.putIfAbsent(option.key(), value);
        }
    }

    private static void replace(
            Map<String, String> options, JdbcOption option, @Nullable String value) {
        options.remove(option.key());
        if (StringUtils.hasLength(value)) {
            options.put(option.key(), value);
        }
    }
}
