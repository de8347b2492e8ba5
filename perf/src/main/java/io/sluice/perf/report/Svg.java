package io.sluice.perf.report;

import java.util.Locale;

/** Writes the elements of a chart. Not thread-safe. */
final class Svg {

    private final StringBuilder text = new StringBuilder();

    /**
     * Begins a chart.
     *
     * @param title its name, also for who cannot see it
     */
    Svg(String title, int width, int height) {
        add(
                "<svg class=\"chart\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                        + " role=\"img\">",
                width, height, width, height);
        add("<title>%s</title>", HtmlPage.escape(title));
        text("heading", 0, 16, title);
    }

    /** Adds an element; the values may not hold what has to be escaped. */
    void add(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    /** Adds a text. */
    void text(String style, double x, double y, String content) {
        add(
                "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>",
                style, x, y, HtmlPage.escape(content));
    }

    /** Ends the chart. */
    String end() {
        return text.append("</svg>\n").toString();
    }
}
