package io.sluice.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PieChartTest {

    @Test
    void slicesBeginAtTheTopAndHaveTheirShare() throws Exception {
        Drawing drawing =
                Drawing.of(
                        new PieChart(
                                "Stops <all>",
                                List.of(
                                        new PieChart.Slice("a", 3),
                                        new PieChart.Slice("b & c", 1))));

        assertThat(drawing.texts()).contains("75 % a", "25 % b & c", "Stops <all>");
        // From a point on the circle, in an arc of a radius, to a point, and to the middle.
        assertThat(drawing.filled(Colour.OURS))
                .containsExactly(
                        List.of(100.0, 30.0, 90.0, 90.0, 0.0, 1.0, 1.0, 10.0, 120.0, 100.0, 120.0));
        assertThat(drawing.filled(Colour.SECOND))
                .containsExactly(
                        List.of(10.0, 120.0, 90.0, 90.0, 0.0, 0.0, 1.0, 100.0, 30.0, 100.0, 120.0));
    }

    @Test
    void onlySliceIsAWholeCircle() throws Exception {
        Drawing drawing = Drawing.of(new PieChart("All", List.of(new PieChart.Slice("a", 5))));

        assertThat(drawing.texts()).contains("100 % a");
        List<Double> circle = drawing.filled(Colour.OURS).get(0);
        assertThat(circle).endsWith(100.0, 30.0).doesNotContain(120.0);
    }

    @Test
    void smallSlicesArePutTogether() throws Exception {
        Drawing drawing =
                Drawing.of(
                        new PieChart(
                                "Many",
                                IntStream.range(0, 12)
                                        .mapToObj(i -> new PieChart.Slice("s" + i, 1))
                                        .toList()));

        assertThat(drawing.texts())
                .contains("8 % s0", "8 % s7", "33 % 4 others")
                .doesNotContain("8 % s8");
        assertThat(drawing.filled(Colour.PEER)).hasSize(1);
    }

    /** What has no size has no area: two points and no arc. */
    @Test
    void nothingAtAllIsDrawn() throws Exception {
        PieChart nothing = new PieChart("Nothing", List.of(new PieChart.Slice("a", 0)));

        assertThat(nothing.toSvg()).doesNotContain("NaN");
        assertThat(Drawing.of(nothing).texts()).contains("0 % a");
        assertThat(Drawing.of(nothing).filled(Colour.OURS)).allMatch(path -> path.size() == 4);
    }
}
