package io.sluice.jdbc;

import java.time.Duration;

/**
 * Which lengths of time an option takes.
 *
 * @param zero what zero means, or that it is refused
 * @param longest the longest length of time
 */
record DurationRange(Zero zero, Duration longest) {

    /** What zero means. */
    enum Zero {
        /** Switches off what the option is about. */
        OFF,
        /** Is a length of time like any other. */
        ALLOWED,
        /** Is refused. */
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

    /** What a driver takes as an int of milliseconds. */
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
