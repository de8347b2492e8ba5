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
public record BarChart(String title, List<Bar> bars, DoubleFunction<String> format) {

    private static final int LABEL_WIDTH = 90;
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

    /**
     * Returns the chart as an SVG element to stand in a page; colours come from the page's style
     * sheet.
     */
    public String toSvg() {
        double largest = bars.stream().mapToDouble(bar -> bar.value().max()).max().orElse(0);
        double scale = largest > 0 ? PLOT_WIDTH / largest : 0;
        int width = LABEL_WIDTH + PLOT_WIDTH + VALUE_WIDTH;
        int height = TOP + bars.size() * ROW_HEIGHT + 6;
        StringBuilder svg = new StringBuilder();
        add(
                svg,
                "<svg class=\"chart\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                        + " role=\"img\">",
                width,
                height,
                width,
                height);
        add(svg, "<title>%s</title>", HtmlPage.escape(title));
        add(svg, "<text class=\"heading\" x=\"0\" y=\"16\">%s</text>", HtmlPage.escape(title));
        for (int i = 0; i < bars.size(); i++) {
            appendBar(svg, bars.get(i), TOP + i * ROW_HEIGHT, scale);
        }
        return svg.append("</svg>\n").toString();
    }

    private void appendBar(StringBuilder svg, Bar bar, int y, double scale) {
        Spread value = bar.value();
        double end = LABEL_WIDTH + value.median() * scale;
        double from = LABEL_WIDTH + value.min() * scale;
        double to = LABEL_WIDTH + value.max() * scale;
        double middle = y + BAR_HEIGHT / 2.0;
        add(
                svg,
                "<text class=\"label\" x=\"%d\" y=\"%d\">%s</text>",
                LABEL_WIDTH - 8,
                y + 13,
                HtmlPage.escape(bar.label()));
        add(
                svg,
                "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>",
                bar.tone().name().toLowerCase(Locale.ROOT),
                LABEL_WIDTH,
                y,
                end - LABEL_WIDTH,
                BAR_HEIGHT);
        if (value.count() > 1) {
            add(
                    svg,
                    "<path class=\"range\" d=\"M%.1f %.1fH%.1fM%.1f %.1fv8M%.1f %.1fv8\"/>",
                    from,
                    middle,
                    to,
                    from,
                    middle - 4,
                    to,
                    middle - 4);
        }
        add(
                svg,
                "<text class=\"value\" x=\"%.1f\" y=\"%d\">%s</text>",
                Math.max(end, to) + 6,
                y + 13,
                HtmlPage.escape(format.apply(value.median())));
    }

    private static void add(StringBuilder svg, String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
