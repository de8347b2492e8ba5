package io.sluice.perf.study.housekeeping;

import io.sluice.perf.fork.Printed;
import io.sluice.perf.peer.Peer;

/**
 * What the pools of one virtual machine kept for their idle connections.
 *
 * @param peer the contestant
 * @param round which round it belongs to, from 1
 * @param connectionBytes the size of a connection of the stub by itself
 * @param fewBytes what the pool of {@link HousekeepingPlan#FEW} held, its connections included
 * @param manyBytes what the pool of {@link HousekeepingPlan#MANY} held
 * @param fewThreads how many threads the former had
 * @param manyThreads how many the latter had
 */
record HeldTurn(
        Peer peer,
        int round,
        double connectionBytes,
        double fewBytes,
        double manyBytes,
        double fewThreads,
        double manyThreads) {

    private static final double MORE = HousekeepingPlan.MANY - HousekeepingPlan.FEW;

    /** Reads what a virtual machine has printed. */
    static HeldTurn of(Peer peer, int round, Printed printed) {
        return new HeldTurn(
                peer,
                round,
                printed.get("connectionBytes"),
                printed.get("fewBytes"),
                printed.get("manyBytes"),
                printed.get("fewThreads"),
                printed.get("manyThreads"));
    }

    /** Returns what the pool keeps for each connection, besides the connection. */
    double bytesPerConnection() {
        return (manyBytes - fewBytes) / MORE - connectionBytes;
    }

    /** Returns how many threads more it has for each connection more. */
    double threadsPerConnection() {
        return (manyThreads - fewThreads) / MORE;
    }
}
