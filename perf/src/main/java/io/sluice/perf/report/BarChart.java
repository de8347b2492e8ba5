package io.sluice.perf.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

    private static final int WIDTH = 680;
    private static final int VALUE_WIDTH = 110;
    private static final int ROW_HEIGHT = 26;
    private static final int BAR_HEIGHT = 16;
    private static final int TOP = 26;
    private static final int AXIS_HEIGHT = 28;

    /** How a bar is coloured. */
    public enum Tone {
        /** The pool this project is about. */
        OURS(Colour.OURS),
        /** What it is compared with. */
        PEER(Colour.PEER),
        /** A bound: nothing that could be used as a pool. */
        BOUND(Colour.BOUND);

        private final Colour colour;

        Tone(Colour colour) {
            this.colour = colour;
        }
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
        Map<String, Object> option = Options.titled(title);
        option.put(
                "grid",
                Map.of(
                        "left",
                        slack(),
                        "right",
                        VALUE_WIDTH,
                        "top",
                        TOP,
                        "bottom",
                        4,
                        "containLabel",
                        true));
        option.put("xAxis", Options.values(format));
        option.put(
                "yAxis",
                Map.of(
                        "type",
                        "category",
                        "inverse",
                        true,
                        "data",
                        bars.stream().map(Bar::label).toList(),
                        "axisLabel",
                        Map.of("interval", 0, "color", Colour.INK),
                        "axisLine",
                        Map.of("show", false),
                        "axisTick",
                        Map.of("show", false)));
        option.put("series", List.of(medians(), values()));
        return ECharts.draw(title, WIDTH, TOP + bars.size() * ROW_HEIGHT + AXIS_HEIGHT, option);
    }

    /** Returns the space for labels beside the axis: some fonts are wider than ECharts assumes. */
    private double slack() {
        return bars.stream().mapToInt(bar -> bar.label().length()).max().orElse(0) * 1.3;
    }

    private Map<String, Object> medians() {
        List<Object> data = new ArrayList<>();
        List<Object> ranges = new ArrayList<>();
        for (int i = 0; i < bars.size(); i++) {
            Spread value = bars.get(i).value();
            data.add(
                    Map.of(
                            "value",
                            value.median(),
                            "itemStyle",
                            Map.of("color", bars.get(i).tone().colour)));
            if (value.count() > 1) {
                ranges.add(
                        List.of(
                                Map.of("coord", List.of(value.min(), i)),
                                Map.of("coord", List.of(value.max(), i))));
            }
        }
        return Map.of(
                "type",
                "bar",
                "barWidth",
                BAR_HEIGHT,
                "data",
                data,
                "markLine",
                Map.of(
                        "data",
                        ranges,
                        "symbol",
                        "rect",
                        "symbolSize",
                        List.of(8, 1),
                        "label",
                        Map.of("show", false),
                        "lineStyle",
                        Map.of("type", "solid", "width", 1, "color", Colour.INK)));
    }

    /** The medians in words, behind bar and range, at invisible points. */
    private Map<String, Object> values() {
        List<Object> data = new ArrayList<>();
        for (int i = 0; i < bars.size(); i++) {
            Spread value = bars.get(i).value();
            data.add(
                    Map.of(
                            "value",
                            List.of(Math.max(value.median(), value.max()), i),
                            "label",
                            Map.of("formatter", format.apply(value.median()))));
        }
        return Map.of(
                "type",
                "scatter",
                "symbolSize",
                0,
                "data",
                data,
                "itemStyle",
                Map.of("opacity", 1),
                "label",
                Map.of("show", true, "position", "right", "color", Colour.SOFT));
    }
}
