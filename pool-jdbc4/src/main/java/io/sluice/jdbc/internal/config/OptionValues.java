package io.sluice.jdbc.internal.config;

import io.sluice.jdbc.EffectiveOption;
import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.OptionSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The values of the options of one pool, and where each came from. An option that is not set has
 * its default. Not thread-safe.
 */
public final class OptionValues {

    /** Shared: atomic adds. Partner: none (no name twice). */
    private static final AtomicInteger MADE_UP_NAMES = new AtomicInteger();

    private final EnumMap<JdbcOption, Setting> settings;

    /** What to tell of options of another pool that were translated, as one sentence each. */
    private final List<String> warnings;

    /** What was left out of options of another pool since Sluice does it anyway. */
    private final List<String> notes;

    /** Creates values of which none is set. */
    public OptionValues() {
        settings = new EnumMap<>(JdbcOption.class);
        warnings = new ArrayList<>();
        notes = new ArrayList<>();
    }

    private OptionValues(OptionValues other) {
        settings = new EnumMap<>(other.settings);
        warnings = new ArrayList<>(other.warnings);
        notes = new ArrayList<>(other.notes);
    }

    /** Returns a copy; later changes of one do not affect the other. */
    public OptionValues copy() {
        return new OptionValues(this);
    }

    // Setting

    /**
     * Sets a value that Java code gives; null unsets the option.
     *
     * @throws IllegalArgumentException if the value is out of range
     */
    public void set(JdbcOption option, @Nullable Object value) {
        if (value == null) {
            settings.remove(option);
        } else {
            type(option).check(option.key(), value);
            settings.put(option, Setting.byJava(value));
        }
    }

    /** Sets a value that was checked before. */
    void put(JdbcOption option, Setting setting) {
        settings.put(option, setting);
    }

    /** Adds a sentence about an option of another pool that has no effect here. */
    void warn(String sentence) {
        warnings.add(sentence);
    }

    /** Returns what to tell of options of another pool. */
    List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** Adds a sentence about an option of another pool that is not needed here. */
    void note(String sentence) {
        notes.add(sentence);
    }

    /** Returns which options of another pool are not needed here, as one sentence each. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /** Returns the source of an option in words, or null if it is not set. */
    @Nullable String where(JdbcOption option) {
        Setting setting = settings.get(option);
        return setting == null ? null : setting.where();
    }

    /**
     * Returns the name of the pool. If none is set, makes one up that no other pool of this process
     * has, and keeps it.
     */
    public String ensureName() {
        return (String)
                settings.computeIfAbsent(
                                JdbcOption.NAME,
                                name -> Setting.madeUp("sluice-" + MADE_UP_NAMES.incrementAndGet()))
                        .value();
    }

    // Reading

    /** Returns the value of an option; null if it is unset and has no default. */
    public @Nullable Object get(JdbcOption option) {
        Setting setting = settings.get(option);
        if (setting != null) {
            return setting.value();
        }
        String text = option.defaultText();
        return text.isEmpty() ? null : type(option).read(option.key(), text, text);
    }

    /** Returns the value of an option of that type, or null. */
    public <T> @Nullable T get(JdbcOption option, Class<T> type) {
        return type.cast(get(option));
    }

    /** Returns the value of an option of that type, which has a default. */
    public <T> T require(JdbcOption option, Class<T> type) {
        return Objects.requireNonNull(get(option, type));
    }

    /** Returns the value of an option that is a text, or null. */
    public @Nullable String text(JdbcOption option) {
        return get(option, String.class);
    }

    /** Returns the value of an option that is a number and has a default. */
    public int number(JdbcOption option) {
        return require(option, Integer.class);
    }

    /** Returns the value of an option that is a duration and has a default. */
    public Duration time(JdbcOption option) {
        return require(option, Duration.class);
    }

    /** Returns the value of an option that is true or false and has a default. */
    public boolean flag(JdbcOption option) {
        return require(option, Boolean.class);
    }

    /** Returns {@link JdbcOption#DATA_SOURCE_PROPERTIES}, without their prefix. */
    @SuppressWarnings("unchecked") // what sets it has this type
    public Map<String, String> dataSourceProperties() {
        Object value = get(JdbcOption.DATA_SOURCE_PROPERTIES);
        return value == null ? Map.of() : (Map<String, String>) value;
    }

    /** Returns whether the option was set, or its value made up. */
    boolean isSet(JdbcOption option) {
        return settings.containsKey(option);
    }

    /** Returns whether the option has a value, be it the default. */
    boolean has(JdbcOption option) {
        return get(option) != null;
    }

    /** Returns whether an option is a duration given as a number without a unit. */
    boolean isBare(JdbcOption option) {
        Setting setting = settings.get(option);
        return setting != null && setting.isBare();
    }

    /** Returns whether the name was set, and not made up. */
    boolean isNamed() {
        Setting setting = settings.get(JdbcOption.NAME);
        return setting != null && setting.source() != OptionSource.DEFAULT;
    }

    /** Returns the value and the source of each option, without secrets. */
    public List<EffectiveOption> effective() {
        List<EffectiveOption> all = new ArrayList<>();
        for (JdbcOption option : JdbcOption.values()) {
            Setting setting = settings.get(option);
            all.add(
                    setting == null
                            ? new EffectiveOption(
                                    option, option.defaultText(), OptionSource.DEFAULT, "default")
                            : new EffectiveOption(
                                    option,
                                    setting.show(type(option)),
                                    setting.source(),
                                    setting.where()));
        }
        return List.copyOf(all);
    }

    /** Returns the option with that key, or null if there is none. */
    static @Nullable JdbcOption withKey(@Nullable String key) {
        for (JdbcOption option : JdbcOption.values()) {
            if (option.key().equals(key)) {
                return option;
            }
        }
        return null;
    }

    private static OptionType type(JdbcOption option) {
        return OptionTypes.of(option.key());
    }

    /** Returns what is set, without secrets. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "[", "]");
        settings.forEach((option, setting) -> text.add(option + "=" + setting.show(type(option))));
        return text.toString();
    }
}
