package io.sluice.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A picture of a dashboard: each panel at its place, as lines over time or as figures. It has the
 * layout, the titles, the units and the legends of Grafana, and none of its looks.
 */
final class DashboardPicture {

    /** A series under its name in the legend; NaN where there is no figure. */
    record Line(String name, List<Double> values) {

        double last() {
            return values.isEmpty() ? Double.NaN : values.get(values.size() - 1);
        }

        double highest() {
            return values.stream().filter(Double::isFinite).reduce(0.0, Math::max);
        }
    }

    private static final int COLUMN = 50;
    private static final int ROW = 32;
    private static final int GAP = 8;
    private static final int TITLE = 24;
    private static final int LINE = 15;
    private static final int SCALE = 60;

    private static final List<String> COLORS =
            List.of("#3274d9", "#37872d", "#c15c17", "#8f3bb8", "#c4162a", "#56a64b", "#806600");

    private final StringBuilder svg = new StringBuilder();
    private final int seconds;

    /**
     * @param seconds the time from the first value of each line to the last
     */
    DashboardPicture(int seconds) {
        this.seconds = seconds;
    }

    /** Adds a panel with its lines, at the place that the dashboard gives it. */
    void add(Map<?, ?> panel, List<Line> lines) {
        Map<?, ?> place = (Map<?, ?>) panel.get("gridPos");
        int x = number(place, "x") * COLUMN + GAP / 2;
        int y = number(place, "y") * ROW + GAP / 2;
        int width = number(place, "w") * COLUMN - GAP;
        int height = number(place, "h") * ROW - GAP;
        add("<g transform=\"translate(%d,%d)\">%n", x, y);
        add("<rect class=\"panel\" width=\"%d\" height=\"%d\"/>%n", width, height);
        text("title", GAP, 17, title(panel));
        String unit = unit(panel);
        if (panel.get("type").equals("stat")) {
            figures(lines, unit, width, height);
        } else {
            chart(lines, unit, width, height);
        }
        add("</g>%n");
    }

    /** The title for the one pool that is drawn. */
    static String title(Map<?, ?> panel) {
        return panel.get("title").toString().replace("$pool", "orders");
    }

    private static int number(Map<?, ?> from, String key) {
        return ((Number) from.get(key)).intValue();
    }

    private static String unit(Map<?, ?> panel) {
        Map<?, ?> defaults = (Map<?, ?>) ((Map<?, ?>) panel.get("fieldConfig")).get("defaults");
        return defaults.get("unit").toString();
    }

    private void figures(List<Line> lines, String unit, int width, int height) {
        for (int i = 0; i < lines.size(); i++) {
            int x = width * (2 * i + 1) / (2 * lines.size());
            text("figure", x, height / 2 + TITLE, text(lines.get(i).last(), unit));
            text("center", x, height - GAP, lines.get(i).name());
        }
    }

    private void chart(List<Line> lines, String unit, int width, int height) {
        int legend = lines.size() * LINE;
        int bottom = height - legend - LINE - 2 * GAP;
        int plot = bottom - TITLE - GAP;
        double highest = lines.stream().mapToDouble(Line::highest).max().orElse(0);
        double top = highest == 0 ? 1 : round(highest);
        for (int i = 0; i <= 4; i++) {
            int y = bottom - plot * i / 4;
            add("<path class=\"grid\" d=\"M%d %dH%d\"/>%n", SCALE, y, width - GAP);
            text("right", SCALE - 4, y + 4, text(top * i / 4, unit));
        }
        int span = width - GAP - SCALE;
        for (int second = 0; second <= seconds; second += 60) {
            text("right", SCALE + span * second / seconds, bottom + LINE, second + " s");
        }
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            String color = COLORS.get(i % COLORS.size());
            add("<path class=\"line\" stroke=\"%s\" d=\"", color);
            boolean isGap = true;
            for (int j = 0; j < line.values().size(); j++) {
                double value = line.values().get(j);
                if (Double.isFinite(value)) {
                    double x = SCALE + (double) span * j / (line.values().size() - 1);
                    // A figure between gaps is a dot.
                    String step = isGap ? "M%.0f %.1fh1" : "L%.0f %.1f";
                    add(step, x, bottom - plot * value / top);
                }
                isGap = !Double.isFinite(value);
            }
            add("\"/>%n");
            int y = height - legend + LINE * i + 2;
            add("<path stroke=\"%s\" stroke-width=\"3\" d=\"M%d %dh14\"/>%n", color, GAP, y - 4);
            text("legend", GAP + 20, y, line.name());
            text("right", width - 110, y, "max " + text(line.highest(), unit));
            text("right", width - GAP, y, "last " + text(line.last(), unit));
        }
    }

    /** Returns the next value of the kind 1, 2, 4, 8, 10. */
    private static double round(double value) {
        double power = Math.pow(10, Math.floor(Math.log10(value)));
        for (double step : new double[] {1, 2, 4, 8}) {
            if (value <= step * power) {
                return step * power;
            }
        }
        return 10 * power;
    }

    private static String text(double value, String unit) {
        if (!Double.isFinite(value)) {
            return "-";
        }
        return switch (unit) {
            case "percentunit" -> plain(value * 100) + " %";
            case "s" ->
                    value == 0 || value >= 1
                            ? plain(value) + " s"
                            : value >= 0.001
                                    ? plain(value * 1000) + " ms"
                                    : plain(value * 1e6) + " µs";
            case "ops" -> plain(value) + " /s";
            default -> plain(value);
        };
    }

    private static String plain(double value) {
        String format = value == Math.rint(value) || value >= 100 ? "%.0f" : "%.3g";
        return String.format(Locale.ROOT, format, value);
    }

    private void text(String style, int x, int y, String text) {
        String escaped = text.replace("&", "&amp;").replace("<", "&lt;");
        add("<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>%n", style, x, y, escaped);
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values));
    }

    /** Returns the picture of the panels added. */
    String svg(List<? extends Map<?, ?>> panels) {
        List<Integer> ends = new ArrayList<>();
        for (Map<?, ?> panel : panels) {
            Map<?, ?> place = (Map<?, ?>) panel.get("gridPos");
            ends.add(number(place, "y") + number(place, "h"));
        }
        int height = ends.stream().mapToInt(Integer::intValue).max().orElse(0) * ROW;
        return """
               <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="11">
               <style>
               .panel { fill: #fff; stroke: #c8c8d0 } .title { font-size: 12px; font-weight: bold }
               .figure { font-size: 40px; text-anchor: middle } .center { text-anchor: middle }
               .right { text-anchor: end } .grid { stroke: #e4e4ea } .line { fill: none; stroke-width: 1.5 }
               </style>
               <rect width="100%%" height="100%%" fill="#f4f5f5"/>
               %s</svg>
               """
                .formatted(24 * COLUMN, height, svg);
    }
}
