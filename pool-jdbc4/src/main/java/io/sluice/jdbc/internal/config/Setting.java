package io.sluice.jdbc.internal.config;

import io.sluice.jdbc.OptionSource;
import org.jspecify.annotations.Nullable;

/**
 * The value that an option was set to, and where it came from.
 *
 * @param shown what to show in place of the value, or null when the value itself may be shown
 * @param isBare whether it is a duration given as a number without a unit
 */
record Setting(
        Object value, OptionSource source, String where, @Nullable String shown, boolean isBare) {

    static Setting byJava(Object value) {
        return new Setting(value, OptionSource.JAVA, "Java code", null, false);
    }

    static Setting madeUp(Object value) {
        return new Setting(value, OptionSource.DEFAULT, "made up", null, false);
    }

    String show(OptionType type) {
        return shown != null ? shown : type.show(value);
    }
}
