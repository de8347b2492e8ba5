package io.sluice.jdbc.internal.config;

import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.OptionSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads the options of one pool from properties, and collects the problems. Confined to one thread.
 */
final class PoolReader {

    static final String VENDOR_PREFIX = "dataSource.";

    private static final List<String> KEYS =
            Arrays.stream(JdbcOption.values()).map(JdbcOption::key).toList();

    private final Placeholders placeholders;
    private final Properties properties;
    private final String origin;
    private final Problems problems;
    private final OptionValues values = new OptionValues();

    /** What was read, as properties of one pool. */
    private final Properties own = new Properties();

    private final Map<String, PropertiesReader.Reference> references = new HashMap<>();
    private final @Nullable Dialect given;
    private final @Nullable String name;

    /** The options whose values could not be read, as far as they can be identified. */
    private final Set<JdbcOption> unknown = EnumSet.noneOf(JdbcOption.class);

    private final Map<String, String> vendor = new HashMap<>();
    private final List<String> vendorKeys = new ArrayList<>();
    private final List<String> vendorVariables = new ArrayList<>();

    /** The pool whose options are read beside those of Sluice; null before that. */
    private @Nullable Dialect beside;

    /** The settings of the driver that keys of Sluice have. */
    private Set<String> vendorOfOwn = Set.of();

    /**
     * Creates a reader.
     *
     * @param origin the file in words, with a space before; empty if there is none
     * @param given the pool whose options these are, or null if that is to be found out
     * @param name the name that the keys give to the pool; null if an option may
     */
    PoolReader(
            Placeholders placeholders,
            Properties properties,
            String origin,
            Problems problems,
            @Nullable Dialect given,
            @Nullable String name) {
        this.placeholders = placeholders;
        this.properties = properties;
        this.origin = origin;
        this.problems = problems;
        this.given = given;
        this.name = name;
    }

    /**
     * Reads all options.
     *
     * @param keys the full keys by option key
     */
    PoolReader read(NavigableMap<String, String> keys) {
        readOwn(keys);
        return finished();
    }

    /**
     * Reads all options, and options of another pool beside them.
     *
     * @param keys the full keys by option key
     * @param other the other pool
     * @param ofOther the full keys of its options, by its names
     */
    PoolReader read(
            NavigableMap<String, String> keys,
            Dialect other,
            NavigableMap<String, String> ofOther) {
        readOwn(keys);
        vendorOfOwn = Set.copyOf(vendor.keySet());
        beside = other;
        ofOther.entrySet().removeIf(entry -> isSetTwice(other, entry.getKey(), entry.getValue()));
        NavigableMap<String, String> options = new TreeMap<>(ofOther);
        ofOther.forEach(
                (key, fullKey) -> {
                    if (key.startsWith(VENDOR_PREFIX)) { // no other pool but HikariCP has such keys
                        options.remove(key);
                        problems.collect(() -> read(key, fullKey));
                    }
                });
        problems.collect(() -> new Translator(this, other, options).run());
        return finished();
    }

    private void readOwn(NavigableMap<String, String> keys) {
        keys.forEach((key, fullKey) -> own.setProperty(key, properties.getProperty(fullKey, "")));
        String named = keys.remove(Dialect.KEY);
        String text = named == null ? "" : properties.getProperty(named, "").trim();
        Dialect dialect =
                named != null
                        ? Dialect.withKey(text)
                        : given != null ? given : recognised(keys.keySet());
        if (named != null && dialect == null) {
            problems.add(noDialect(named, text));
            unknown.addAll(EnumSet.allOf(JdbcOption.class));
        } else if (dialect == null) {
            keys.forEach((key, fullKey) -> problems.collect(() -> read(key, fullKey)));
        } else {
            own.setProperty(Dialect.KEY, dialect.key());
            problems.collect(() -> new Translator(this, dialect, keys).run());
        }
    }

    private PoolReader finished() {
        if (!vendor.isEmpty()) {
            String where = "key " + String.join(", ", vendorKeys) + origin;
            values.put(
                    JdbcOption.DATA_SOURCE_PROPERTIES,
                    setting(Map.copyOf(vendor), where, vendorVariables, null, false));
        }
        if (name != null) {
            String where = "keys " + PoolKeys.PREFIX + name + ".*" + origin;
            values.put(JdbcOption.NAME, setting(name, where, List.of(), null, false));
        }
        return this;
    }

    /** Refuses an option of another pool that a key of Sluice sets as well. */
    private boolean isSetTwice(Dialect other, String key, String fullKey) {
        JdbcOption option = other.target(key);
        if (option == null || !values.isSet(option)) {
            return false;
        }
        problems.add(setTwice(other, fullKey, option.key()));
        return true;
    }

    private static IllegalArgumentException setTwice(Dialect other, String theirs, String ours) {
        return new IllegalArgumentException(
                "%s of %s and %s set the same option; remove one of them"
                        .formatted(theirs, other.title(), ours));
    }

    /** Returns the other pool whose options these are, or null if they count as Sluice's. */
    private @Nullable Dialect recognised(Set<String> keys) {
        long ours = keys.stream().filter(PoolReader::isOurs).count();
        if (ours == keys.size()) {
            return null;
        }
        List<Dialect> possible = Dialect.withAll(keys);
        if (possible.size() == 1) {
            return possible.get(0);
        }
        if (possible.isEmpty()) {
            Dialect most = Dialect.withMost(keys);
            return most.count(keys) > ours ? most : null;
        }
        problems.add(
                new IllegalArgumentException(
                        "the options could be those of "
                                + OtherPools.and(possible.stream().map(Dialect::title).toList())
                                + "; if they are, add "
                                + Dialect.KEY
                                + "="
                                + String.join(
                                        " or " + Dialect.KEY + "=",
                                        possible.stream().map(Dialect::key).toList())
                                + ", else use the names of Sluice"));
        return null;
    }

    /** Reads an option of Sluice. */
    void read(String key, String fullKey) {
        JdbcOption option = ourOption(key);
        if (option == null) {
            throw noOption(key, fullKey);
        }
        unknown.add(option); // until it is read
        Placeholders.Filled filled = fill(fullKey);
        set(option, key, fullKey, filled, filled.text(), "");
        unknown.remove(option);
    }

    /** Sets an option, or one of the vendor's, to a text that may have been translated. */
    void set(
            JdbcOption option,
            String key,
            String fullKey,
            Placeholders.Filled filled,
            String text,
            String of) {
        String raw = properties.getProperty(fullKey, "");
        if (!raw.equals(filled.text())) {
            boolean isSame = text.trim().equals(filled.text().trim());
            references.put(key, new PropertiesReader.Reference(raw, isSame));
        }
        if (option == JdbcOption.DATA_SOURCE_PROPERTIES) {
            String setting = key.substring(VENDOR_PREFIX.length());
            if (beside != null && vendorOfOwn.contains(setting)) {
                throw setTwice(beside, fullKey, key);
            }
            vendor.put(setting, text);
            vendorKeys.add(Secrets.mask(fullKey));
            vendorVariables.addAll(filled.variables());
            return;
        }
        OptionType type = OptionTypes.of(option.key());
        Object value = type.read(fullKey, text, filled.shown());
        String shown = filled.isSecret() ? type.showText(filled.shown()) : null;
        String where = "key " + fullKey + origin + of;
        boolean isBare = value instanceof Duration && Durations.isBare(text);
        values.put(option, setting(value, where, filled.variables(), shown, isBare));
    }

    private IllegalArgumentException noOption(String key, String fullKey) {
        String prefix = fullKey.substring(0, fullKey.length() - key.length());
        // In a key such as spring.datasource.url the last part may be the option that is meant.
        String last = key.substring(key.lastIndexOf('.') + 1);
        OtherPools.Hint other = OtherPools.hint(last);
        JdbcOption nearest =
                other == null ? OptionValues.withKey(NearestName.nearest(last, KEYS)) : null;
        JdbcOption meant = other != null ? other.here() : nearest;
        if (meant != null) {
            unknown.add(meant);
        }
        // Without the value, which is a secret if the key is a misspelt password.
        return new IllegalArgumentException(
                "unknown option \""
                        + fullKey
                        + "\"; "
                        + (other != null
                                ? other.expected(prefix)
                                : nearest != null
                                        ? "did you mean " + prefix + nearest.key()
                                        : "docs/configuration.md lists all options"));
    }

    private static IllegalArgumentException noDialect(String key, String value) {
        return new IllegalArgumentException(
                key
                        + " is \""
                        + Secrets.mask(value)
                        + "\"; expected the pool whose options the file has: "
                        + Dialect.keys());
    }

    /**
     * Checks the values, which are unusable if there are problems.
     *
     * @param where the prefix of each message
     */
    PoolReader check(String where) {
        Problems ofThis = new Problems();
        Combinations.check(values, unknown, ofThis);
        ofThis.moveTo(problems, where);
        return this;
    }

    PropertiesReader.Examined examined() {
        return new PropertiesReader.Examined(values, own, references);
    }

    // What a translator needs

    OptionValues values() {
        return values;
    }

    Problems problems() {
        return problems;
    }

    Set<JdbcOption> unknown() {
        return unknown;
    }

    /** Returns whether the keys give the pool its name. */
    boolean isNamed() {
        return name != null;
    }

    /** Returns the value of a key, with references to the environment replaced. */
    Placeholders.Filled fill(String fullKey) {
        return placeholders.fill(fullKey, properties.getProperty(fullKey, ""));
    }

    private static boolean isOurs(String key) {
        return ourOption(key) != null;
    }

    /** Returns the option that a key sets, or null if Sluice has none. */
    static @Nullable JdbcOption ourOption(String key) {
        return key.startsWith(VENDOR_PREFIX) && key.length() > VENDOR_PREFIX.length()
                ? JdbcOption.DATA_SOURCE_PROPERTIES
                : OptionValues.withKey(key);
    }

    private static Setting setting(
            Object value,
            String where,
            List<String> variables,
            @Nullable String shown,
            boolean isBare) {
        return variables.isEmpty()
                ? new Setting(value, OptionSource.PROPERTIES, where, shown, isBare)
                : new Setting(
                        value,
                        OptionSource.ENVIRONMENT,
                        where + ", with ${" + String.join("}, ${", variables) + "}",
                        shown,
                        isBare);
    }
}
