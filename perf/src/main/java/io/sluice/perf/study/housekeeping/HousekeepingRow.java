package io.sluice.perf.study.housekeeping;

import io.sluice.perf.command.NameConverter;
import java.util.List;

/** A situation to measure in. */
enum HousekeepingRow {
    IDLE_1("idle-1", Kind.IDLE, 1),
    IDLE_100("idle-100", Kind.IDLE, 100),
    HELD("held", Kind.HELD, 1),
    WAKE_8("wake-8", Kind.WAKE, 8),
    WAKE_16("wake-16", Kind.WAKE, 16);

    /** What is measured. */
    enum Kind {
        /** What idle pools do. */
        IDLE,
        /** What a pool keeps for its idle connections. */
        HELD,
        /** What it costs to wake a thread. */
        WAKE
    }

    private final String label;
    private final Kind kind;
    private final int count;

    HousekeepingRow(String label, Kind kind, int count) {
        this.label = label;
        this.kind = kind;
        this.count = count;
    }

    /** Returns how many pools there are, or how many clients that have a thread woken. */
    int count() {
        return count;
    }

    /** Returns what is measured. */
    Kind kind() {
        return kind;
    }

    /** Returns the row in words. */
    String title() {
        return switch (this) {
            case IDLE_1 -> "1 idle pool";
            case IDLE_100 -> "100 idle pools";
            case HELD -> "What a pool keeps for an idle connection";
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
