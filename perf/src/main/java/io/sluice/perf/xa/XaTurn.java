package io.sluice.perf.xa;

import java.util.Map;

/**
 * The results of one turn of one contestant.
 *
 * @param row the row
 * @param peer the contestant
 * @param round which round it belongs to, from 1
 * @param figures by name
 */
record XaTurn(XaRow row, XaPeer peer, int round, Map<String, Object> figures) {

    /** Returns a figure, which must be there. */
    double get(String name) {
        if (figures.get(name) instanceof Number number) {
            return number.doubleValue();
        }
        throw new IllegalStateException("the fork printed no " + name + ": " + figures);
    }
}
