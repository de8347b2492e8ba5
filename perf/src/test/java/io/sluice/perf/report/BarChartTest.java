package io.sluice.perf.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class BarChartTest {

    /** ECharts rounds to a tenth. */
    private static final double ROUNDED = 0.2;

    private static BarChart chart(String label, double value) {
        return new BarChart(
                "Chart",
                List.of(
                        new BarChart.Bar(
                                label, new Spread(value, value, value, 1), BarChart.Tone.OURS)),
                Figures::count);
    }

    /** A bar begins at its left upper corner and goes to the right. */
    private static double width(Drawing drawing, Colour colour) {
        return drawing.filled(colour).get(0).get(2);
    }

    private static double begin(Drawing drawing, Colour colour) {
        return drawing.filled(colour).get(0).get(0);
    }

    @Test
    void titleContestantsAndMediansCanBeRead() throws Exception {
        assertThat(Drawing.of(ReportFixture.CHART).texts())
                .contains(
                        "Cycles <per> second  (bar: median, line: lowest to highest round)",
                        "sluice",
                        "hikari",
                        "floor",
                        "40",
                        "20",
                        "0");
    }

    @Test
    void barsAreAsLongAsTheirMedians() throws Exception {
        Drawing drawing = Drawing.of(ReportFixture.CHART);

        double ours = width(drawing, Colour.OURS);
        assertThat(ours).isPositive();
        assertThat(width(drawing, Colour.PEER)).isCloseTo(ours / 2, within(ROUNDED));
        assertThat(width(drawing, Colour.BOUND)).isZero();
    }

    @Test
    void onlyBarsOfSeveralRoundsShowTheirRange() throws Exception {
        Drawing drawing = Drawing.of(ReportFixture.CHART);

        // The median is 40, the range from 30 to 50; the other one of several rounds is all zeros.
        double begin = begin(drawing, Colour.OURS);
        double unit = width(drawing, Colour.OURS) / 40;
        List<List<Double>> ranges = drawing.drawn(Colour.INK);
        assertThat(ranges).hasSize(2);
        assertThat(ranges.get(0).get(0)).isCloseTo(begin + 30 * unit, within(ROUNDED));
        assertThat(ranges.get(0).get(2)).isCloseTo(begin + 50 * unit, within(ROUNDED));
    }

    @Test
    void medianStandsWhereItsBarEnds() throws Exception {
        BarChart chart =
                new BarChart(
                        "Chart",
                        List.of(
                                new BarChart.Bar(
                                        "sluice", new Spread(4.5, 1, 9, 3), BarChart.Tone.OURS)),
                        value -> "so many: " + value);
        Drawing drawing = Drawing.of(chart);

        double end = begin(drawing, Colour.OURS) + width(drawing, Colour.OURS);
        assertThat(drawing.place("so many: 4.5").get(0)).isBetween(end, end + 10);
    }

    @Test
    void longLabelsHaveRoom() throws Exception {
        String label = "+UseCompactObjectHeaders";

        assertThat(begin(Drawing.of(chart("sluice", 1)), Colour.OURS)).isLessThan(60);
        assertThat(begin(Drawing.of(chart(label, 1)), Colour.OURS))
                .isGreaterThan(7.5 * label.length());
    }

    @Test
    void chartOfZerosIsDrawn() throws Exception {
        BarChart zeros = chart("sluice", 0);

        assertThat(width(Drawing.of(zeros), Colour.OURS)).isZero();
        assertThat(zeros.toSvg()).doesNotContain("NaN", "Infinity");
    }
}
