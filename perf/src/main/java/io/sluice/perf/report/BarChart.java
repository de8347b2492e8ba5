package io.sluice.perf.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    private static final int WIDTH = 1000;
    private static final int VALUE_WIDTH = 110;
    private static final int ROW_HEIGHT = 30;
    private static final int BAR_HEIGHT = 16;
    private static final int TOP = 26;
    private static final int AXIS_HEIGHT = 28;

    /** How a bar is coloured. */
    public enum Tone {
        /** The pool this project is about. */
        OURS(Colour.OURS, "Sluice"),
        /** What it is compared with. */
        PEER(Colour.PEER, "others"),
        /** A bound: nothing that could be used as a pool. */
        BOUND(Colour.BOUND, "bound");

        private final Colour colour;
        private final String words;

        Tone(Colour colour, String words) {
            this.colour = colour;
            this.words = words;
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
        Map<String, Object> option = Options.titled(title + ranges());
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
        List<Tone> tones = bars.stream().map(Bar::tone).distinct().sorted().toList();
        List<Object> series = new ArrayList<>();
        tones.forEach(tone -> series.add(medians(tone)));
        series.add(values());
        option.put("series", series);
        if (tones.size() > 1) {
            option.put("legend", legend(tones));
        }
        return ECharts.draw(title, WIDTH, TOP + bars.size() * ROW_HEIGHT + AXIS_HEIGHT, option);
    }

    private String ranges() {
        return bars.stream().anyMatch(bar -> bar.value().count() > 1)
                ? "  (bar: median, line: lowest to highest round)"
                : "";
    }

    /** Returns the space for labels beside the axis: some fonts are wider than ECharts assumes. */
    private double slack() {
        return bars.stream().mapToInt(bar -> bar.label().length()).max().orElse(0) * 1.3;
    }

    /** Returns the only bar of a tone, or what the bars of that tone are. */
    private String name(Tone tone) {
        List<String> labels =
                bars.stream().filter(bar -> bar.tone() == tone).map(Bar::label).toList();
        return labels.size() == 1 ? labels.get(0) : tone.words;
    }

    private Map<String, Object> legend(List<Tone> tones) {
        Map<String, Object> legend = new LinkedHashMap<>();
        // Some fonts are wider than ECharts assumes.
        legend.put("right", 30);
        legend.put("itemGap", 30);
        legend.put("top", 0);
        legend.put("itemWidth", 12);
        legend.put("itemHeight", 12);
        legend.put("selectedMode", false);
        legend.put("data", tones.stream().map(this::name).toList());
        legend.put("textStyle", Map.of("color", Colour.SOFT));
        return legend;
    }

    /** The bars of a tone, a series of their own for the legend. */
    private Map<String, Object> medians(Tone tone) {
        List<Object> data = new ArrayList<>();
        List<Object> ranges = new ArrayList<>();
        for (int i = 0; i < bars.size(); i++) {
            Spread value = bars.get(i).value();
            boolean ours = bars.get(i).tone() == tone;
            data.add(ours ? value.median() : "-");
            if (ours && value.count() > 1) {
                ranges.add(
                        List.of(
                                Map.of("coord", List.of(value.min(), i)),
                                Map.of("coord", List.of(value.max(), i))));
            }
        }
        Map<String, Object> series = new LinkedHashMap<>();
        series.put("type", "bar");
        series.put("name", name(tone));
        series.put("stack", "one bar in each row");
        series.put("barWidth", BAR_HEIGHT);
        series.put("data", data);
        series.put("itemStyle", Map.of("color", tone.colour));
        series.put(
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
        return series;
    }

    /** The medians in words, where the bars end, above the line of a range. */
    private Map<String, Object> values() {
        List<Object> data = new ArrayList<>();
        for (int i = 0; i < bars.size(); i++) {
            double median = bars.get(i).value().median();
            // Without a figure: only for the axis, which must reach to the end of the range.
            data.add(
                    Map.of(
                            "value",
                            List.of(bars.get(i).value().max(), i),
                            "label",
                            Map.of("show", false)));
            data.add(
                    Map.of(
                            "value",
                            List.of(median, i),
                            "label",
                            Map.of(
                                    "formatter",
                                    format.apply(median),
                                    "offset",
                                    List.of(0, bars.get(i).value().count() > 1 ? -9 : 0))));
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
