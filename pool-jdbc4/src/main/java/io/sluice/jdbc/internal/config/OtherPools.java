package io.sluice.jdbc.internal.config;

import io.sluice.jdbc.JdbcOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What to say of names that are options of other pools. */
final class OtherPools {

    /** The counterpart of options that hold settings of the driver. */
    static final String VENDOR = "dataSource.*";

    /**
     * What to say of a name that is an option of other pools.
     *
     * @param pools the pools that have it with this counterpart
     * @param option the option of the first of them
     */
    record Hint(List<String> pools, OtherOption option) {

        /** Returns the option to set, or null if it is none of the pool's own. */
        @Nullable JdbcOption here() {
            return OptionValues.withKey(option.here());
        }

        /** Describes what is expected instead, behind the prefix of a pool's keys, if any. */
        String expected(String prefix) {
            String theirs = option.name() + " of " + and(pools);
            return switch (option.kind()) {
                case TRANSLATED ->
                        option.here().equals(VENDOR)
                                ? theirs
                                        + " is "
                                        + prefix
                                        + "dataSource.NAME here, one line for each property"
                                : theirs + " is " + prefix + option.here() + " here";
                case BUILT_IN ->
                        theirs
                                + " has no counterpart, since "
                                + option.advice()
                                + "; remove the line";
                case LOST, REFUSED -> theirs + " has no counterpart; " + option.advice();
            };
        }
    }

    private static final Map<String, Hint> HINTS = hints();

    private OtherPools() {}

    /** If pools use one name for different things, the hint is about the first pool. */
    private static Map<String, Hint> hints() {
        Map<String, Hint> hints = new LinkedHashMap<>();
        for (Dialect dialect : Dialect.values()) {
            for (OtherOption option : dialect.options()) {
                if (option.isFamily() || OptionValues.withKey(option.name()) != null) {
                    continue;
                }
                Hint hint =
                        hints.computeIfAbsent(
                                bare(option.name()), name -> new Hint(new ArrayList<>(), option));
                if (hint.option().means(option)) {
                    hint.pools().add(dialect.title());
                }
            }
        }
        return hints;
    }

    /** Joins names with commas, and the last with an "and". */
    static String and(List<String> names) {
        int last = names.size() - 1;
        return last < 1
                ? String.join("", names)
                : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }

    /** Returns the hint for a key, ignoring case and hyphens, or null. */
    static @Nullable Hint hint(String key) {
        return HINTS.get(bare(key));
    }

    private static String bare(String key) {
        return Letters.lower(key.replaceAll("[-_]", ""));
    }
}
