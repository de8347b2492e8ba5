package io.sluice.perf.fork;

import io.sluice.perf.peer.Peer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * One virtual machine to run.
 *
 * @param row the situation
 * @param peer the contestant
 * @param round which round it belongs to, from 1
 * @param <R> the kind of situations
 */
public record Step<R>(R row, Peer peer, int round) {

    /**
     * Returns the steps in the order to run them: contestants take turns within a row, every round
     * starts with another one, and no contestant is measured twice before all have been measured
     * once. So whatever slows the machine down for a while slows all of them.
     *
     * @param rounds how often each contestant is measured in each row
     * @param rows the situations
     * @param peers the contestants
     * @param admits whether a contestant has a meaning in a row
     */
    public static <R> List<Step<R>> interleaved(
            int rounds, List<R> rows, List<Peer> peers, BiPredicate<R, Peer> admits) {
        List<Step<R>> steps = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            for (R row : rows) {
                List<Peer> turn = new ArrayList<>(peers);
                turn.removeIf(peer -> !admits.test(row, peer));
                Collections.rotate(turn, 1 - round);
                for (Peer peer : turn) {
                    steps.add(new Step<>(row, peer, round));
                }
            }
        }
        return steps;
    }
}
