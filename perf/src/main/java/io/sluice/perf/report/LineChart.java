package io.sluice.perf.report;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/**
 * A chart of one line for each contestant over time, with the times marked when something was done
 * to them.
 *
 * @param title what the lines show
 * @param lines in the order of the legend
 * @param marks the times to mark
 * @param format how to write a value
 */
public record LineChart(
        String title, List<Line> lines, List<Mark> marks, DoubleFunction<String> format)
        implements Chart {

    private static final int LEFT = 60;
    private static final int PLOT_WIDTH = 560;
    private static final int RIGHT = 20;
    private static final int LEGEND_TOP = 32;
    private static final int PLOT_HEIGHT = 180;
    private static final int BOTTOM = 24;
    private static final int LEGEND_STEP = 90;
    private static final int LEGEND_COLUMNS = 6;
    private static final int LEGEND_HEIGHT = 16;
    private static final int TICKS = 6;

    /** The style sheet knows so many lines. */
    private static final int STYLES = 9;

    /**
     * One contestant.
     *
     * @param label its name
     * @param points by time
     */
    public record Line(String label, List<Point> points) {

        /** Keeps an own copy of the points. */
        public Line {
            points = List.copyOf(points);
        }
    }

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

    /** Keeps own copies of the lists. */
    public LineChart {
        lines = List.copyOf(lines);
        marks = List.copyOf(marks);
    }

    @Override
    public String toSvg() {
        Svg svg = new Svg(title, LEFT + PLOT_WIDTH + RIGHT, top() + PLOT_HEIGHT + BOTTOM);
        double longest = largest(true);
        double highest = largest(false);
        marks.forEach(mark -> append(svg, mark, longest));
        appendGrid(svg, longest, highest);
        for (int i = 0; i < lines.size(); i++) {
            append(svg, i, longest, highest);
        }
        return svg.end();
    }

    /** Returns where the plot begins, below as many rows of the legend as it takes. */
    private int top() {
        int rows = Math.max(1, (lines.size() + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS);
        return LEGEND_TOP + rows * LEGEND_HEIGHT;
    }

    private double largest(boolean time) {
        double largest =
                lines.stream()
                        .flatMap(line -> line.points().stream())
                        .mapToDouble(time ? Point::seconds : Point::value)
                        .max()
                        .orElse(0);
        return largest > 0 ? largest : 1;
    }

    private static double x(double seconds, double longest) {
        return LEFT + PLOT_WIDTH * Math.min(1, seconds / longest);
    }

    private double y(double value, double highest) {
        return top() + PLOT_HEIGHT * (1 - value / highest);
    }

    private void append(Svg svg, Mark mark, double longest) {
        double from = x(mark.from(), longest);
        svg.add(
                "<rect class=\"mark\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>",
                from, top(), Math.max(2, x(mark.to(), longest) - from), PLOT_HEIGHT);
        svg.text("tick", from + 4, top() + 12, mark.label());
    }

    private void appendGrid(Svg svg, double longest, double highest) {
        for (double value = 0; value <= highest; value += step(highest)) {
            double y = y(value, highest);
            svg.add("<path class=\"grid\" d=\"M%d %.1fh%d\"/>", LEFT, y, PLOT_WIDTH);
            svg.text("tick end", LEFT - 6, y + 4, format.apply(value));
        }
        for (double seconds = 0; seconds <= longest; seconds += step(longest)) {
            svg.text(
                    "tick middle",
                    x(seconds, longest),
                    top() + PLOT_HEIGHT + 16,
                    seconds == 0 ? "0" : Figures.micros(1e6 * seconds));
        }
    }

    /** Returns the distance of ticks: 1, 2 or 5 times a power of ten. */
    private static double step(double span) {
        double power = Math.pow(10, Math.floor(Math.log10(span / TICKS)));
        double least = span / TICKS / power;
        return power * (least <= 1 ? 1 : least <= 2 ? 2 : least <= 5 ? 5 : 10);
    }

    private void append(Svg svg, int index, double longest, double highest) {
        Line line = lines.get(index);
        String style = "line line" + Math.min(index, STYLES - 1);
        int legend = LEFT + index % LEGEND_COLUMNS * LEGEND_STEP;
        int row = LEGEND_TOP + index / LEGEND_COLUMNS * LEGEND_HEIGHT;
        svg.add("<path class=\"%s\" d=\"M%d %dh20\"/>", style, legend, row);
        svg.text("value", legend + 26, row + 4, line.label());
        if (line.points().isEmpty()) {
            return;
        }
        StringBuilder path = new StringBuilder();
        for (Point point : line.points()) {
            path.append(path.length() == 0 ? 'M' : 'L')
                    .append(
                            String.format(
                                    Locale.ROOT,
                                    "%.1f %.1f",
                                    x(point.seconds(), longest),
                                    y(point.value(), highest)));
        }
        svg.add("<path class=\"%s\" d=\"%s\"/>", style, path);
    }
}
