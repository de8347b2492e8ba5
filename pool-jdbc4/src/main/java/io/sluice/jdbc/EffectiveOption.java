package io.sluice.jdbc;

/**
 * The value of one option as a pool uses it, and where it came from. Holds no secrets: neither
 * passwords nor values of environment variables whose names suggest a secret are shown, and of
 * {@code dataSource.*} only the names. Immutable; nothing in it is null.
 *
 * @param option the option
 * @param value the value as a properties file would have it; empty when unset
 * @param source where the value came from
 * @param where the source in words, such as "key maxSize of orders.properties"
 */
public record EffectiveOption(JdbcOption option, String value, OptionSource source, String where) {

    /** Returns one line, such as {@code maxSize = 20 (key maxSize of orders.properties)}. */
    @Override
    public String toString() {
        return option + " = " + (value.isEmpty() ? "unset" : value) + " (" + where + ")";
    }
}
