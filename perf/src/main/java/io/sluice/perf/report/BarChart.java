package io.sluice.perf.report;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/**
 * A chart of horizontal bars, one per contestant: the bar is the median, the line across its end
 * the range.
 *
 * @param title what the bars show
 * @param bars from top to bottom
 * @param format how to write a value
 */
public record BarChart(String title, List<Bar> bars, DoubleFunction<String> format)
        implements Chart {

    private static final int LEAST_LABEL_WIDTH = 90;
    private static final int LETTER_WIDTH = 7;
    private static final int PLOT_WIDTH = 430;
    private static final int VALUE_WIDTH = 110;
    private static final int ROW_HEIGHT = 26;
    private static final int BAR_HEIGHT = 16;
    private static final int TOP = 30;

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
    public record Bar(String label, Spread value, Tone tone) {}

    /** Keeps an own copy of the bars. */
    public BarChart {
        bars = List.copyOf(bars);
    }

    @Override
    public String toSvg() {
        double largest = bars.stream().mapToDouble(bar -> bar.value().max()).max().orElse(0);
        double scale = largest > 0 ? PLOT_WIDTH / largest : 0;
        int left = labelWidth();
        int width = left + PLOT_WIDTH + VALUE_WIDTH;
        int height = TOP + bars.size() * ROW_HEIGHT + 6;
        Svg svg = new Svg(title, width, height);
        for (int i = 0; i < bars.size(); i++) {
            appendBar(svg, bars.get(i), left, TOP + i * ROW_HEIGHT, scale);
        }
        return svg.end();
    }

    private int labelWidth() {
        int longest = bars.stream().mapToInt(bar -> bar.label().length()).max().orElse(0);
        return Math.max(LEAST_LABEL_WIDTH, 8 + longest * LETTER_WIDTH);
    }

    private void appendBar(Svg svg, Bar bar, int left, int y, double scale) {
        Spread value = bar.value();
        double end = left + value.median() * scale;
        double from = left + value.min() * scale;
        double to = left + value.max() * scale;
        double middle = y + BAR_HEIGHT / 2.0;
        svg.text("label", left - 8, y + 13, bar.label());
        svg.add(
                "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>",
                bar.tone().name().toLowerCase(Locale.ROOT), left, y, end - left, BAR_HEIGHT);
        if (value.count() > 1) {
            svg.add(
                    "<path class=\"range\" d=\"M%.1f %.1fH%.1fM%.1f %.1fv8M%.1f %.1fv8\"/>",
                    from, middle, to, from, middle - 4, to, middle - 4);
        }
        svg.text("value", Math.max(end, to) + 6, y + 13, format.apply(value.median()));
    }
}
