package io.sluice.perf.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;

/** The common options of all charts. */
final class Options {

    private Options() {}

    /** Begins a chart with a title at its top. */
    static Map<String, Object> titled(String title) {
        Map<String, Object> option = new LinkedHashMap<>();
        option.put("animation", false);
        option.put("backgroundColor", Colour.PAPER);
        option.put("textStyle", Map.of("color", Colour.INK));
        option.put(
                "title",
                Map.of(
                        "text",
                        title,
                        "left",
                        0,
                        "top",
                        0,
                        "textStyle",
                        Map.of("fontSize", 13, "fontWeight", "bold", "color", Colour.INK)));
        return option;
    }

    /** Returns an axis of values from zero on. */
    static Map<String, Object> values(DoubleFunction<String> format) {
        return Map.of(
                "type",
                "value",
                "min",
                0,
                "axisLabel",
                Map.of("formatter", format, "color", Colour.SOFT, "hideOverlap", true),
                "splitLine",
                Map.of("lineStyle", Map.of("color", Colour.LINE)));
    }

    /** Returns a legend, one name below the other. */
    static Map<String, Object> legend(List<String> names, int left, int top) {
        Map<String, Object> legend = new LinkedHashMap<>();
        legend.put("orient", "vertical");
        legend.put("left", left);
        legend.put("top", top);
        legend.put("data", names);
        legend.put("textStyle", Map.of("color", Colour.SOFT));
        return legend;
    }
}
