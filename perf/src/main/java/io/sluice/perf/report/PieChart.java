package io.sluice.perf.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A chart of the parts of a whole. Parts after the first eight are combined.
 *
 * @param title what the whole is
 * @param slices the parts, largest first
 */
public record PieChart(String title, List<Slice> slices) implements Chart {

    private static final int RADIUS = 90;
    private static final int LEFT = 100;
    private static final int TOP = 30;
    private static final int LEGEND = 2 * LEFT + 20;
    private static final int WIDTH = 1000;

    /** One for each part that is shown, and one more for the rest. */
    private static final List<Colour> COLOURS =
            List.of(
                    Colour.OURS,
                    Colour.SECOND,
                    Colour.THIRD,
                    Colour.FOURTH,
                    Colour.FIFTH,
                    Colour.SIXTH,
                    Colour.BOUND,
                    Colour.LINE,
                    Colour.PEER);

    private static final int MOST = COLOURS.size() - 1;

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
        List<Object> data = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (Slice slice : shown) {
            double share = whole > 0 ? slice.value() / whole : 0;
            String name = Figures.percent(share) + " " + slice.label();
            names.add(name);
            data.add(Map.of("name", name, "value", slice.value()));
        }
        Map<String, Object> option = Options.titled(title);
        option.put("color", COLOURS);
        option.put("legend", Options.legend(names, LEGEND, TOP));
        option.put(
                "series",
                List.of(
                        Map.of(
                                "type",
                                "pie",
                                "radius",
                                RADIUS,
                                "center",
                                List.of(LEFT, TOP + RADIUS),
                                "data",
                                data,
                                "label",
                                Map.of("show", false),
                                // Without values, no parts of equal size.
                                "stillShowZeroSum",
                                false)));
        return ECharts.draw(title, WIDTH, TOP + 2 * RADIUS + 40, option);
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
}
