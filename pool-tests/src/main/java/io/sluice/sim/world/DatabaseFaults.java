package io.sluice.sim.world;

import java.util.function.Predicate;

/**
 * How often things go wrong with a database: once in so many times; never if that is 0.
 *
 * @param connectFails a connect is refused
 * @param connectHangs a connect takes as long as several time limits
 * @param killed the server ends a session before it does what it was told
 * @param hangs a statement hangs for seconds, or until its connection is aborted
 * @param resetFails an attribute cannot be set, or nothing can be rolled back
 * @param invalid a connection is found not valid
 * @param closeFails a connection does not close
 * @param closeHangs the close of a connection hangs until it is aborted
 * @param wrongCredentials a connect is refused for its password
 * @param halfClosed nothing comes back from a session any more, and nothing says so
 * @param losesInterrupts the driver swallows an interrupt
 */
public record DatabaseFaults(
        int connectFails,
        int connectHangs,
        int killed,
        int hangs,
        int resetFails,
        int invalid,
        int closeFails,
        int closeHangs,
        int wrongCredentials,
        int halfClosed,
        int losesInterrupts) {

    /** Nothing goes wrong. */
    public static final DatabaseFaults NONE = new DatabaseFaults(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /**
     * Returns which things go wrong in a simulation, each often, seldom, or never.
     *
     * @param has whether a fault, by its name here, takes place
     */
    public static DatabaseFaults of(Dice dice, Predicate<String> has) {
        return new DatabaseFaults(
                Faults.rate(dice, has, "connectFails"),
                Faults.rate(dice, has, "connectHangs"),
                Faults.rate(dice, has, "killed"),
                Faults.rate(dice, has, "hangs"),
                Faults.rate(dice, has, "resetFails"),
                Faults.rate(dice, has, "invalid"),
                Faults.rate(dice, has, "closeFails"),
                Faults.rate(dice, has, "closeHangs"),
                Faults.rate(dice, has, "wrongCredentials"),
                Faults.rate(dice, has, "halfClosed"),
                Faults.rate(dice, has, "losesInterrupts"));
    }
}
