package io.sluice.sim;

import java.time.Duration;

/**
 * The seeds to run: one in so many, until there were enough or the time is over.
 *
 * @param first the first of them
 * @param step the difference of one from the next
 * @param many how many at most
 * @param most for how long at most
 */
public record Seeds(long first, long step, long many, Duration most) {

    private static final Duration UNLIMITED = Duration.ofDays(36_500);

    /** Returns so many seeds in a row. */
    public static Seeds of(long first, long many) {
        return new Seeds(first, 1, many, UNLIMITED);
    }

    /** Returns seeds in a row for so long. */
    public static Seeds during(long first, Duration time) {
        return new Seeds(first, 1, Long.MAX_VALUE, time);
    }

    /** Returns the share of one process of several, counted from 0. */
    Seeds share(int process, int processes) {
        long mine = many / processes + (process < many % processes ? 1 : 0);
        return new Seeds(first + process * step, step * processes, mine, most);
    }
}
