package io.sluice.jdbc;

/**
 * The value of one option as a pool uses it, and where it came from. Holds no secret: a password is
 * never shown, nor what came from an environment variable whose name speaks of one; of {@code
 * dataSource.*} only the names are.
 *
 * @param option the option
 * @param value the value as a properties file would have it; empty when unset
 * @param source where the value came from
 * @param where the same in words, such as "key maxSize of orders.properties"
 */
public record EffectiveOption(JdbcOption option, String value, OptionSource source, String where) {

    /** Returns one line, such as {@code maxSize = 20 (key maxSize of orders.properties)}. */
    @Override
    public String toString() {
        return option + " = " + (value.isEmpty() ? "unset" : value) + " (" + where + ")";
    }
}
