package io.sluice.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * The value that an option was set to, and where it came from.
 *
 * @param shown what to show in place of the value, or null when the value itself may be shown
 */
record Setting(Object value, OptionSource source, String where, @Nullable String shown) {

    static Setting byJava(Object value) {
        return new Setting(value, OptionSource.JAVA, "Java code", null);
    }

    static Setting madeUp(Object value) {
        return new Setting(value, OptionSource.DEFAULT, "made up", null);
    }

    String show(JdbcOption option) {
        return shown != null ? shown : option.type().show(value);
    }
}
