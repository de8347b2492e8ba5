package io.sluice.perf.report;

import java.util.List;
import java.util.function.DoubleFunction;

/**
 * A chart of horizontal bars, one per contestant: the bar is the median, with the figure at its
 * end, and the line across its end the range.
 *
 * @param title what the bars show
 * @param bars from top to bottom
 * @param format how to write a value
 */
public record BarChart(String title, List<Bar> bars, DoubleFunction<String> format)
        implements Chart {

    /** How a bar is coloured. */
    public enum Tone {
        /** The pool this project is about. */
        OURS,
        /** What it is compared with. */
        PEER,
        /** A bound: nothing that could be used as a pool. */
        BOUND
    }

    /**
     * One bar.
     *
     * @param label the contestant
     * @param value its figures, none of them negative
     * @param tone how to colour it
     */
    public record Bar(String label, Spread value, Tone tone) {

        /** Returns a bar of ours of a single value. */
        public static Bar ours(String label, double value) {
            return new Bar(label, Spread.of(List.of(value)), Tone.OURS);
        }
    }
}
