package io.sluice.perf.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

    private static final int WIDTH = 1000;
    private static final int LEGEND = 880;
    private static final int LEGEND_STEP = 26;
    private static final int TOP = 34;
    private static final int PLOT_HEIGHT = 220;
    private static final int AXIS_HEIGHT = 28;

    /** Neighbours differ in more than their colour, for readers who do not see it. */
    private static final List<Stroke> STROKES =
            List.of(
                    new Stroke(Colour.OURS, "solid"),
                    new Stroke(Colour.SECOND, "dashed"),
                    new Stroke(Colour.THIRD, "dotted"),
                    new Stroke(Colour.PEER, "solid"),
                    new Stroke(Colour.FOURTH, "dashed"),
                    new Stroke(Colour.FIFTH, "dotted"),
                    new Stroke(Colour.SIXTH, "dashed"),
                    new Stroke(Colour.SECOND, "dotted"),
                    new Stroke(Colour.THIRD, "solid"));

    private record Stroke(Colour colour, String type) {}

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
        int height = Math.max(PLOT_HEIGHT, lines.size() * LEGEND_STEP);
        Map<String, Object> option = Options.titled(title);
        option.put(
                "grid",
                Map.of(
                        "left",
                        12,
                        "right",
                        WIDTH - LEGEND + 20,
                        "top",
                        TOP,
                        "bottom",
                        4,
                        "containLabel",
                        true));
        Map<String, Object> legend =
                Options.legend(lines.stream().map(Line::label).toList(), LEGEND, TOP - 6);
        // The lines alone, without dots that would hide how they are drawn.
        legend.put("itemStyle", Map.of("opacity", 0));
        option.put("legend", legend);
        option.put(
                "xAxis",
                Options.values(seconds -> seconds == 0 ? "0" : Figures.micros(1e6 * seconds)));
        option.put("yAxis", Options.values(format));
        List<Object> series = new ArrayList<>(List.of(areas()));
        for (int i = 0; i < lines.size(); i++) {
            series.add(series(lines.get(i), STROKES.get(Math.min(i, STROKES.size() - 1))));
        }
        option.put("series", series);
        return ECharts.draw(title, WIDTH, TOP + height + AXIS_HEIGHT, option);
    }

    private static Map<String, Object> series(Line line, Stroke stroke) {
        return Map.of(
                "type",
                "line",
                "name",
                line.label(),
                "symbol",
                "none",
                "clip",
                false,
                "data",
                line.points().stream()
                        .map(point -> List.of(point.seconds(), point.value()))
                        .toList(),
                "itemStyle",
                Map.of("color", stroke.colour()),
                "lineStyle",
                Map.of("color", stroke.colour(), "width", 1.6, "type", stroke.type()));
    }

    /** The marks, on a line without points, so that they appear whatever the others have. */
    private Map<String, Object> areas() {
        return Map.of(
                "type",
                "line",
                "data",
                List.of(),
                "markArea",
                Map.of(
                        "data",
                        marks.stream()
                                .map(
                                        mark ->
                                                List.of(
                                                        Map.of(
                                                                "name",
                                                                mark.label(),
                                                                "xAxis",
                                                                mark.from()),
                                                        Map.of("xAxis", mark.to())))
                                .toList(),
                        "label",
                        Map.of("color", Colour.SOFT, "position", "insideTopLeft"),
                        // With an edge, since a moment has no width.
                        "itemStyle",
                        Map.of(
                                "color",
                                Colour.BOUND,
                                "opacity",
                                0.35,
                                "borderColor",
                                Colour.INK,
                                "borderWidth",
                                1)));
    }
}
