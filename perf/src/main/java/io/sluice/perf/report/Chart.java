package io.sluice.perf.report;

/** A picture for the page. */
public interface Chart {

    /**
     * Returns the chart as an SVG element to stand in a page or alone. It has its colours by
     * itself; those of the page's style sheet are for dark paper.
     */
    String toSvg();
}
