package io.sluice.perf.cycle;

import io.sluice.perf.peer.Peer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What is to be measured, and how.
 *
 * @param rows the situations
 * @param peers the contestants
 * @param forks how many rounds
 * @param warmups iterations of a fork that do not count
 * @param iterations iterations that do
 * @param iterationTime how long each of them takes
 * @param allocation whether to measure what a cycle allocates
 * @param promoted whether the pools have moved to the old generation before
 * @param jvmFlags flags of the forks besides the usual
 */
record CyclePlan(
        List<CycleRow> rows,
        List<Peer> peers,
        int forks,
        int warmups,
        int iterations,
        Duration iterationTime,
        boolean allocation,
        boolean promoted,
        List<String> jvmFlags) {

    /**
     * One fork to run.
     *
     * @param row the situation
     * @param peer the contestant
     * @param round which round it belongs to, from 1
     */
    record Step(CycleRow row, Peer peer, int round) {}

    /**
     * Returns the forks in the order to run them: contestants take turns within a row, every round
     * starts with another one, and no contestant is measured twice before all have been measured
     * once. So whatever slows the machine down for a while slows all of them.
     */
    List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        for (int round = 1; round <= forks; round++) {
            for (CycleRow row : rows) {
                List<Peer> turn = new ArrayList<>(peers);
                turn.removeIf(peer -> !row.admits(peer));
                Collections.rotate(turn, 1 - round);
                for (Peer peer : turn) {
                    steps.add(new Step(row, peer, round));
                }
            }
        }
        return steps;
    }
}
