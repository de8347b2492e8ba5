package io.sluice.sim.world;

import java.util.function.Predicate;

/**
 * How often things go wrong: once in so many times; never if that is 0.
 *
 * @param createFails an attempt to create throws
 * @param createHangs an attempt to create takes as long as several time limits
 * @param joinFails a new resource does not join
 * @param validateFails a resource is found broken
 * @param validateHangs a validation hangs until it is aborted
 * @param destroyFails a destruction throws
 * @param destroyHangs a destruction hangs until it is aborted
 * @param listenerThrows the listener throws
 * @param noThread the system starts no thread
 */
public record Faults(
        int createFails,
        int createHangs,
        int joinFails,
        int validateFails,
        int validateHangs,
        int destroyFails,
        int destroyHangs,
        int listenerThrows,
        int noThread) {

    /** Nothing goes wrong. */
    public static final Faults NONE = new Faults(0, 0, 0, 0, 0, 0, 0, 0, 0);

    /**
     * Returns which things go wrong in a simulation, each often, seldom, or never.
     *
     * @param has whether a fault, by its name here, takes place
     */
    public static Faults of(Dice dice, Predicate<String> has) {
        return new Faults(
                rate(dice, has, "createFails"),
                rate(dice, has, "createHangs"),
                rate(dice, has, "joinFails"),
                rate(dice, has, "validateFails"),
                rate(dice, has, "validateHangs"),
                rate(dice, has, "destroyFails"),
                rate(dice, has, "destroyHangs"),
                rate(dice, has, "listenerThrows"),
                rate(dice, has, "noThread"));
    }

    static int rate(Dice dice, Predicate<String> has, String name) {
        int rate = dice.oneOf(0, 0, 0, 2, 5, 20);
        return rate > 0 && has.test(name) ? rate : 0;
    }
}
