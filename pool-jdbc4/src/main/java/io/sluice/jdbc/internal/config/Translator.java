package io.sluice.jdbc.internal.config;

import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.OptionSource;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/** Translates the options of another pool, by the table of names. Confined to one thread. */
final class Translator {

    private final PoolReader reader;
    private final Dialect dialect;
    private final NavigableMap<String, String> keys;

    /** Whether the file has a Bitronix resource with a plain driver, which Bitronix wraps as XA. */
    private final boolean lastResource;

    /**
     * Creates a translator.
     *
     * @param keys the full keys by option key
     */
    Translator(PoolReader reader, Dialect dialect, NavigableMap<String, String> keys) {
        this.reader = reader;
        this.dialect = dialect;
        this.keys = keys;
        String className = keys.get("className");
        lastResource =
                dialect == Dialect.BITRONIX
                        && className != null
                        && reader.fill(className).text().trim().endsWith("LrcXADataSource");
    }

    /** Translates all keys, and collects what cannot be translated. */
    void run() {
        if (!keys.isEmpty()) {
            translateKeys();
        }
        if (dialect.defaultMaxSize() > 0 && !reader.values().isSet(JdbcOption.MAX_SIZE)) {
            reader.values()
                    .put(
                            JdbcOption.MAX_SIZE,
                            new Setting(
                                    dialect.defaultMaxSize(),
                                    OptionSource.DEFAULT,
                                    "default of " + dialect.title(),
                                    null,
                                    false));
        }
    }

    private void translateKeys() {
        Map<String, Map<String, String>> byOption = new HashMap<>();
        Map<String, String> rest = new TreeMap<>();
        keys.forEach(
                (key, fullKey) -> {
                    OtherOption option = dialect.find(key);
                    if (option != null) {
                        byOption.computeIfAbsent(option.name(), name -> new TreeMap<>())
                                .put(key, fullKey);
                    } else if (dialect.isAddition(key)) {
                        reader.problems().collect(() -> reader.read(key, fullKey));
                    } else {
                        rest.put(key, fullKey);
                    }
                });
        for (OtherOption option : dialect.options()) {
            byOption.getOrDefault(option.name(), Map.of())
                    .forEach(
                            (key, fullKey) ->
                                    reader.problems()
                                            .collect(
                                                    () ->
                                                            translate(
                                                                    option,
                                                                    dialect.bare(key),
                                                                    fullKey)));
        }
        rest.forEach((key, fullKey) -> reader.problems().add(unknownKey(key, fullKey)));
        if (!rest.isEmpty()) {
            reader.unknown().addAll(EnumSet.allOf(JdbcOption.class));
        }
    }

    private void translate(OtherOption option, String name, String fullKey) {
        JdbcOption here = PoolReader.ourOption(option.here());
        if (here != null) {
            reader.unknown().add(here); // until it is read
        }
        Placeholders.Filled filled = reader.fill(fullKey);
        String text = filled.text().trim();
        switch (option.kind()) {
            case BUILT_IN ->
                    reader.values()
                            .note("%s is not needed: %s".formatted(fullKey, option.advice()));
            case LOST -> {
                if (!option.isHarmless(text)) {
                    reader.values()
                            .warn(
                                    "%s of %s has no counterpart; %s"
                                            .formatted(fullKey, option.pool(), option.advice()));
                }
            }
            case REFUSED -> {
                if (!option.isHarmless(text)) {
                    throw new IllegalArgumentException(
                            fullKey
                                    + " is \""
                                    + shown(name, filled)
                                    + "\" and has no counterpart; "
                                    + option.advice());
                }
            }
            case TRANSLATED -> translated(option, name, fullKey, filled);
        }
        if (here != null) {
            reader.unknown().remove(here);
        }
    }

    private void translated(
            OtherOption option, String name, String fullKey, Placeholders.Filled filled) {
        String text = filled.text();
        if (text.isBlank() && isUnsetBy(text, option.here())) {
            return;
        }
        boolean isSecret = Secrets.isSecret(name);
        Map<String, String> settings =
                option.isFamily()
                        ? Map.of(PoolReader.VENDOR_PREFIX + option.rest(name), text)
                        : option.conversion().apply(option.here(), isSecret ? text : text.trim());
        if (settings == null) {
            throw new IllegalArgumentException(
                    fullKey
                            + " is \""
                            + shown(name, filled)
                            + "\"; expected "
                            + option.conversion().expected()
                            + ", as "
                            + dialect.title()
                            + " has it");
        }
        settings.forEach((key, value) -> setOnce(target(key), fullKey, filled, value));
    }

    /** Other pools treat an empty value as not set. */
    private static boolean isUnsetBy(String text, String here) {
        OptionType type = OptionTypes.of(here);
        return type.javaType() == String.class && !type.accepts(text);
    }

    /** Returns Sluice's key for a key of the table. */
    private String target(String key) {
        if (lastResource) {
            return ofLastResource(key);
        }
        return isUrlOfDataSource(key) ? PoolReader.VENDOR_PREFIX + key : key;
    }

    /** Agroal sets its URL on the data source, if its provider is one. */
    private boolean isUrlOfDataSource(String key) {
        return dialect == Dialect.AGROAL
                && key.equals(JdbcOption.URL.key())
                && (reader.values().isSet(JdbcOption.DATA_SOURCE_CLASS_NAME)
                        || reader.values().isSet(JdbcOption.XA_DATA_SOURCE_CLASS_NAME));
    }

    private void setOnce(String key, String fullKey, Placeholders.Filled filled, String value) {
        JdbcOption option = Objects.requireNonNull(PoolReader.ourOption(key), key);
        if (option == JdbcOption.NAME && reader.isNamed()) {
            throw PoolKeys.named(fullKey);
        }
        if (option == JdbcOption.LAST_RESOURCE) {
            reader.set(option, key, fullKey, filled, "true", of());
            return;
        }
        boolean isVendors = option == JdbcOption.DATA_SOURCE_PROPERTIES;
        if (!isVendors && reader.values().isSet(option)) {
            reader.values()
                    .warn(
                            "%s has no effect: %s is already set by %s; remove one of them"
                                    .formatted(
                                            fullKey, option.key(), reader.values().where(option)));
            return;
        }
        reader.set(option, key, fullKey, filled, value, of());
    }

    private static String shown(String name, Placeholders.Filled filled) {
        return Secrets.isSecret(name) ? "(not shown)" : Secrets.mask(filled.shown());
    }

    private IllegalArgumentException unknownKey(String key, String fullKey) {
        String theirs = dialect.nameOf(key);
        if (theirs != null) {
            return new IllegalArgumentException(
                    fullKey
                            + " is Sluice's name, but this file has "
                            + dialect.title()
                            + "'s names; use "
                            + theirs
                            + ", or Sluice's names throughout");
        }
        String nearest =
                NearestName.nearest(
                        dialect.bare(key),
                        dialect.options().stream().map(OtherOption::name).toList());
        return new IllegalArgumentException(
                "unknown option \""
                        + fullKey
                        + "\" among those of "
                        + dialect.title()
                        + "; "
                        + (nearest == null
                                ? "docs/migrating.md lists its options"
                                : "did you mean " + nearest));
    }

    /** Describes where a value came from, behind its key and file. */
    private String of() {
        return " (" + dialect.title() + ")";
    }

    /**
     * Returns Sluice's key for an option of a wrapped driver, whose properties the pool has here.
     */
    private static String ofLastResource(String key) {
        return switch (key) {
            case "xaDataSourceClassName" -> "lastResource";
            case "dataSource.url" -> "url";
            case "dataSource.driverClassName" -> "driverClassName";
            case "dataSource.user" -> "username";
            case "dataSource.password" -> "password";
            default -> key;
        };
    }
}
