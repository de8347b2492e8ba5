package io.sluice.perf.report;

/** A picture for the page. */
public interface Chart {

    /**
     * Returns the chart as an SVG element to stand in a page or alone. It has its own colours; the
     * style sheet of a page has those for dark paper.
     */
    String toSvg();
}
