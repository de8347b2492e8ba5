package io.sluice.perf.fork;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * The turn of one contestant in one situation.
 *
 * @param row the situation
 * @param contestant the contestant
 * @param round which round it belongs to, from 1
 * @param <R> the kind of situations
 * @param <C> the kind of contestants
 */
public record Turn<R, C>(R row, C contestant, int round) {

    /**
     * Returns the turns in the order to take them. Contestants take turns within a row, every round
     * starts with another one, and no contestant is measured twice before all have been measured
     * once. So a slow phase of the machine affects all of them.
     *
     * @param rounds how often each contestant is measured in each row
     * @param rows the situations
     * @param contestants the contestants
     * @param admits whether a contestant makes sense in a row
     */
    public static <R, C> List<Turn<R, C>> interleaved(
            int rounds, List<R> rows, List<C> contestants, BiPredicate<R, C> admits) {
        List<Turn<R, C>> turns = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            for (R row : rows) {
                List<C> order = new ArrayList<>(contestants);
                order.removeIf(contestant -> !admits.test(row, contestant));
                Collections.rotate(order, 1 - round);
                for (C contestant : order) {
                    turns.add(new Turn<>(row, contestant, round));
                }
            }
        }
        return turns;
    }

    /** The same for contestants that make sense in every row. */
    public static <R, C> List<Turn<R, C>> interleaved(
            int rounds, List<R> rows, List<C> contestants) {
        return interleaved(rounds, rows, contestants, (row, contestant) -> true);
    }
}
