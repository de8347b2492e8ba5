package io.sluice.sim.world;

import java.util.function.Predicate;

/**
 * How often things go wrong with branches: once in so many times; never if that is 0.
 *
 * @param startFails a start is refused
 * @param endFails an end is refused, or rolls back
 * @param prepareFails a prepare is refused, or rolls back
 * @param commitFails a commit is refused, or rolls back
 * @param rollbackFails a rollback or a forget is refused
 * @param heuristic the server decides a prepared branch itself
 * @param answerLost the session is lost after a call was done, before its answer
 * @param killed the session is lost before a call is done
 * @param hangs a call hangs for seconds, or until its connection is aborted
 * @param surprises a driver throws an error without a code, or none of its kind
 * @param scanFails the branches cannot be listed
 */
public record XaFaults(
        int startFails,
        int endFails,
        int prepareFails,
        int commitFails,
        int rollbackFails,
        int heuristic,
        int answerLost,
        int killed,
        int hangs,
        int surprises,
        int scanFails) {

    /** Nothing goes wrong. */
    public static final XaFaults NONE = new XaFaults(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /**
     * Returns which things go wrong in a simulation, each often, seldom, or never.
     *
     * @param has whether a fault, by its name here, takes place
     */
    public static XaFaults of(Dice dice, Predicate<String> has) {
        return new XaFaults(
                Faults.rate(dice, has, "startFails"),
                Faults.rate(dice, has, "endFails"),
                Faults.rate(dice, has, "prepareFails"),
                Faults.rate(dice, has, "commitFails"),
                Faults.rate(dice, has, "rollbackFails"),
                Faults.rate(dice, has, "heuristic"),
                Faults.rate(dice, has, "answerLost"),
                Faults.rate(dice, has, "xaKilled"),
                Faults.rate(dice, has, "xaHangs"),
                Faults.rate(dice, has, "surprises"),
                Faults.rate(dice, has, "scanFails"));
    }
}
