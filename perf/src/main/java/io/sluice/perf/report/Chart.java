package io.sluice.perf.report;

/** A picture for the page. */
public interface Chart {

    /**
     * Returns the chart as an SVG element to stand in a page; colours come from the page's style
     * sheet.
     */
    String toSvg();
}
