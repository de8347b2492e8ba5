package io.sluice.perf.soak;

import java.util.List;

/**
 * What became of one round on one database.
 *
 * @param number from 1
 * @param database its name
 * @param faults what went wrong, in the order in which it began
 * @param seconds since the start of the run, at the end of the round
 * @param outageMillis from the begin of the first fault to the end of the last
 * @param recoverMillis from there until every thread was served; -1 if one was not
 * @param leases connections that were handed out so far
 * @param failures calls that failed so far
 * @param resources what the process held at rest
 */
record SoakRound(
        int number,
        String database,
        List<SoakFault> faults,
        double seconds,
        double outageMillis,
        double recoverMillis,
        long leases,
        long failures,
        Resources resources) {}
