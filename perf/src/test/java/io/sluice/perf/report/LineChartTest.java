package io.sluice.perf.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LineChartTest {

    /** ECharts rounds to a tenth. */
    private static final double ROUNDED = 0.2;

    private static final LineChart CHART =
            new LineChart(
                    "Requests <that> wait",
                    List.of(
                            new LineChart.Line(
                                    "sluice",
                                    List.of(
                                            new LineChart.Point(0, 40),
                                            new LineChart.Point(1, 20),
                                            new LineChart.Point(2, 0))),
                            new LineChart.Line("hikari", List.of())),
                    List.of(
                            new LineChart.Mark("killed & back", 0.5, 1.5),
                            new LineChart.Mark("now", 2, 2)),
                    Figures::count);

    private static List<Double> ours(Drawing drawing) {
        return drawing.drawn(Colour.OURS).get(0);
    }

    @Test
    void lineReachesFromTheHighestValueToZeroAndFromBeginToEnd() throws Exception {
        List<Double> line = ours(Drawing.of(CHART));

        assertThat(line).hasSize(6);
        double second = line.get(2) - line.get(0);
        double twenty = line.get(3) - line.get(1);
        assertThat(second).isGreaterThan(100);
        assertThat(twenty).isGreaterThan(50);
        assertThat(line.get(4)).isCloseTo(line.get(0) + 2 * second, within(ROUNDED));
        assertThat(line.get(5)).isCloseTo(line.get(1) + 2 * twenty, within(ROUNDED));
    }

    @Test
    void lineWithoutPointsIsInTheLegendOnly() throws Exception {
        Drawing drawing = Drawing.of(CHART);

        assertThat(drawing.drawn(Colour.SECOND)).isEmpty();
        assertThat(drawing.texts()).contains("sluice", "hikari");
    }

    @Test
    void everyLineHasItsPlaceInTheLegend() throws Exception {
        List<LineChart.Line> ten =
                IntStream.range(0, 10)
                        .mapToObj(i -> new LineChart.Line("pool " + i, List.of()))
                        .toList();
        Drawing drawing = Drawing.of(new LineChart("Ten", ten, List.of(), Figures::count));

        List<Double> heights =
                ten.stream().map(line -> drawing.place(line.label()).get(1)).toList();
        assertThat(heights).isSorted().doesNotHaveDuplicates();
        assertThat(heights.get(9)).isLessThan(drawing.height());
    }

    @Test
    void markCoversItsSpanAndIsNamed() throws Exception {
        Drawing drawing = Drawing.of(CHART);

        List<Double> line = ours(drawing);
        double half = (line.get(2) - line.get(0)) / 2;
        List<Double> area = drawing.areas(Colour.BOUND).get(0);
        assertThat(area.get(0)).isCloseTo(line.get(0) + half, within(ROUNDED));
        assertThat(area.get(2)).isCloseTo(line.get(0) + 3 * half, within(ROUNDED));
        assertThat(drawing.texts()).contains("killed & back", "Requests <that> wait");
    }

    /** It has no width, but an edge. */
    @Test
    void momentIsMarkedAsWell() throws Exception {
        Drawing drawing = Drawing.of(CHART);

        assertThat(drawing.areas(Colour.BOUND)).hasSize(2);
        assertThat(drawing.areas(Colour.BOUND).get(1).get(0))
                .isCloseTo(ours(drawing).get(4), within(ROUNDED));
        assertThat(CHART.toSvg())
                .containsPattern("<polygon [^>]*stroke=\"" + Colour.INK.light() + "\"");
        assertThat(drawing.texts()).contains("now");
    }

    @Test
    void ticksAreRoundNumbers() throws Exception {
        assertThat(Drawing.of(CHART).texts())
                .contains("0", "10", "40", "500 ms", "1.00 s", "2.00 s");
    }

    @Test
    void chartOfZerosIsDrawn() {
        LineChart zeros =
                new LineChart(
                        "Errors",
                        List.of(new LineChart.Line("sluice", List.of(new LineChart.Point(0, 0)))),
                        List.of(),
                        Figures::count);

        assertThat(zeros.toSvg()).doesNotContain("NaN", "Infinity");
    }
}
