package io.sluice.perf.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A chart of the parts of a whole. Parts after the first eight are combined.
 *
 * @param title what the whole is
 * @param slices the parts, largest first
 */
public record PieChart(String title, List<Slice> slices) implements Chart {

    private static final int MOST = 8;

    /**
     * One part.
     *
     * @param label what it is
     * @param value how much of it there is, not negative
     */
    public record Slice(String label, double value) {}

    /** Combines the smallest parts, and gives each its share. */
    public PieChart {
        List<Slice> shown = new ArrayList<>(slices);
        if (shown.size() > MOST + 1) {
            List<Slice> rest = shown.subList(MOST, shown.size());
            Slice others = new Slice(rest.size() + " others", sum(rest));
            rest.clear();
            shown.add(others);
        }
        double whole = sum(shown);
        shown.replaceAll(
                slice -> {
                    double share = whole > 0 ? slice.value / whole : 0;
                    return new Slice(Figures.percent(share) + " " + slice.label, slice.value);
                });
        slices = shown;
    }

    private static double sum(List<Slice> slices) {
        return slices.stream().mapToDouble(Slice::value).sum();
    }
}
