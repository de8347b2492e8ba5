package io.sluice.perf.report;

import java.util.List;
import java.util.function.DoubleFunction;

/**
 * A chart of one line for each contestant over time, with marks for the times when something was
 * done to them.
 *
 * @param title what the lines show
 * @param lines in the order of the legend
 * @param marks the times to mark
 * @param format how to write a value
 */
public record LineChart(
        String title, List<Line> lines, List<Mark> marks, DoubleFunction<String> format)
        implements Chart {

    /**
     * One contestant.
     *
     * @param label its name
     * @param points by time
     */
    public record Line(String label, List<Point> points) {}

    /**
     * A value at a time.
     *
     * @param seconds the time, not negative
     * @param value the value, not negative
     */
    public record Point(double seconds, double value) {}

    /**
     * A span of time in which something was done to the contestants.
     *
     * @param label what
     * @param from its begin in seconds
     * @param to its end; the begin for a moment
     */
    public record Mark(String label, double from, double to) {}
}
