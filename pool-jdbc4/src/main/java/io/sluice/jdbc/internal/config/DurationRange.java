package io.sluice.jdbc.internal.config;

import java.time.Duration;

/**
 * The range of durations that an option takes.
 *
 * @param zero what zero means
 * @param longest the longest duration
 */
record DurationRange(Zero zero, Duration longest) {

    /** What zero means. */
    enum Zero {
        /** Turns the feature off. */
        OFF,
        /** An ordinary duration. */
        ALLOWED,
        /** Refused. */
        REFUSED
    }

    private static final Duration LONGEST = Duration.ofDays(36_500);
    private static final Duration LONGEST_OF_DRIVERS = Duration.ofMillis(Integer.MAX_VALUE);

    static DurationRange withOff() {
        return new DurationRange(Zero.OFF, LONGEST);
    }

    static DurationRange fromZero() {
        return new DurationRange(Zero.ALLOWED, LONGEST);
    }

    static DurationRange positive() {
        return new DurationRange(Zero.REFUSED, LONGEST);
    }

    /** Limits the range to what a driver takes as an int of milliseconds. */
    DurationRange asDriverMillis() {
        return new DurationRange(zero, LONGEST_OF_DRIVERS);
    }

    boolean zeroIsOff() {
        return zero == Zero.OFF;
    }

    boolean contains(Duration value) {
        return !value.isNegative()
                && value.compareTo(longest) <= 0
                && !(zero == Zero.REFUSED && value.isZero());
    }

    String words() {
        String upTo = "up to " + longest.toDays() + " days";
        return switch (zero) {
            case OFF -> "off or a time " + upTo;
            case ALLOWED -> "a time from 0 " + upTo;
            case REFUSED -> "a time above 0 " + upTo;
        };
    }
}
