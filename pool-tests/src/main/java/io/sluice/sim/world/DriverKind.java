package io.sluice.sim.world;

import java.util.function.Predicate;

/**
 * What a driver cannot do, and what it does beside JDBC. None of it is a fault: a pool has to live
 * with it.
 *
 * @param lacksNetworkTimeout it has no network time-out
 * @param lacksIsValid it cannot validate
 * @param lacksClearWarnings it cannot clear warnings
 * @param lacksMethods what it lacks are methods, so that a call of them is an error
 * @param isPostgres it says that it is the one of PostgreSQL, whose schema is a search path
 * @param hasOtherSchema its sessions begin in another schema than the configured one
 * @param endResets a session is as at its beginning after each request
 * @param endCloses the end of a request closes its statements
 * @param changesHalfway a setter that is refused may have changed its value
 * @param failsUnchecked a connect may fail with an unchecked exception
 * @param beginFails how often, on a bad day, a connection fails when a lease begins
 */
public record DriverKind(
        boolean lacksNetworkTimeout,
        boolean lacksIsValid,
        boolean lacksClearWarnings,
        boolean lacksMethods,
        boolean isPostgres,
        boolean hasOtherSchema,
        boolean endResets,
        boolean endCloses,
        boolean changesHalfway,
        boolean failsUnchecked,
        int beginFails) {

    /** It can do everything, and says that it is the one of PostgreSQL. */
    public static final DriverKind PLAIN =
            new DriverKind(false, false, false, false, true, false, false, false, false, false, 0);

    /** It can do everything, and is of no known vendor. */
    public static final DriverKind OTHER =
            new DriverKind(false, false, false, false, false, false, false, false, false, false, 0);

    /** It cannot bound how long a statement takes. */
    public static final DriverKind WITHOUT_LIMITS =
            new DriverKind(true, false, false, false, true, false, false, false, false, false, 0);

    /** It cannot clear warnings, so that nothing is asked as a lease begins. */
    public static final DriverKind WITHOUT_WARNINGS =
            new DriverKind(false, false, true, false, true, false, false, false, false, false, 0);

    /**
     * Returns a driver of a simulation.
     *
     * @param has whether a part takes place
     */
    public static DriverKind of(Dice dice, Predicate<String> has) {
        if (dice.oneIn(3) || !has.test("driver")) {
            return PLAIN;
        }
        boolean endResets = dice.oneIn(2);
        return new DriverKind(
                dice.oneIn(3),
                dice.oneIn(4),
                dice.oneIn(4),
                dice.oneIn(2),
                dice.oneIn(3),
                dice.oneIn(2),
                endResets,
                !endResets && dice.oneIn(2),
                dice.oneIn(2),
                dice.oneIn(2),
                dice.oneOf(0, 3, 20));
    }

    /** Returns this with a session that is reset, or loses its statements, after each request. */
    public DriverKind withEnds(boolean resets) {
        return new DriverKind(
                lacksNetworkTimeout,
                lacksIsValid,
                lacksClearWarnings,
                lacksMethods,
                isPostgres,
                hasOtherSchema,
                resets && !hasOtherSchema, // what is prepared anew may fail, and is not repeated
                // then
                !resets,
                changesHalfway,
                failsUnchecked,
                beginFails);
    }

    /** Returns the schema in which sessions begin. */
    String firstSchema() {
        return hasOtherSchema ? "first" : "main";
    }
}
