package io.sluice.perf.housekeeping;

import io.sluice.perf.command.NameConverter;
import java.util.List;

/** A situation to measure in. */
enum HousekeepingRow {
    IDLE_1("idle-1", 1),
    IDLE_100("idle-100", 100),
    WAKE_8("wake-8", 8),
    WAKE_16("wake-16", 16);

    private final String label;
    private final int count;

    HousekeepingRow(String label, int count) {
        this.label = label;
        this.count = count;
    }

    /** Returns how many pools are idle, or how many clients have somebody woken. */
    int count() {
        return count;
    }

    /** Returns whether idle pools are watched; else somebody is woken. */
    boolean idle() {
        return this == IDLE_1 || this == IDLE_100;
    }

    /** Returns the row in words. */
    String title() {
        return switch (this) {
            case IDLE_1 -> "1 idle pool";
            case IDLE_100 -> "100 idle pools";
            case WAKE_8, WAKE_16 -> count + " clients have a background thread woken";
        };
    }

    @Override
    public String toString() {
        return label;
    }

    /** Reads a row from the command line. */
    static final class Converter extends NameConverter<HousekeepingRow> {

        Converter() {
            super(List.of(values()));
        }
    }
}
