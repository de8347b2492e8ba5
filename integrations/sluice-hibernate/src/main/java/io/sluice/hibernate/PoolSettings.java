package io.sluice.hibernate;

import io.sluice.jdbc.Isolation;
import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.OtherPoolOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.hibernate.HibernateException;
import org.jspecify.annotations.Nullable;

/** Reads the options of a pool from the settings of Hibernate. Confined to one thread. */
final class PoolSettings {

    static final String PREFIX = "hibernate.sluice.";

    /** The prefixes of other pools whose settings are translated. */
    private static final Map<String, String> OTHER_POOLS =
            Map.of(
                    "hibernate.hikari.", "hikaricp",
                    "hibernate.agroal.", "agroal",
                    "hibernate.c3p0.", "c3p0");

    /** The usual settings for an option, the first of which counts. */
    private static final Map<JdbcOption, List<String>> USUAL =
            Map.of(
                    JdbcOption.URL,
                    List.of(
                            "jakarta.persistence.jdbc.url",
                            "hibernate.connection.url",
                            "javax.persistence.jdbc.url"),
                    JdbcOption.USERNAME,
                    List.of(
                            "jakarta.persistence.jdbc.user",
                            "hibernate.connection.username",
                            "javax.persistence.jdbc.user"),
                    JdbcOption.PASSWORD,
                    List.of(
                            "jakarta.persistence.jdbc.password",
                            "hibernate.connection.password",
                            "javax.persistence.jdbc.password"),
                    JdbcOption.DRIVER_CLASS_NAME,
                    List.of(
                            "jakarta.persistence.jdbc.driver",
                            "hibernate.connection.driver_class",
                            "javax.persistence.jdbc.driver"),
                    JdbcOption.AUTO_COMMIT,
                    List.of("hibernate.connection.autocommit"),
                    JdbcOption.ISOLATION,
                    List.of("hibernate.connection.isolation"),
                    JdbcOption.MAX_SIZE,
                    List.of("hibernate.connection.pool_size"));

    /** Hibernate's own names for options of c3p0. */
    private static final Map<String, String> NAMES_OF_C3P0 =
            Map.of(
                    "max_size", "maxPoolSize",
                    "min_size", "minPoolSize",
                    "timeout", "maxIdleTime",
                    "idle_test_period", "idleConnectionTestPeriod",
                    "acquire_increment", "acquireIncrement",
                    "max_statements", "maxStatements");

    private final Properties options = new Properties();

    /** The settings that options come from, where they have not the prefix. */
    private final Map<String, String> origins = new TreeMap<>();

    private final OtherPoolOptions other;

    private PoolSettings(OtherPoolOptions other) {
        this.other = other;
    }

    /** Returns the settings of another pool; none if there are none. */
    private static OtherPoolOptions other(Map<String, Object> settings) {
        Map<String, Map<String, String>> found = new TreeMap<>();
        settings.forEach(
                (key, value) -> {
                    String prefix = prefixOfOther(key);
                    if (prefix != null && value != null) {
                        found.computeIfAbsent(prefix, first -> new TreeMap<>())
                                .put(nameIn(prefix, key), text(key, value));
                    }
                });
        if (found.size() > 1) {
            throw new HibernateException(
                    "Bad settings for the pool of Hibernate: there are settings of several pools"
                            + " below "
                            + String.join(" and ", found.keySet())
                            + "; keep those of one");
        }
        return found.entrySet().stream()
                .map(
                        entry ->
                                OtherPoolOptions.of(
                                        OTHER_POOLS.getOrDefault(entry.getKey(), ""),
                                        entry.getKey(),
                                        entry.getValue()))
                .findAny()
                .orElseGet(OtherPoolOptions::none);
    }

    private static String nameIn(String prefix, String key) {
        String name = key.substring(prefix.length());
        return prefix.equals("hibernate.c3p0.") ? NAMES_OF_C3P0.getOrDefault(name, name) : name;
    }

    private static @Nullable String prefixOfOther(String key) {
        for (String prefix : OTHER_POOLS.keySet()) {
            if (key.startsWith(prefix)) {
                return prefix;
            }
        }
        return null;
    }

    /**
     * Reads the configuration of a pool. Settings with the prefix, and those of another pool, count
     * before the usual ones.
     *
     * @throws HibernateException if a setting of Sluice is unknown or bad, or the settings do not
     *     fit together
     */
    static JdbcPoolConfig read(Map<String, Object> settings) {
        PoolSettings read = new PoolSettings(other(settings));
        settings.forEach(read::readOwn);
        USUAL.forEach((option, keys) -> read.readUsual(option, keys, settings));
        try {
            return JdbcPoolConfig.load(read.options, read.other);
        } catch (IllegalArgumentException e) {
            throw new HibernateException(read.explain(e), e);
        }
    }

    /** Returns the setting that Hibernate's own pool has for an option, or null. */
    static @Nullable String usual(JdbcOption option) {
        List<String> keys = USUAL.get(option);
        return keys == null ? null : keys.get(0);
    }

    private void readOwn(String key, @Nullable Object value) {
        if (key.startsWith(PREFIX) && value != null) {
            options.setProperty(key.substring(PREFIX.length()), text(key, value));
        }
    }

    private void readUsual(JdbcOption option, List<String> keys, Map<String, Object> settings) {
        for (String key : keys) {
            Object value = settings.get(key);
            if (value != null && !options.containsKey(option.key()) && !other.sets(option)) {
                String text = text(key, value).replace("${", "$${"); // Hibernate has no variables
                options.setProperty(
                        option.key(), option == JdbcOption.ISOLATION ? level(text) : text);
                origins.put(option.key(), key);
            }
        }
    }

    private static String text(String key, Object value) {
        if (value instanceof Class<?> type) {
            return type.getName();
        }
        if (value instanceof CharSequence
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Enum<?>
                || value instanceof Duration) {
            return value.toString();
        }
        throw new HibernateException(
                key
                        + " is an object of "
                        + value.getClass().getName()
                        + "; expected text, such as the name of a class. To configure a pool with"
                        + " objects, create a SluiceDataSource and set it as"
                        + " hibernate.connection.datasource");
    }

    /** Hibernate takes the names and the numbers of the constants of JDBC. */
    private static String level(String text) {
        for (Isolation level : Isolation.values()) {
            if (text.equals(Integer.toString(level.jdbcValue()))
                    || text.equals("TRANSACTION_" + level.name())) {
                return level.name();
            }
        }
        return text;
    }

    private String explain(IllegalArgumentException e) {
        String problem = String.valueOf(e.getMessage());
        StringBuilder text =
                new StringBuilder("Bad settings for the pool of Hibernate: ")
                        .append(problem)
                        .append(problem.contains("\n") ? "\n(" : " (")
                        .append("an option is set with the prefix ")
                        .append(PREFIX);
        origins.forEach(
                (option, key) -> {
                    if (problem.contains(option)) {
                        text.append("; here ").append(option).append(" is set by ").append(key);
                    }
                });
        return text.append(')').toString();
    }
}
