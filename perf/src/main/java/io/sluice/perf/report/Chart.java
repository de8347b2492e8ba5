package io.sluice.perf.report;

/** A picture for the page: a record, which the function of its name in {@code charts.js} shows. */
public interface Chart {

    /** Returns what it shows. */
    String title();

    /**
     * Returns the chart as an SVG element to stand in a page or alone. It has its own colours; the
     * style sheet of a page has those for dark paper.
     */
    default String toSvg() {
        return ECharts.draw(this);
    }
}
