package io.sluice.perf.report;

import org.jspecify.annotations.Nullable;

/** A chart that is drawn at its first use, for a page, its own file, and the summary. */
final class DrawnOnce implements Chart {

    private final Chart chart;
    private @Nullable String svg;

    DrawnOnce(Chart chart) {
        this.chart = chart;
    }

    @Override
    public String title() {
        return chart.title();
    }

    @Override
    public synchronized String toSvg() {
        if (svg == null) {
            svg = chart.toSvg();
        }
        return svg;
    }
}
