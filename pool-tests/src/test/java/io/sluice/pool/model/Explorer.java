package io.sluice.pool.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Visits every state that a model can reach, breadth first, and stops at the first bad one.
 *
 * <p>A state is bad if the model finds fault with it, or if it is stuck: not over, and no thread
 * has a step to make that is sure to come. Since the search is breadth first, the trace is one of
 * the shortest.
 */
final class Explorer<S> {

    private final Model<S> model;
    private final int limit;

    private final List<S> states = new ArrayList<>();
    private int[] cameFrom = new int[1 << 16];
    private int[] table = new int[1 << 17]; // of indices into states, plus one

    private Explorer(Model<S> model, int limit) {
        this.model = model;
        this.limit = limit;
    }

    /**
     * What a search found.
     *
     * @param states how many states it visited
     * @param fault what is wrong, or null if every state is good
     * @param trace the steps that lead there, one line each
     */
    record Result(int states, @Nullable String fault, List<String> trace) {

        boolean isGood() {
            return fault == null;
        }

        @Override
        public String toString() {
            return isGood()
                    ? "no fault in " + states + " states"
                    : fault + ", after\n  " + String.join("\n  ", trace);
        }
    }

    /**
     * Visits all states.
     *
     * @param limit more states than this are an error: the search would not be complete
     */
    static <S> Result explore(Model<S> model, int limit) {
        return new Explorer<>(model, limit).run();
    }

    private Result run() {
        add(model.representative(model.initial()), -1);
        for (int current = 0; current < states.size(); current++) {
            S state = states.get(current);
            String fault = model.fault(state);
            boolean canGoOn = false;
            for (Model.Move<S> move : model.moves(state)) {
                canGoOn |= move.sure();
                add(model.representative(move.next()), current);
            }
            if (fault == null && !canGoOn && !model.isOver(state)) {
                fault = "stuck: " + state;
            }
            if (fault != null) {
                return new Result(states.size(), fault, traceTo(current));
            }
        }
        return new Result(states.size(), null, List.of());
    }

    private void add(S state, int parent) {
        int place = place(state);
        if (table[place] != 0) {
            return;
        }
        int index = states.size();
        if (index == limit) {
            throw new IllegalStateException(
                    "more than " + limit + " states; make the model smaller");
        }
        states.add(state);
        if (index == cameFrom.length) {
            cameFrom = Arrays.copyOf(cameFrom, index * 2);
        }
        cameFrom[index] = parent;
        table[place] = index + 1;
        if (states.size() * 2 > table.length) {
            grow();
        }
    }

    private int place(S state) {
        int mask = table.length - 1;
        int hash = state.hashCode() * 0x9e3779b9;
        for (int place = (hash ^ hash >>> 15) & mask; ; place = place + 1 & mask) {
            int entry = table[place];
            if (entry == 0 || states.get(entry - 1).equals(state)) {
                return place;
            }
        }
    }

    private void grow() {
        table = new int[table.length * 2];
        for (int i = 0; i < states.size(); i++) {
            table[place(states.get(i))] = i + 1;
        }
    }

    /** Repeats the way from the start, with the names that the threads had there. */
    private List<String> traceTo(int end) {
        List<S> way = new ArrayList<>();
        for (int i = end; i >= 0; i = cameFrom[i]) {
            way.add(states.get(i));
        }
        Collections.reverse(way);
        List<String> trace = new ArrayList<>();
        S state = model.initial();
        for (S goal : way.subList(1, way.size())) {
            for (Model.Move<S> move : model.moves(state)) {
                if (model.representative(move.next()).equals(goal)) {
                    trace.add(move.text());
                    state = move.next();
                    break;
                }
            }
        }
        trace.add("= " + state);
        return trace;
    }
}
