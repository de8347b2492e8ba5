package io.sluice.perf.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A chart of the parts of a whole. What comes after the first eight is put together.
 *
 * @param title what the whole is
 * @param slices the parts, largest first
 */
public record PieChart(String title, List<Slice> slices) implements Chart {

    private static final int RADIUS = 90;
    private static final int LEFT = 100;
    private static final int TOP = 30;
    private static final int MIDDLE = TOP + RADIUS;
    private static final int LEGEND = 2 * LEFT + 20;
    private static final int LEGEND_STEP = 20;
    private static final int WIDTH = 620;

    /** The style sheet knows so many, and one more for the rest. */
    private static final int MOST = 8;

    /**
     * One part.
     *
     * @param label what it is
     * @param value how much of it there is, not negative
     */
    public record Slice(String label, double value) {}

    /** Keeps an own copy of the parts. */
    public PieChart {
        slices = List.copyOf(slices);
    }

    @Override
    public String toSvg() {
        List<Slice> shown = shown();
        double whole = shown.stream().mapToDouble(Slice::value).sum();
        Svg svg = new Svg(title, WIDTH, MIDDLE + RADIUS + 10);
        double before = 0;
        for (int i = 0; i < shown.size(); i++) {
            Slice slice = shown.get(i);
            double share = whole > 0 ? slice.value() / whole : 0;
            append(svg, i, before, share);
            int y = TOP + i * LEGEND_STEP;
            svg.add(
                    "<rect class=\"slice%d\" x=\"%d\" y=\"%d\" width=\"12\" height=\"12\"/>",
                    i, LEGEND, y);
            svg.text("value", LEGEND + 20, y + 11, Figures.percent(share) + " " + slice.label());
            before += share;
        }
        return svg.end();
    }

    private List<Slice> shown() {
        if (slices.size() <= MOST + 1) {
            return slices;
        }
        List<Slice> shown = new ArrayList<>(slices.subList(0, MOST));
        List<Slice> rest = slices.subList(MOST, slices.size());
        shown.add(
                new Slice(rest.size() + " others", rest.stream().mapToDouble(Slice::value).sum()));
        return shown;
    }

    private static void append(Svg svg, int index, double before, double share) {
        if (share >= 1) {
            // An arc from a point to itself would be none.
            svg.add(
                    "<circle class=\"slice%d\" cx=\"%d\" cy=\"%d\" r=\"%d\"/>",
                    index, LEFT, MIDDLE, RADIUS);
        } else if (share > 0) {
            svg.add(
                    "<path class=\"slice%d\" d=\"M%d %dL%.2f %.2fA%d %d 0 %d 1 %.2f %.2fZ\"/>",
                    index,
                    LEFT,
                    MIDDLE,
                    x(before),
                    y(before),
                    RADIUS,
                    RADIUS,
                    share > 0.5 ? 1 : 0,
                    x(before + share),
                    y(before + share));
        }
    }

    private static double x(double turn) {
        return LEFT + RADIUS * Math.sin(2 * Math.PI * turn);
    }

    private static double y(double turn) {
        return MIDDLE - RADIUS * Math.cos(2 * Math.PI * turn);
    }
}
