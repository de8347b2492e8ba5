package io.sluice.jdbc.internal.config;

import io.sluice.jdbc.JdbcOption;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A pool whose properties Sluice also reads, with its options. Of several options that mean the
 * same here, the first in its table that is set counts. Immutable.
 */
public enum Dialect {
    HIKARICP("HikariCP", "", 0, HikariCpOptions.TABLE),
    AGROAL("Agroal", "", 0, AgroalOptions.TABLE),
    DBCP2("DBCP2", "", 8, Dbcp2Options.TABLE),
    TOMCAT("Tomcat JDBC", "", 100, TomcatOptions.TABLE),
    C3P0("c3p0", "c3p0.", 15, C3p0Options.TABLE),
    DRUID("Druid", "druid.", 8, DruidOptions.TABLE),
    BITRONIX("Bitronix", "", 0, BitronixOptions.TABLE);

    /** The key by which a file names its dialect. */
    static final String KEY = "dialect";

    /** No name of an option is longer, with all its hyphens and dots. */
    private static final int LONGEST_NAME = 200;

    private static final Pattern HYPHEN = Pattern.compile("-([a-z])");

    private final String title;
    private final String prefix;
    private final int defaultMaxSize;

    private final String table;

    /**
     * The table, read when first used, as most processes have no other pool's options; null before.
     * Shared: volatile. Partner: none (what two threads read is equal).
     */
    @SuppressWarnings("ImmutableEnumChecker") // what is read twice is equal
    private volatile @Nullable Map<String, OtherOption> byName;

    Dialect(String title, String prefix, int defaultMaxSize, String table) {
        this.title = title;
        this.prefix = prefix;
        this.defaultMaxSize = defaultMaxSize;
        this.table = table;
    }

    private Map<String, OtherOption> byName() {
        Map<String, OtherOption> options = byName;
        if (options == null) {
            options = new LinkedHashMap<>();
            for (String line : table.lines().toList()) {
                OtherOption option = OtherOption.of(title, line);
                options.put(option.name(), option);
            }
            byName = options;
        }
        return options;
    }

    /** Returns the name of the pool, for people. */
    public String title() {
        return title;
    }

    /** Returns the value of {@link #KEY} that names this dialect. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the other pool's default of {@code maxSize}; 0 if it is Sluice's. */
    int defaultMaxSize() {
        return defaultMaxSize;
    }

    /** Returns all options, in the order in which they take precedence. */
    List<OtherOption> options() {
        return List.copyOf(byName().values());
    }

    /** Returns the option that a key of a file means, or null. */
    @Nullable OtherOption find(String key) {
        String name = bare(key);
        OtherOption option = byName().get(name);
        if (option != null || name.indexOf('.') < 0) {
            return option;
        }
        for (OtherOption family : byName().values()) {
            if (family.isFamily() && family.rest(name) != null) {
                return family;
            }
        }
        return null;
    }

    /**
     * Returns the name in the table of a key in any case and with any separators, as frameworks and
     * environment variables have it. An unknown key is returned in camel case.
     */
    public String nameLike(String key) {
        OtherOption option = like(key);
        int dot = option == null ? endOfGroup(key) : -1;
        OtherOption group = dot < 0 ? option : like(key.substring(0, dot));
        if (group == null) {
            return bare(key);
        }
        return dot > 0 && isOfDriver(group)
                ? PoolReader.VENDOR_PREFIX + key.substring(dot + 1)
                : group.name();
    }

    /** Returns which entry of a list or map a key means, in the same forms; empty if none. */
    public String entryOf(String key) {
        int dot = like(key) == null ? endOfGroup(key) : -1;
        return dot < 0 ? "" : key.substring(dot + 1);
    }

    private static boolean isOfDriver(OtherOption option) {
        return option.here().equals(OtherPools.VENDOR);
    }

    /** Returns where the name of an option ends in a key that goes on, or -1. */
    private int endOfGroup(String key) {
        int end = -1;
        boolean isForSecrets = false;
        for (int dot = key.indexOf('.', 1);
                dot > 0 && dot <= LONGEST_NAME;
                dot = key.indexOf('.', dot + 1)) {
            OtherOption group = like(key.substring(0, dot));
            if (group != null) {
                end = dot;
                isForSecrets = isOfDriver(group);
            }
        }
        // Messages show the values of all other options.
        return isForSecrets || !Secrets.isSecret(key.substring(end + 1)) ? end : -1;
    }

    private @Nullable OtherOption like(String key) {
        if (key.length() > LONGEST_NAME) {
            return null;
        }
        String plain = plain(key);
        for (OtherOption option : byName().values()) {
            if (plain(option.name().replace(".*", "")).equals(plain)) {
                return option;
            }
        }
        return null;
    }

    private static String plain(String name) {
        return Letters.lower(name.replace("-", "").replace(".", "").replace("_", ""));
    }

    /** Returns the option here that a name in the table sets, or null. */
    public @Nullable JdbcOption target(String name) {
        OtherOption option = find(name);
        return PoolReader.ourOption(option == null ? name : option.here());
    }

    /** Returns a key without the prefix of the pool, in camel case. */
    String bare(String key) {
        String name = key.startsWith(prefix) ? key.substring(prefix.length()) : key;
        return name.indexOf('.') >= 0 || name.indexOf('-') < 0
                ? name
                : HYPHEN.matcher(name).replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
    }

    /**
     * Returns the dialect that a value of {@link #KEY} names.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Dialect named(String key) {
        Dialect dialect = withKey(key);
        if (dialect == null) {
            throw new IllegalArgumentException(
                    "no pool is called \"" + key + "\"; expected one of " + keys());
        }
        return dialect;
    }

    /** Returns the dialect that a value of {@link #KEY} names, or null. */
    static @Nullable Dialect withKey(String key) {
        for (Dialect dialect : values()) {
            if (dialect.key().equals(Letters.lower(key))) {
                return dialect;
            }
        }
        return null;
    }

    /** Returns the values of {@link #KEY}, between commas. */
    static String keys() {
        return Arrays.stream(values()).map(Dialect::key).collect(Collectors.joining(", "));
    }

    /** Returns the dialects in which a file may have all of these keys. */
    static List<Dialect> withAll(Collection<String> keys) {
        return Arrays.stream(values())
                .filter(dialect -> keys.stream().allMatch(dialect::allows))
                .toList();
    }

    /** Returns the dialect that has most of these keys. */
    static Dialect withMost(Collection<String> keys) {
        Dialect withMost = HIKARICP;
        long most = -1;
        for (Dialect dialect : values()) {
            long count = dialect.count(keys);
            if (count > most) {
                most = count;
                withMost = dialect;
            }
        }
        return withMost;
    }

    /** Returns how many of these keys are options of the pool. */
    long count(Collection<String> keys) {
        return keys.stream().filter(key -> find(key) != null).count();
    }

    /**
     * Returns whether a file of the pool may have this key: an option of the pool, or an addition.
     */
    boolean allows(String key) {
        return find(key) != null || isAddition(key);
    }

    /** Returns whether a key is an option of Sluice for which the pool has no name. */
    boolean isAddition(String key) {
        JdbcOption option = OptionValues.withKey(key);
        // Bitronix's own options express only some values of transactions.
        return option == JdbcOption.TRANSACTIONS || (option != null && nameOf(key) == null);
    }

    /** Returns the name of the pool for an option of Sluice, or null. */
    @Nullable String nameOf(String key) {
        for (OtherOption option : byName().values()) {
            if (option.here().equals(key)) {
                return option.name();
            }
        }
        return null;
    }
}
