package io.sluice.sim.world;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Chances and choices of a simulation; the same seed gives the same. */
public final class Dice {

    private static final long[] MICROS = {0, 0, 10, 1_000, 10_000, 100_000, 1_000_000};

    private static final long[] UNITS = {1, 10_000, 1_000_000, 10_000_000, 1_000_000_000};

    private final Random random;
    private final long unit;

    public Dice(Random random) {
        this(random, UNITS[random.nextInt(UNITS.length)]);
    }

    private Dice(Random random, long unit) {
        this.random = random;
        this.unit = unit;
    }

    /** Returns other dice with the same unit of time. */
    public Dice with(Random others) {
        return new Dice(others, unit);
    }

    /** Whether something happens that happens once in so many times; never if that is 0. */
    public boolean oneIn(int many) {
        return many > 0 && random.nextInt(many) == 0;
    }

    /** Returns a number from {@code least} to {@code most}. */
    public int from(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    /** Returns one of these. */
    @SafeVarargs
    public final <T> T oneOf(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** Returns one of these. */
    public <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** Returns one of these durations. */
    public Duration oneOfMillis(long... millis) {
        return Duration.ofMillis(millis[random.nextInt(millis.length)]);
    }

    /**
     * Returns a time from none to a second, divided by this; short ones as often as long ones. It
     * is mostly a multiple of some unit, so that much happens at the same moment.
     */
    public long someNanos(int divisor) {
        long most = TimeUnit.MICROSECONDS.toNanos(MICROS[random.nextInt(MICROS.length)]);
        long nanos = (long) (random.nextDouble() * most) / divisor;
        return nanos - nanos % unit;
    }

    /** Returns a time up to this. */
    public long nanosUpTo(Duration most) {
        return (long) (random.nextDouble() * most.toNanos());
    }
}
