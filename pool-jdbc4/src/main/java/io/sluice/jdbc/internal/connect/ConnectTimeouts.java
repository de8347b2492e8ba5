package io.sluice.jdbc.internal.connect;

import io.sluice.jdbc.JdbcPoolConfig;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import javax.sql.CommonDataSource;

/**
 * Passes the connect timeout on to drivers that take one. The pool gives up an attempt in any case;
 * a driver that knows the limit also frees its thread and its socket.
 *
 * <p>Some drivers limit the opening of the socket alone, or leave a thread behind. A limit of reads
 * ends these, too; {@link #limitsReads} says whether the pool has to lift it from a new connection.
 */
public final class ConnectTimeouts {

    /** About 24 days; PostgreSQL's driver fails with more, since it makes milliseconds of them. */
    private static final long MOST_SECONDS = Integer.MAX_VALUE / 1000;

    /** A property that takes the limit, in seconds or else in milliseconds. */
    private record Property(String name, boolean seconds) {

        String text(Duration limit) {
            return Long.toString(
                    seconds ? Math.min(MOST_SECONDS, ceilSeconds(limit)) : ceilMillis(limit));
        }
    }

    /** The limit for each read, of drivers for PostgreSQL and MySQL. */
    private static final String READS = "socketTimeout";

    /** Names an entry of PostgreSQL's service file, whose limits a property would override. */
    private static final String SERVICE = "service";

    /** By the part of the URL after {@code jdbc:}. */
    private static final Map<String, List<Property>> BY_SCHEME =
            Map.of(
                    // For opening the socket, for all until the session is open, for each answer.
                    "postgresql:",
                    List.of(
                            new Property("connectTimeout", true),
                            new Property("loginTimeout", true),
                            new Property(READS, true)),
                    "mysql:",
                    List.of(new Property("connectTimeout", false), new Property(READS, false)),
                    "mariadb:",
                    List.of(new Property("connectTimeout", false)),
                    "sqlserver:",
                    List.of(new Property("loginTimeout", true)),
                    "db2:",
                    List.of(new Property("loginTimeout", true)),
                    "oracle:",
                    List.of(new Property("oracle.net.CONNECT_TIMEOUT", false)));

    /**
     * By the prefix of the data source's class name, in addition to {@link
     * CommonDataSource#setLoginTimeout}.
     */
    private static final Map<String, List<Property>> BY_CLASS =
            Map.of(
                    "org.postgresql.",
                    List.of(new Property("connectTimeout", true), new Property(READS, true)),
                    "com.mysql.",
                    List.of(new Property("connectTimeout", false)));

    private ConnectTimeouts() {}

    /** Adds the limit to the properties of a connection, unless they or the URL have it already. */
    static void addTo(Properties properties, String url, Duration limit) {
        Map<Object, Object> own = new HashMap<>(properties);
        own.put("url", url);
        BY_SCHEME.forEach(
                (scheme, known) -> {
                    if (url.startsWith("jdbc:" + scheme)) {
                        for (Property property : known) {
                            if (!has(own, property)
                                    && (!property.name().equals(READS) || hasOneServer(url))) {
                                properties.setProperty(property.name(), property.text(limit));
                            }
                        }
                    }
                });
    }

    /**
     * Sets the limit on a data source, unless the properties that it is going to get have one.
     * PostgreSQL's would ignore that of its URL if another was set before.
     */
    static void setOn(CommonDataSource dataSource, Map<String, String> own, Duration limit) {
        if (hasLimit(own)) {
            return;
        }
        try {
            dataSource.setLoginTimeout((int) Math.min(Integer.MAX_VALUE, ceilSeconds(limit)));
        } catch (SQLException | UnsupportedOperationException | LinkageError e) {
            // No such limit, or the driver is older; the pool's own limit remains.
        }
        BY_CLASS.forEach(
                (prefix, known) -> {
                    if (dataSource.getClass().getName().startsWith(prefix)) {
                        for (Property property : known) {
                            if (!has(own, property)) {
                                setQuietly(dataSource, property, limit);
                            }
                        }
                    }
                });
    }

    private static boolean hasLimit(Map<?, ?> own) {
        return has(own, "loginTimeout") || has(own, "connectTimeout");
    }

    private static boolean has(Map<?, ?> own, Property property) {
        return property.name().equals(READS) ? hasReads(own) : has(own, property.name());
    }

    private static boolean hasReads(Map<?, ?> own) {
        return has(own, READS) || has(own, SERVICE);
    }

    /** Whether a property is set, by itself or in a URL among the values. */
    private static boolean has(Map<?, ?> own, String name) {
        return own.entrySet().stream()
                .anyMatch(
                        each ->
                                name.equalsIgnoreCase(String.valueOf(each.getKey()))
                                        || mentions(String.valueOf(each.getValue()), name));
    }

    /**
     * Whether reads of a new connection of this pool are limited here, and not by the
     * configuration. The limit is to end with the attempt: a statement may take longer.
     */
    public static boolean limitsReads(JdbcPoolConfig config) {
        Map<Object, Object> own = new HashMap<>(config.dataSourceProperties());
        String url = config.url();
        if (url != null) {
            own.put("url", url);
            return url.startsWith("jdbc:")
                    && knowsReads(BY_SCHEME, url.substring("jdbc:".length()))
                    && hasOneServer(url)
                    && !hasReads(own);
        }
        String name =
                config.dataSourceClassName() != null
                        ? config.dataSourceClassName()
                        : config.xaDataSourceClassName();
        return name != null && knowsReads(BY_CLASS, name) && !hasLimit(own) && !hasReads(own);
    }

    private static void setQuietly(CommonDataSource dataSource, Property property, Duration limit) {
        try {
            BeanProperties.set(dataSource, Map.of(property.name(), property.text(limit)));
        } catch (IllegalArgumentException e) {
            // A driver version without this property; the pool's own limit remains.
        }
    }

    private static boolean knowsReads(Map<String, List<Property>> known, String name) {
        return known.entrySet().stream()
                .filter(entry -> name.startsWith(entry.getKey()))
                .flatMap(entry -> entry.getValue().stream())
                .anyMatch(property -> property.name().equals(READS));
    }

    /**
     * Whether a connection stays with its server. MySQL's driver may go to another of several
     * behind the pool's back, and would limit reads there as well.
     */
    private static boolean hasOneServer(String url) {
        return !url.startsWith("jdbc:mysql:")
                || (url.startsWith("jdbc:mysql://") && !url.contains(",") && !url.contains("("));
    }

    private static boolean mentions(String url, String property) {
        return url.toLowerCase(Locale.ROOT).contains(property.toLowerCase(Locale.ROOT) + "=");
    }

    /** Whole seconds, never fewer than asked for: zero would mean no limit. */
    public static long ceilSeconds(Duration limit) {
        return Math.max(1, limit.plusNanos(999_999_999).toSeconds());
    }

    /** Whole milliseconds as an int, never fewer than asked for, zero only for zero. */
    public static int ceilMillis(Duration limit) {
        return (int) Math.min(Integer.MAX_VALUE, limit.plusNanos(999_999).toMillis());
    }
}
